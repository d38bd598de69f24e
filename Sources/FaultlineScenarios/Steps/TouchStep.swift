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

  private let objects: Node
  private let name: String

  package init(_ text: StepText) throws(Diagnostic) {
    objects = text.value
    name = try objects.identifier()
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    _ = try rehearsal.objects(objects, mayComeInBatches: true)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) { _ = try work.handle(objects) }

  package func run(on stage: Stage) throws(StepFailure) {
    try stage.forEach(name) { object throws(GraphError) in try object.realize() }
  }
}
