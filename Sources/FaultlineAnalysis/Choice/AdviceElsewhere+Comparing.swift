// What is best in results of another Core Data, beside what is best here.

package import FaultlineMeasures

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
