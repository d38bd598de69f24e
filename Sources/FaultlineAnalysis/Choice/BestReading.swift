// The best reading of a headline, and whether the same variant has it in other results of the same scenario.

package import FaultlineMeasures

extension ScenarioResult {
  /// The best quantity of a column, if the metric has a better side and the variants differ.
  package func best(_ column: Column) -> Quantity? {
    let quantities = trials.compactMap { $0.reading(column.metric, at: column.checkpoint) }
    guard let least = quantities.min(), let most = quantities.max(), least != most else {
      return nil
    }
    return switch metric(column.metric)?.polarity ?? .neutral {
    case .less: least
    case .more: most
    case .neutral: nil
    }
  }

  /// The same where the variant that has it is the best at both ends of every band.
  package func surelyBest(_ column: Column) -> Quantity? {
    bands.contains { $0.otherBest.contains(column.title) } ? nil : best(column)
  }

  /// The headlines of which none of the best variants is the best, or as good, in other results.
  package func otherBest(in there: ScenarioResult) -> [String] {
    Headlines(self).all.filter { column in
      guard metric(column.metric)?.exactness == .exact, let here = best(column) else {
        return false
      }
      let elsewhere = there.best(column)
      return !trials.contains { trial in
        guard trial.reading(column.metric, at: column.checkpoint) == here else { return false }
        let other = there.trials.first { $0.id == trial.id }?
          .reading(column.metric, at: column.checkpoint)
        // Where all are the same there, each is the best.
        guard let other, let elsewhere else { return other != nil }
        return Tie.areTied(other, elsewhere)
      }
    }.map(\.title)
  }
}
