// walk: along relationships, realizing what is passed.

import Faultline

/// Follows a key path from named objects; everything on the way is realized.
package struct WalkStep: Step {
  package static let keyword = "walk"
  package static let meaning = "Follow relationships from objects, and realize what is reached."
  package static let example = """
    - walk: {from: staff, path: manager.reports}
    """
  package static let keys = [
    Key("from", .name, required: true, "The name of the objects to start at."),
    Key("path", .name, required: true, "Relationships, with dots between them."),
  ]

  private let objects: Node
  private let path: Node
  private let name: String
  private var ties: [(tie: Int, isToMany: Bool)] = []

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "walk", keys: Self.keys)
    objects = try fields.required("from")
    path = try fields.required("path")
    name = try objects.identifier()
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    ties = try rehearsal.path(path, from: try rehearsal.objects(objects, mayComeInBatches: true))
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    _ = try work.handle(objects, times: ties.count)
  }

  package func run(on stage: Stage) throws(StepFailure) {
    try stage.forEach(name) { object throws(GraphError) in
      try walk(from: object, ties[...])
    }
  }

  private func walk(
    from object: ManagedObject, _ rest: ArraySlice<(tie: Int, isToMany: Bool)>
  ) throws(GraphError) {
    try object.realize()
    guard let next = rest.first else { return }
    if next.isToMany {
      for member in try object.members(next.tie).objects {
        try walk(from: member, rest.dropFirst())
      }
    } else if let destination = try object.destination(next.tie) {
      try walk(from: destination, rest.dropFirst())
    }
  }
}
