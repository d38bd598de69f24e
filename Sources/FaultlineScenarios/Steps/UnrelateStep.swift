// unrelate: a relationship leads nowhere any more.

import Faultline

/// Clears a relationship of named objects.
package struct UnrelateStep: Step {
  package static let keyword = "unrelate"
  package static let meaning = "Clear a relationship of objects, from both ends."
  package static let example = """
    - unrelate: {objects: reports, by: manager}
    """
  package static let mayBreakCycles = true
  package static let keys = [
    Key("objects", .name, required: true, "The objects whose relationship is cleared."),
    Key("by", .name, required: true, "The relationship, to-one or to-many."),
  ]

  private let objects: Node
  private let relationship: Node
  private let name: String
  private var tie = 0
  private var isToMany = false

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "unrelate", keys: Self.keys)
    objects = try fields.required("objects")
    relationship = try fields.required("by")
    name = try objects.identifier()
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    let entity = try rehearsal.objects(objects)
    tie = try rehearsal.relationship(relationship, of: entity)
    isToMany = entity.layout.ties[tie].isToMany
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) { _ = try work.handle(objects) }

  package func run(on stage: Stage) throws(StepFailure) {
    for object in try stage.objects(name) {
      try engine { () throws(GraphError) in
        if isToMany {
          try object.setMembers([], tie)
        } else {
          try object.setDestination(nil, tie)
        }
      }
    }
  }
}
