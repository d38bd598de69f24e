// adopt: objects that were made without a context come into one.

import Faultline

/// Inserts objects that were made without a context.
package struct AdoptStep: Step {
  package static let keyword = "adopt"
  package static let value = Kind.name
  package static let meaning =
    "Insert objects that were made with 'insert: {context: none}' into the context that steps play in."
  package static let example = """
    - insert: {entity: Employee, count: 2, context: none, into: drafts}
    - adopt: drafts
    - save: {}
    """

  private let objects: Variable

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    objects = try scope.variables.objects(text.value)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    let count = try estimate.objects.count(in: objects)
    try estimate.add(count)
    estimate.give(objects, count)
  }

  package func execute(in session: Session) throws {
    let objects = try session.objects(self.objects, ofAnyone: true)
    for object in objects {
      if let context = object.managedObjectContext {
        let owner = session.contexts.first { $0.context === context }?.name ?? "another one"
        throw StepFailure(
          "adopt: an object of '\(self.objects.name)' belongs to a context already, '\(owner)'; only objects that were "
            + "made with 'context: none' can be inserted.")
      }
      try session.context.inserting(object)
    }
    session.give(self.objects, .objects(objects))
  }
}
