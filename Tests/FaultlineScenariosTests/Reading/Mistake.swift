// One scenario, and the mistakes that can be made in it.

import Testing

@testable import FaultlineScenarios

/// A change to a scenario that makes it wrong, and the whole text that says so.
struct Mistake: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  /// The diagnostic; `…` at its end stands for the rest of a list that grows with the program.
  let says: String

  /// A scenario in which one passage after another is replaced.
  init(_ name: String, _ changes: String..., says: String) {
    var text = Self.scenario
    for index in stride(from: 0, to: changes.count, by: 2) {
      precondition(text.contains(changes[index]), "The scenario has no '\(changes[index])'.")
      text = text.replacing(changes[index], with: changes[index + 1], maxReplacements: 1)
    }
    self.init(name, whole: text, says: says)
  }

  /// A text that is wrong as a whole.
  init(_ name: String, whole text: String, says: String) {
    testDescription = name
    self.text = text
    self.says = says
  }

  /// What is said about it, cut where the expected text is cut.
  var reported: String {
    let reported = rejection { () throws(Diagnostic) in
      let scenario = try ScenarioReader.scenario(text, file: "pairs.yaml")
      return "\(try Plan(scenario, choosing: Choices()).trials.count) trials"
    }
    guard says.hasSuffix("…"), reported.hasPrefix(says.dropLast()) else { return reported }
    return says
  }

  static let scenario = """
    faultline: 1
    name: pairs
    title: Pairs of employees
    model:
      Person:
        is abstract: true
        name: string
      Employee:
        is a: Person
        salary: double
        grade: integer16
        manager: {to one: Employee, inverse: reports}
        reports: {to many: Employee, inverse: manager}
    parameters:
      rows: {type: int, default: 4, min: 1, max: 1e6}
      ending: {type: choice, of: [nothing, reset], default: nothing}
    variants:
      let go: {}
      reset: {ending: reset}
    steps:
      - insert: {entity: Employee, count: rows, into: staff}
      - save: {}
      - checkpoint: saved
    columns:
      live: objects.live@end
    expect:
      - that: objects.live@saved == rows
        when: {variant: reset}

    """
}
