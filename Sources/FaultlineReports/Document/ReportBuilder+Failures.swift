// What failed and what died, with all that somebody needs to go there.

import FaultlineMeasures

extension ReportBuilder {
  func failures(_ result: RunResult) -> [Report.Block] {
    let items = result.scenarios.flatMap { scenario in
      scenario.judgements.filter { $0.outcome != .held }
        .map { failure($0, of: scenario) }
    }
    return items.isEmpty ? [] : [.list(Report.List(title: "What failed", items: items))]
  }

  private func failure(_ judgement: Judgement, of scenario: ScenarioResult) -> Report.Item {
    var details = [judgement.place.description]
    if !judgement.detail.isEmpty { details.append(judgement.detail) }
    if let because = judgement.because, !because.isEmpty { details.append("because: \(because)") }
    details += scenario.ruleLines(of: judgement)
    details += scenario.leaks(behind: judgement).map { "why: \($0.message)" }
    let variant = judgement.variant.map { " (\($0))" } ?? ""
    return Report.Item(
      label: judgement.outcome.rawValue,
      tone: judgement.outcome == .broken ? .worse : .neutral,
      text: judgement.that + variant, details: details)
  }

  func deaths(_ result: RunResult) -> [Report.Block] {
    let items = result.scenarios.flatMap { $0.trials.compactMap(death) }
    return items.isEmpty ? [] : [.list(Report.List(title: "What died", items: items))]
  }

  private func death(_ trial: TrialResult) -> Report.Item? {
    guard let death = trial.death else { return nil }
    var details: [String] = []
    let pass = death.pass.map { " in pass \($0)" } ?? ""
    if let step = death.lastStep {
      details.append("last step\(pass): \(step)")
    } else {
      details.append("it died before its first step\(pass)")
    }
    if let events = death.eventLine { details.append(events) }
    details.append(trial.samples.isEmpty ? "it had read nothing" : "what it had read is kept")
    details += death.output.map { "it wrote: \($0)" }
    return Report.Item(
      label: "died", tone: .worse, text: "\(trial.id) \(death.sentence)", details: details)
  }

  func findings(_ scenario: ScenarioResult) -> [Report.Block] {
    let items = scenario.trials.flatMap { trial in
      scenario.findings(of: trial)
        // A death is told once, with its cause; what lives on has a place of its own.
        .filter { ($0.kind != .died || trial.death == nil) && !$0.kind.tellsWhatLivesOn }
        .map { finding($0, in: trial) }
    }
    return items.isEmpty ? [] : [.list(Report.List(title: "Findings", items: items))]
  }

  private func finding(_ finding: Finding, in trial: TrialResult) -> Report.Item {
    let details = finding.evidence + (finding.advice.isEmpty ? [] : ["advice: \(finding.advice)"])
    return Report.Item(
      label: finding.kind.rawValue,
      tone: [.died, .disagreement].contains(finding.kind) ? .worse : .neutral,
      text: "\(finding.message) (\(trial.cell))", details: details)
  }
}
