// obtain permanent IDs: new objects get the IDs that they will keep, before a save.

import Faultline
import FaultlineProfiler

/// Gives new objects permanent IDs, which a save would give them (semantics 23).
package struct ObtainPermanentIDsStep: Step {
  package static let keyword = "obtain permanent IDs"
  package static let value = Kind.name
  package static let meaning =
    "Give new objects permanent IDs before they are saved; 'ids.temporary' counts those without."
  package static let example = """
    - insert: {entity: Employee, count: 10, into: newcomers}
    - obtain permanent IDs: newcomers
    - expect: ids.temporary == 0
    """

  private let objects: Variable

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    objects = try scope.variables.objects(text.value)
    scope.listening.extras.insert(.ids)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    _ = try estimate.handle(objects)
  }

  package func execute(in session: Session) throws {
    try session.context.obtainPermanentIDs(for: Array(try session.objects(objects)))
  }
}
