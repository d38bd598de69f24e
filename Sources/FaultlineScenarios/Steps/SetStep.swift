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

  private let objects: Node
  private let name: String
  private let refusal: Refusal
  private var recipes: Recipes

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "set", keys: Self.keys)
    objects = try fields.required("objects")
    name = try objects.identifier()
    refusal = try Refusal(fields)
    recipes = Recipes(try fields.required("to"))
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try recipes.check(try rehearsal.objects(objects), &rehearsal)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    guard refusal.isExpected else {
      let count = try work.handle(objects, "'refused: true' expects just this")
      if count > 0 { try recipes.weigh(work) }
      return
    }
    let owner = try work.handleAnyones(objects)
    try refusal.weigh(owner, pointedAt: try recipes.weigh(work, ofAnyone: true), work.contexts)
  }

  package func run(on stage: Stage) throws(StepFailure) {
    let objects = try stage.objects(name, ofAnyone: refusal.isExpected)
    guard refusal.isExpected else { return try recipes.set(objects, on: stage) }
    try refusal.expect("set", each: objects, named: name, using: recipes.firstKey) {
      (_, object) throws(StepFailure) in
      try recipes.set([object], on: stage, ofAnyone: true)
    }
  }
}
