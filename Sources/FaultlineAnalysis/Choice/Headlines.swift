// What the table of variants shows: the columns that a scenario chose, or those that distinguish its variants.

package import FaultlineMeasures

/// The columns of a scenario's table.
package struct Headlines {
  /// The columns in their order.
  package private(set) var columns: [Column]
  /// Chosen by the report and the same in all rows, so that a line above the table is enough.
  package private(set) var shared: [Column] = []
  /// Chosen times, which are shown with their spread and judged by nothing.
  package private(set) var times: [Column] = []
  /// Chosen, but not the same in every run, and not shown for that.
  package private(set) var informative: [Column] = []

  /// What is looked at where a scenario chooses nothing, memory first, then the work; no checkpoint means the last reading.
  private static let usual: [(title: String, metric: String, checkpoint: String?)] = [
    ("peak", MetricName.bytesPeak, nil), ("live @released", MetricName.objectsLive, "released"),
    ("bytes left", MetricName.bytesLive, "end"), ("round trips", MetricName.roundTrips, nil),
    ("statements", MetricName.statements, nil), ("faults fired", MetricName.faultsFired, nil),
    ("allocations", MetricName.allocations, nil),
  ]
  /// A table with more columns fits no window.
  private static let most = 8

  package init(_ scenario: ScenarioResult) {
    guard scenario.columns.isEmpty else {
      columns = scenario.columns.filter { !scenario.isInformative($0) }
      let others = scenario.columns.filter(scenario.isInformative)
      times = others.filter { scenario.isTime($0) && scenario.reads($0) }
      informative = others.filter { !times.contains($0) }
      return
    }
    let steady = Self.steady(scenario)
    let known = Set(steady.map(\.metric))
    let others = Self.read(scenario).filter {
      !known.contains($0.metric) && scenario.metric($0.metric)?.polarity != .neutral
    }
    let telling = (steady + others).filter(scenario.distinguishes)
    // Where nothing differs, as with one variant, there is still something to show.
    columns = telling.isEmpty ? steady : Array(telling.prefix(Self.most))
    shared = telling.isEmpty ? [] : steady.filter { !columns.contains($0) && scenario.isSame($0) }
  }

  /// All that is worth a picture.
  package var all: [Column] { columns + shared }

  /// The exact columns whatever they read, so that charts over many runs have the same lines in each.
  package static func steady(_ scenario: ScenarioResult) -> [Column] {
    guard scenario.columns.isEmpty else { return Headlines(scenario).columns }
    let exact = Set(scenario.metrics.filter { $0.exactness == .exact }.map(\.name))
    let usual = usual.compactMap { title, metric, checkpoint -> Column? in
      guard exact.contains(metric),
        let place = checkpoint ?? scenario.lastCheckpoint(reading: metric)
      else { return nil }
      let column = Column(title: title, metric: metric, checkpoint: place)
      return scenario.reads(column) ? column : nil
    }
    return usual.isEmpty ? Array(read(scenario).prefix(most)) : usual
  }

  /// Every exact metric, where it was read last.
  private static func read(_ scenario: ScenarioResult) -> [Column] {
    scenario.metrics.filter { $0.exactness == .exact }.compactMap { metric in
      scenario.lastCheckpoint(reading: metric.name).map {
        Column(title: metric.name, metric: metric.name, checkpoint: $0)
      }
    }
  }
}

extension ScenarioResult {
  fileprivate func isInformative(_ column: Column) -> Bool {
    metric(column.metric)?.exactness == .informative
  }

  fileprivate func isTime(_ column: Column) -> Bool { metric(column.metric)?.group == .time }

  /// Where a metric was read last; stores are gone before the end, and a trial that died has not come so far.
  fileprivate func lastCheckpoint(reading metric: String) -> String? {
    (trials.filter { $0.death == nil } + trials).lazy.compactMap { trial in
      trial.samples.first?.checkpoints.last { $0[metric] != nil }?.name
    }.first
  }

  fileprivate func reads(_ column: Column) -> Bool {
    trials.contains { $0.reading(column.metric, at: column.checkpoint) != nil }
  }

  /// Whether at least two trials read different quantities.
  fileprivate func distinguishes(_ column: Column) -> Bool { quantities(column).count > 1 }

  /// Whether every trial read the same quantity.
  fileprivate func isSame(_ column: Column) -> Bool {
    quantities(column).count == 1
      && trials.allSatisfy { $0.reading(column.metric, at: column.checkpoint) != nil }
  }

  private func quantities(_ column: Column) -> Set<Quantity> {
    Set(trials.compactMap { $0.reading(column.metric, at: column.checkpoint) })
  }
}

// Headlines by which a variant is better than the reference in some results, and not in others of the same scenario.
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
