// What lives on at an end, held or leaked: what holds it, with a drawing of the way, once a kind.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// Returns what is still alive in a scenario, with what to do about it, and the drawn paths to it.
  func leaks(_ scenario: ScenarioResult) -> (list: [Report.Block], drawn: [Report.Block]) {
    let names = TrialNames(scenario)
    let judged = TrialJudgements(scenario)
    var kinds: [LeakKind] = []
    var places: [LeakKind.Key: Int] = [:]
    for trial in scenario.trials {
      for finding in trial.findings where finding.kind.listsWhatLivesOn {
        let key = LeakKind.Key(fingerprint: finding.fingerprint, message: finding.message)
        let isExpected = scenario.expectsLeaks(in: trial, judged)
        if let place = places[key] {
          kinds[place].cells.append(names.name(of: trial))
          kinds[place].isExpected = kinds[place].isExpected && isExpected
        } else {
          places[key] = kinds.count
          kinds.append(
            LeakKind(finding: finding, cells: [names.name(of: trial)], isExpected: isExpected))
        }
      }
    }
    guard !kinds.isEmpty else { return ([], []) }
    let title = kinds.contains { $0.finding.kind == .leak } ? "Leaks" : "Still alive"
    // The same path may keep other numbers of objects in another variant: its advice and drawing are shown once.
    var known: Set<String> = []
    let isNew = kinds.map { kind in
      kind.finding.fingerprint.map { known.insert($0).inserted } ?? true
    }
    let items = zip(kinds, isNew).map { $0.item(isFirst: $1) }
    let drawn = zip(kinds, isNew).filter { $0.1 && !$0.0.finding.trace.isEmpty }.map(\.0.drawing)
    return (
      [.list(Report.List(title: title, items: items))],
      drawn.isEmpty ? [] : [.list(Report.List(title: "", items: drawn))]
    )
  }
}

/// One leak or hold of several variants.
private struct LeakKind {
  struct Key: Hashable {
    let fingerprint: String?
    let message: String
  }

  let finding: Finding
  var cells: [String]
  var isExpected: Bool

  /// A hold is no leak, and is judged by nothing but an expectation.
  private var label: String { isExpected ? "expected" : finding.kind == .hold ? "held" : "leak" }

  /// Returns what is alive, its holder and the variants, with what to do where it is the first of its kind.
  func item(isFirst: Bool) -> Report.Item {
    let advice = isFirst && !finding.advice.isEmpty ? ["Fix: \(finding.advice)"] : []
    return Report.Item(
      label: label, tone: isExpected ? .same : .neutral,
      text: "\(finding.message) (\(TrialNames.listed(cells)))", details: advice,
      cases: TrialNames.unlisted(cells))
  }

  /// The path to it, line by line.
  var drawing: Report.Item {
    Report.Item(
      label: label, tone: .same, text: finding.message, trace: finding.trace,
      details: finding.evidence + (finding.fingerprint.map { ["fingerprint: \($0)"] } ?? []))
  }
}

extension ScenarioResult {
  /// Whether an expectation says that objects are left in a trial, and holds.
  fileprivate func expectsLeaks(in trial: TrialResult, _ judged: TrialJudgements) -> Bool {
    judged.about(trial).contains { $0.outcome == .held && isAboutLeaks($0) }
  }

  /// Whether an expectation asks how much is left when everything should be gone.
  func isAboutLeaks(_ judgement: Judgement) -> Bool {
    judgement.asks.contains { asked in
      guard let metric = metric(asked.metric) else { return false }
      if metric.group == .end { return true }
      guard ["released", "end"].contains(asked.checkpoint) else { return false }
      return [.objects, .cycles].contains(metric.group) || metric.name == MetricName.bytesLive
    }
  }
}
