// What is best in results of another Core Data, beside what is best here.

import FaultlineMeasures
import FaultlineReports

extension AdviceElsewhere {
  /// Compares place by place; nothing of a place where neither advises anything.
  static func all(
    _ name: String, of there: ScenarioResult, beside here: ScenarioResult
  ) -> [AdviceElsewhere] {
    let (mine, theirs) = (Advice.all(here), Advice.all(there))
    return (mine.map(\.place) + theirs.map(\.place)).withoutRepeats.map { place in
      let (one, other) = (mine.first { $0.place == place }, theirs.first { $0.place == place })
      let holds =
        if let one, let other { one.agrees(with: other) } else { (one == nil) == (other == nil) }
      return AdviceElsewhere(there: name, place: place, best: Advice.words(other), holds: holds)
    }
  }
}
