// What lives on at an end, held or leaked: what holds it, with a drawing of the way, once a kind.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// What lives on in a scenario; a page of many scenarios has no room for drawings.
  func leaks(_ scenario: ScenarioResult, isWhole: Bool) -> [Report.Block] {
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
    var drawn: Set<String> = []
    let items = kinds.map { kind in
      // The same way may keep other numbers of objects in another variant: one drawing is enough.
      let isNew = kind.finding.fingerprint.map { drawn.insert($0).inserted } ?? true
      return kind.item(isDrawn: isNew && isWhole)
    }
    return items.isEmpty ? [] : [.list(Report.List(title: "What lives on", items: items))]
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

  func item(isDrawn: Bool) -> Report.Item {
    var details = isDrawn ? finding.evidence : []
    if isDrawn, !finding.advice.isEmpty { details.append("advice: \(finding.advice)") }
    if isDrawn, let fingerprint = finding.fingerprint {
      details.append("fingerprint: \(fingerprint)")
    }
    let text = "\(finding.message) (\(TrialNames.listed(cells)))"
    return Report.Item(
      label: label, tone: isExpected ? .same : .neutral, text: text,
      trace: isDrawn ? finding.trace : [], details: details,
      cases: TrialNames.unlisted(cells))
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
