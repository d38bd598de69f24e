// The best reading of a headline, whether the same variant has it in other results, and what counts as a tie.

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

// Readings that differ by so little that nothing should be chosen by it. They are exact, so the difference is real; it is
// only no reason.

/// What counts as a tie in advice and in the marks of the best.
package enum Tie {
  /// The part of the smaller reading by which two may differ: one hundredth.
  package static let share = 0.01

  /// The share in words.
  package static let words = "within \(NumberText.decimal(share * 100, places: 0)) %"

  /// Whether two readings are equal, or as good as equal; nothing ties with zero but zero.
  package static func areTied(_ one: Quantity, _ other: Quantity) -> Bool {
    let apart = (one.double - other.double).magnitude
    return one == other || apart <= share * min(one.double.magnitude, other.double.magnitude)
  }

  /// The place of each cost: 0 for the least and all that tie with it, 1 for the least of the others, and so on.
  ///
  /// Of three in a row the first and the last may be too far apart, so all in a place tie with the least of them. With
  /// ties between neighbours alone, three variants could beat one another in a circle.
  package static func ranks(_ costs: [Quantity]) -> [Int] {
    var ranks = [Int](repeating: 0, count: costs.count)
    var least: Quantity?
    var rank = -1
    for place in costs.indices.sorted(by: { costs[$0] < costs[$1] }) {
      if least.map({ !areTied($0, costs[place]) }) ?? true {
        least = costs[place]
        rank += 1
      }
      ranks[place] = rank
    }
    return ranks
  }
}
