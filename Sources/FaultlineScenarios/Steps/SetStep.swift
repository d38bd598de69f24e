// set: other values for objects that have a name.

import Faultline

/// Sets attributes of named objects.
package struct SetStep: Step {
  package static let keyword = "set"
  package static let meaning = "Set attributes of objects."
  package static let example = """
    - set: {objects: staff, to: {salary: '1000 + index'}}
    - context: {name: worker}
    - in: worker
      steps: [fetch: {entity: Employee, into: strangers}]
    - set: {objects: strangers, to: {salary: 0}, refused: true}
    """
  package static let keys = [
    Key("objects", .name, required: true, "The name of the objects."),
    Key(
      "to", .values, required: true,
      "Values by attribute."),
    Refusal.ofStrangers,
  ]

  private let objects: Variable
  private let refusal: Refusal
  private let assignments: Assignments

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    refusal = try Refusal(fields)
    objects = try scope.variables.objects(try fields.required("objects"))
    assignments = try Assignments(try fields.required("to"), of: objects.entity, in: &scope)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    guard refusal.isExpected else {
      let count = try estimate.handle(objects, "'refused: true' expects just this")
      if count > 0 { try assignments.tryOut(count, in: &estimate) }
      return
    }
    let owner = try estimate.handleAnyones(objects)
    try assignments.tryOut(in: estimate.names)
    try refusal.check(
      owner, pointedAt: try assignments.owners(in: estimate), in: estimate.contexts)
  }

  package func execute(in session: Session) throws {
    let objects = try session.objects(objects, ofAnyone: refusal.isExpected)
    guard refusal.isExpected else { return try assignments.set(objects, in: session) }
    try refusal.expect(
      "set", each: objects, named: self.objects.name, using: assignments.firstKey
    ) { _, object in try assignments.set([object], in: session, ofAnyone: true) }
  }
}
