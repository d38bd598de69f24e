// Differences in the order in which one wants to read them: the scenario's own columns first, then the largest,
// and of each metric one line, however many checkpoints repeat it.

package import FaultlineMeasures

extension Comparison {
  /// What differs of one metric in one trial.
  package struct Group: Sendable, Hashable {
    /// The readings, the most telling one first, then in the order they were taken.
    package var pairs: [Pair]
    /// The place of the first among the scenario's columns, if it is one.
    package var column: Int?

    /// The reading that stands for all.
    package var first: Pair { pairs[0] }

    /// Gathers readings, of which there is at least one.
    package init(_ pairs: [Pair], columns: [Column]) {
      func column(_ pair: Pair) -> Int? {
        columns.firstIndex { $0.metric == pair.metric.name && $0.checkpoint == pair.checkpoint }
      }
      let places = pairs.indices
      let shown = places.filter { column(pairs[$0]) != nil }
        .min { column(pairs[$0]) ?? 0 < column(pairs[$1]) ?? 0 }
      let largest = places.max { pairs[$0].change < pairs[$1].change }
      let first = shown ?? largest ?? 0
      self.column = shown.flatMap { column(pairs[$0]) }
      self.pairs = [pairs[first]] + places.filter { $0 != first }.map { pairs[$0] }
    }
  }

  /// The gated readings that came to one of these verdicts, or those that inform, by trial and metric, those first that
  /// matter most.
  package func groups(_ verdicts: [Pair.Verdict], informing: Bool = false) -> [Group] {
    Self.ranked(trials.flatMap { $0.unrankedGroups(verdicts, informing) })
  }

  /// Columns in their order, then what has changed most in proportion; ties stay in the order they were read.
  fileprivate static func ranked(_ groups: [Group]) -> [Group] {
    groups.enumerated().sorted { one, other in
      let places = (one.element.column ?? .max, other.element.column ?? .max)
      if places.0 != places.1 { return places.0 < places.1 }
      let changes = (one.element.first.proportion, other.element.first.proportion)
      if changes.0 != changes.1 { return changes.0 > changes.1 }
      return one.offset < other.offset
    }.map(\.element)
  }
}

extension Comparison.Trial {
  /// The gated readings that came to one of these verdicts, or those that inform, by metric, those first that matter most.
  package func groups(
    _ verdicts: [Comparison.Pair.Verdict], informing: Bool = false
  ) -> [Comparison.Group] {
    Comparison.ranked(unrankedGroups(verdicts, informing))
  }

  fileprivate func unrankedGroups(
    _ verdicts: [Comparison.Pair.Verdict], _ informing: Bool
  ) -> [Comparison.Group] {
    var metrics: [String] = []
    var pairsOf: [String: [Comparison.Pair]] = [:]
    for pair in pairs where pair.isGated != informing && verdicts.contains(pair.verdict) {
      if pairsOf[pair.metric.name] == nil { metrics.append(pair.metric.name) }
      pairsOf[pair.metric.name, default: []].append(pair)
    }
    return metrics.compactMap { pairsOf[$0] }.map { Comparison.Group($0, columns: columns) }
  }
}

extension Comparison.Pair {
  /// How far the two sides are apart, whichever is larger.
  fileprivate var change: Double {
    guard let base, let head else { return (head ?? base)?.double.magnitude ?? 0 }
    return head.subtracting(base).double.magnitude
  }

  /// The same as a part of the earlier one; from nothing, it is more than any part.
  fileprivate var proportion: Double {
    guard let base, base.double != 0 else { return .infinity }
    return change / base.double.magnitude
  }
}
