// touch: faults fire.

import Faultline

/// Fires the faults among named objects.
package struct TouchStep: Step {
  package static let keyword = "touch"
  package static let value = Kind.name
  package static let meaning = "Touch objects, so that those that are faults fire."
  package static let example = """
    - touch: staff
    """

  private let objects: Variable

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    objects = try scope.variables.objects(text.value, mayComeInBatches: true)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    _ = try estimate.handle(objects)
  }

  package func execute(in session: Session) throws {
    try session.forEach(objects) { try $0.realize() }
  }
}
