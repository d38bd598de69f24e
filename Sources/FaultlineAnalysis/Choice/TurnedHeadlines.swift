// Headlines by which a variant is better than the reference in some results, and not in others of the same scenario.

package import FaultlineMeasures

extension ScenarioResult {
  /// What stands otherwise to its reference in other results, such as `round trips of 'prefetched'`.
  package func turnedHeadlines(in there: ScenarioResult) -> [String] {
    let names = TrialNames(self)
    let (mine, theirs) = (TrialReferences(self), TrialReferences(there))
    return Headlines(self).all.flatMap { column -> [String] in
      // A time is no counter, and what is chance turns nothing.
      guard let metric = metric(column.metric), metric.exactness == .exact,
        metric.polarity != .neutral
      else { return [] }
      return trials.compactMap { trial -> String? in
        guard let other = there.trials.first(where: { $0.id == trial.id }),
          let here = trial.standing(column, beside: mine.reference(of: trial)),
          let elsewhere = other.standing(column, beside: theirs.reference(of: other)),
          here != elsewhere
        else { return nil }
        return names.words(for: column, of: trial)
      }
    }
  }
}

extension ScenarioResult {
  /// The bands at whose other end a headline of a trial stands otherwise to the reference.
  package func bands(turning column: Column, of trial: TrialResult, _ names: TrialNames)
    -> [PlayedBehavior]
  {
    let words = names.words(for: column, of: trial)
    return bands.filter { $0.turned.contains(words) }
  }
}

extension TrialNames {
  /// How a headline of a trial is named where it turns.
  fileprivate func words(for column: Column, of trial: TrialResult) -> String {
    "\(column.title) of \(name(of: trial))"
  }
}

extension TrialResult {
  /// Whether a headline is less than the reference's, the same, or more; nil for the reference itself.
  fileprivate func standing(_ column: Column, beside reference: TrialResult?) -> Int? {
    guard let reference, reference.key != key,
      let mine = reading(column.metric, at: column.checkpoint),
      let theirs = reference.reading(column.metric, at: column.checkpoint)
    else { return nil }
    return mine < theirs ? -1 : mine == theirs ? 0 : 1
  }
}
