// release: a name lets go of its objects.

import Faultline

/// Releases variables; what nothing else holds then dies.
package struct ReleaseStep: Step {
  package static let keyword = "release"
  package static let value = Kind.either([.name, .list(.name)])
  package static let meaning = "Let names go: one, several, or all."
  package static let example = """
    - release: staff
    """

  /// The numbers of the variables; nil for all of them.
  private let slots: [Int?]

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    var slots: [Int?] = []
    for node in text.value.items {
      let isAll = try node.identifier() == Variables.all
      slots.append(isAll ? nil : try scope.variables.releasable(node))
    }
    self.slots = slots
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    for slot in slots {
      if let slot { estimate.objects.release(slot) } else { estimate.objects.releaseAll() }
    }
  }

  package func execute(in session: Session) throws {
    for slot in slots {
      if let slot { session.variables.release(slot) } else { session.variables.releaseAll() }
    }
  }
}
