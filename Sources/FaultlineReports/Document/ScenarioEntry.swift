// A scenario of a comparison in two lines: what changed in it, and the measurement that tells most, before and after.

package import FaultlineAnalysis
import FaultlineMeasures

/// The entry of one scenario, or of one of its trials.
struct ScenarioEntry {
  /// What changed in the scenario.
  let cause: String
  /// The gated measurements before and after, the worst first; empty where none differs.
  let effects: [String]
  /// Whether something is worse.
  let isWorse: Bool
  /// Whether something is better.
  let isBetter: Bool

  private static let mostEffects = 3

  /// The entry of a scenario's trials; nil where there is nothing to say.
  init?(_ trials: [Comparison.Trial], _ loosenings: [Comparison.Loosening], _ across: AcrossChanges)
  {
    let whole = Comparison.of(trials)
    let worse = whole.groups([.worse]).filter { across.shows($0.first) }
    let better = whole.groups([.better])
    let changed = whole.groups([.changed, .new, .gone])
    isWorse = !worse.isEmpty
    isBetter = !better.isEmpty
    // One of each kind before a second of any.
    var ranked: [(word: String, group: Comparison.Group)] = []
    for group in worse.prefix(1) { ranked.append(("worse", group)) }
    for group in better.prefix(1) { ranked.append(("better", group)) }
    for group in worse.dropFirst() { ranked.append(("worse", group)) }
    for group in better.dropFirst() { ranked.append(("better", group)) }
    for group in changed { ranked.append(("changed", group)) }
    let isOne = trials.count == 1
    var effects = ranked.prefix(Self.mostEffects).map { word, group in
      let name = trials.first { $0.id == group.first.trial }?.cell ?? group.first.trial
      return "\(word): " + (isOne ? "" : "\(name) ") + group.sentence
    }
    let more = ranked.count - effects.count
    if more > 0 { effects.append("… and \(counted(more, "more measurement"))") }
    let informing = whole.informing.count
    if !effects.isEmpty, informing > 0 {
      effects.append("\(counted(informing, "other measurement")) changed, and decided nothing")
    }
    self.effects = effects
    let causes = Self.causes(trials) + loosenings.map(\.sentence)
    guard !causes.isEmpty || !effects.isEmpty else { return nil }
    cause =
      causes.isEmpty ? "nothing in the scenario changed" : causes.joined(separator: "; ")
  }

  /// What changed, once for all variants of which it is true.
  private static func causes(_ trials: [Comparison.Trial]) -> [String] {
    var said: [(words: String, cells: [String])] = []
    func say(_ words: String, _ cell: String) {
      if let place = said.firstIndex(where: { $0.words == words }) {
        said[place].cells.append(cell)
      } else {
        said.append((words, [cell]))
      }
    }
    let renamed = Set(trials.compactMap(\.formerName))
    for trial in trials {
      for change in trial.changes { say(change, trial.cell) }
      if let former = trial.formerName {
        say("'\(trial.cell)' measures the same as '\(former)' did, which is gone: renamed", "")
      } else if trial.standing == .gone, !renamed.contains(trial.cell) {
        say("'\(trial.cell)' is gone", "")
      } else if trial.standing == .new {
        say("'\(trial.cell)' is new", "")
      }
    }
    return said.map { words, cells in
      let named = cells.filter { !$0.isEmpty }
      return named.isEmpty || named.count == trials.count && trials.count > 1
        ? words : "\(words) (\(named.joined(separator: ", ")))"
    }
  }

  /// The two lines, and what is behind them.
  var lines: [String] { [cause] + effects }
}

extension Comparison {
  /// A comparison of these trials alone.
  static func of(_ trials: [Trial]) -> Comparison {
    var comparison = Comparison(
      base: RunResult(scenarios: []), head: RunResult(scenarios: []))
    comparison.trials = trials
    return comparison
  }

  /// The comparison of one scenario.
  package func of(_ scenario: String) -> Comparison {
    var comparison = self
    comparison.trials.removeAll { $0.scenario != scenario }
    comparison.loosenings.removeAll { $0.scenario != scenario }
    return comparison
  }
}

extension ReportBuilder {
  /// The scenarios of a comparison that are not as they were, two lines each and what is behind them.
  func entries(
    _ comparison: Comparison, _ occasion: ReportOccasion, _ across: AcrossChanges
  ) -> [Report.Block] {
    let names = comparison.trials.map(\.scenario).withoutRepeats
    let items = names.compactMap { name -> Report.Item? in
      let own = comparison.of(name)
      // What is new as a whole, or gone as a whole, is listed elsewhere.
      guard own.trials.contains(where: { ![.new, .gone].contains($0.standing) }),
        let entry = ScenarioEntry(own.trials, own.loosenings, across)
      else { return nil }
      let word = entry.isWorse ? "worse" : entry.isBetter ? "better" : "changed"
      return Report.Item(
        label: word, tone: entry.isWorse ? .worse : entry.isBetter ? .better : .neutral,
        text: "\(name): \(entry.cause)", details: entry.effects)
    }
    guard !items.isEmpty else { return [] }
    return [.list(Report.List(title: Self.entriesTitle, items: items, isOpen: true))]
  }

  /// The title above these entries.
  static let entriesTitle = "What changed"
}
