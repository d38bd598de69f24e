// set: other values for objects that have a name.

import Faultline

/// Sets attributes of named objects.
package struct SetStep: Step {
  package static let keyword = "set"
  package static let meaning = "Set attributes of objects."
  package static let example = """
    - set: {objects: staff, to: {salary: '1000 + index'}}
    """
  package static let keys = [
    Key("objects", .name, required: true, "The name of the objects."),
    Key(
      "to", .values, required: true,
      "Values by attribute."),
  ]

  private let objects: Node
  private let name: String
  private var recipes: Recipes

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "set", keys: Self.keys)
    objects = try fields.required("objects")
    name = try objects.identifier()
    recipes = Recipes(try fields.required("to"))
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try recipes.check(try rehearsal.objects(objects), &rehearsal)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    if try work.handle(objects) > 0 { try recipes.weigh(work) }
  }

  package func run(on stage: Stage) throws(StepFailure) {
    try recipes.set(try stage.objects(name), on: stage)
  }
}
