// refresh: objects become faults again, or are brought up to date.

import Faultline

/// Refreshes named objects, or all.
package struct RefreshStep: Step {
  package static let keyword = "refresh"
  package static let meaning = "Turn objects into faults, or merge the store's values into them."
  package static let example = """
    - refresh: {objects: staff, merge: false}
    """
  package static let mayBreakCycles = true
  package static let keys = [
    Key("objects", .name, "The name of the objects; all registered ones if it is left out."),
    Key("merge", .flag, "Whether changes are kept and values merged; false if it is left out."),
  ]

  private let objects: Node?
  private let name: String?
  private let merges: Bool

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "refresh", keys: Self.keys)
    objects = fields.optional("objects")
    name = try objects?.identifier()
    merges = try fields.optional("merge")?.flag() ?? false
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    if let objects { _ = try rehearsal.objects(objects) }
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    if let objects { _ = try work.handle(objects) } else { try work.handleAll() }
  }

  package func run(on stage: Stage) throws(StepFailure) {
    let objects =
      try name.map { name throws(StepFailure) in try stage.objects(name) }
      ?? ContiguousArray(stage.context.registeredObjects)
    for object in objects {
      try engine { () throws(GraphError) in
        try stage.context.refreshing(object, mergeChanges: merges)
      }
    }
  }
}
