// Which rules a scenario shows, and by which of its expectations.

import FaultlineKnowledge
package import FaultlineMeasures
import FaultlineReplay

extension Scenario {
  /// An expectation of a scenario that cites a rule.
  package struct Citation: Sendable {
    /// The rules that it cites.
    package let rules: [String]
    /// What it expects.
    package let that: String
    /// Where it stands.
    package let place: SourcePlace
  }

  /// Every expectation that cites a rule: those of the end before those of its steps.
  package var citations: [Citation] {
    let all =
      expectations.map { ($0.that, $0.because, $0.place) }
      + momentaryExpectations.map { ($0.that, $0.because, $0.place) }
    return all.compactMap { that, because, place in
      let cited = RuleText.cited(in: because ?? "", knowing: rules)
      guard !cited.isEmpty else { return nil }
      return Citation(
        rules: cited, that: that.description,
        place: SourcePlace(file: place.file, line: place.line, column: place.column))
    }
  }

  /// The expectations that cite a rule.
  package func citations(of rule: String) -> [Citation] {
    citations.filter { $0.rules.contains(rule) }
  }

  /// Whether it names the rule, or one of its expectations does.
  package func shows(_ rule: String) -> Bool {
    rules.contains(rule) || citations.contains { $0.rules.contains(rule) }
  }
}

extension Scenario {
  /// The questions that its expectations answer, by number.
  package var answers: [Int] { Set(expectations.flatMap(\.answers)).sorted() }

  /// The names of what its variants set.
  package var variedSettings: Set<String> { Set(variants.flatMap(\.sets)) }

  /// The questions that its steps ask in the inventory, by number.
  package var inventory: [Int] { questions.compactMap(\.inventory) }
}
