// unrelate: a relationship leads nowhere any more.

import Faultline

/// Clears a relationship of named objects.
package struct UnrelateStep: Step {
  package static let keyword = "unrelate"
  package static let meaning = "Clear a relationship of objects, from both ends."
  package static let example = """
    - unrelate: {objects: reports, by: manager}
    """
  package static let keys = [
    Key("objects", .name, required: true, "The objects whose relationship is cleared."),
    Key("by", .name, required: true, "The relationship, to-one or to-many."),
  ]

  private let objects: Variable
  private let tie: Int
  private let isToMany: Bool

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    objects = try scope.variables.objects(try fields.required("objects"))
    tie = try scope.relationship(try fields.required("by"), of: objects.entity)
    isToMany = objects.entity.layout.ties[tie].isToMany
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    _ = try estimate.handle(objects)
  }

  package func execute(in session: Session) throws {
    for object in try session.objects(objects) {
      if isToMany {
        try object.setMembers([], tie)
      } else {
        try object.setDestination(nil, tie)
      }
    }
  }
}
