// What a scenario advises, without its figures: the variants worth choosing, by the place where they are chosen.

package import FaultlineMeasures

/// The variants worth choosing on one store and of one size.
package struct Advice: Sendable, Hashable {
  /// Where it is chosen; empty where there is one place only.
  package let place: String
  /// The variants, those that tie together; several where each has something that the others have not.
  package let best: [Set<String>]

  /// The advice of a scenario, place by place; none where its variants cost the same, or there is one only.
  package static func all(_ scenario: ScenarioResult) -> [Advice] {
    let names = TrialNames(scenario)
    return Choice.all(scenario).map { choice in
      Advice(
        place: choice.place,
        best: choice.winners.map { tied in Set(tied.map { names.name(of: $0.trial) }) })
    }
  }

  /// The variants in words: those that tie joined by "or", the others by "and".
  package var words: String {
    best.map { $0.sorted().joined(separator: " or ") }.joined(separator: "; ")
  }

  /// What some results advise, in words.
  package static func words(_ advice: Advice?) -> String {
    advice?.words ?? "no variant: all cost the same"
  }

  /// Whether two results advise the same; nothing agrees with nothing.
  package static func agree(_ one: Advice?, _ other: Advice?) -> Bool {
    guard let one, let other else { return (one == nil) == (other == nil) }
    return one.agrees(with: other)
  }

  /// What two results of a scenario advise, place by place.
  package static func pairs(
    _ one: ScenarioResult, _ other: ScenarioResult
  ) -> [(place: String, one: Advice?, other: Advice?)] {
    let (first, second) = (all(one), all(other))
    return (first.map(\.place) + second.map(\.place)).withoutRepeats.map { place in
      (place, first.first { $0.place == place }, second.first { $0.place == place })
    }
  }

  /// Whether another advice names the same variants, in whichever order.
  package func agrees(with other: Advice) -> Bool { Set(best) == Set(other.best) }
}

// What is best in results of another Core Data, beside what is best here.
extension AdviceElsewhere {
  /// Compares place by place the results of what is otherwise by one key; nothing of a place where neither advises
  /// anything.
  package static func all(
    _ key: String, _ value: String, of there: ScenarioResult, beside here: ScenarioResult
  ) -> [AdviceElsewhere] {
    Advice.pairs(here, there).map { place, mine, theirs in
      AdviceElsewhere(
        key: key, value: value, place: place, best: Advice.words(theirs),
        holds: Advice.agree(mine, theirs))
    }
  }
}
