// What failed and what died, with all that is needed to go there: one block for one thing, however many variants it
// happened in.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  func failures(_ scenarios: [ScenarioResult]) -> [Report.Block] {
    let items = scenarios.flatMap { scenario in
      let names = TrialNames(scenario)
      let judged = TrialJudgements(scenario)
      return FailedExpectation.all(in: scenario).map { item(of: $0, in: scenario, names, judged) }
    }
    return items.isEmpty ? [] : [.list(Report.List(title: "What failed", items: items))]
  }

  /// What fails at a value of an undocumented behavior that is not the default; it changes no verdict.
  func undecided(_ scenarios: [ScenarioResult]) -> [Report.Block] {
    let items = scenarios.flatMap { scenario in
      let names = TrialNames(scenario)
      let judged = TrialJudgements(scenario)
      return FailedExpectation.all(in: scenario) { $0 == .undecided }
        .map { item(of: $0, in: scenario, names, judged) }
    }
    return items.isEmpty ? [] : [.list(Report.List(title: "Undecided", items: items))]
  }

  /// What is above a soft limit; it changes no verdict.
  func warnings(_ scenarios: [ScenarioResult]) -> [Report.Block] {
    let items = scenarios.flatMap(\.warnings).map {
      Report.Item(label: "warning", tone: .neutral, text: $0)
    }
    return items.isEmpty
      ? [] : [.list(Report.List(title: "Above a soft limit", items: items, isOpen: true))]
  }

  private func item(
    of failed: FailedExpectation, in scenario: ScenarioResult, _ names: TrialNames,
    _ judged: TrialJudgements
  ) -> Report.Item {
    let first = failed.answers[0]
    let cells = failed.answers.map { $0.variant.map(names.name(ofTitle:)) }
    let isAlone = failed.answers.count == 1
    let found = isAlone || Set(failed.answers.map(\.detail)).count == 1 ? first.detail : ""
    var details = [first.place.description]
    if !found.isEmpty { details.append(found) }
    if let because = first.because, !because.isEmpty { details.append("because: \(because)") }
    details += scenario.ruleLines(of: first)
    details +=
      failed.answers.flatMap { scenario.leaks(behind: $0, judged) }
      .map { "why: \($0.message)" }.withoutRepeats
    let ways = isAlone ? cells[0] : "\(failed.answers.count) of \(counted(failed.asked, "variant"))"
    return Report.Item(
      label: first.outcome == .broken ? "failed" : first.outcome.rawValue,
      tone: first.outcome == .broken ? .worse : .neutral,
      text: first.that + (ways.map { " (\($0))" } ?? ""), details: details,
      cases: isAlone
        ? []
        : zip(cells, failed.answers).map { cell, answer in
          [cell ?? "everything", found.isEmpty ? answer.detail : ""].filter { !$0.isEmpty }
            .joined(separator: ": ")
        })
  }

  func deaths(_ scenarios: [ScenarioResult]) -> [Report.Block] {
    let items = scenarios.flatMap { scenario in
      let dead = scenario.trials.compactMap { trial in
        death(trial).map { (words: trial.id, item: $0) }
      }
      return Report.Item.gathered(dead) { ids, sentence in
        ids.count == 1
          ? "\(ids[0]) \(sentence)" : "\(counted(ids.count, "variant")), each of which \(sentence)"
      }
    }
    return items.isEmpty ? [] : [.list(Report.List(title: "Crashes", items: items))]
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
    return Report.Item(label: "crashed", tone: .worse, text: death.sentence, details: details)
  }

  func findings(_ scenario: ScenarioResult) -> [Report.Block] {
    let names = TrialNames(scenario)
    let found = scenario.trials.flatMap { trial in
      scenario.findings(of: trial)
        // A death is reported once, with its cause; what lives on has a place of its own.
        .filter { ($0.kind != .died || trial.death == nil) && !$0.kind.hasItsOwnPlace }
        .map { (words: names.name(of: trial), item: finding($0)) }
    }
    let items = Report.Item.gathered(found) { cells, message in
      "\(message) (\(TrialNames.listed(cells)))"
    }
    return items.isEmpty ? [] : [.list(Report.List(title: "Findings", items: items))]
  }

  private func finding(_ finding: Finding) -> Report.Item {
    let details = finding.evidence + (finding.advice.isEmpty ? [] : ["advice: \(finding.advice)"])
    return Report.Item(
      label: finding.kind.rawValue,
      tone: [.died, .disagreement].contains(finding.kind) ? .worse : .neutral,
      text: finding.message, details: details)
  }
}

/// An expectation that was not held, with all answers that say so in the same way.
private struct FailedExpectation {
  /// At least one answer.
  var answers: [Judgement]
  /// How many answers there are to the same expectation, good ones too.
  let asked: Int

  private struct Key: Hashable {
    let that: String
    let place: SourcePlace
    let because: String?
    let outcome: Judgement.Outcome?

    init(_ judgement: Judgement, isOfOutcome: Bool = true) {
      that = judgement.that
      place = judgement.place
      because = judgement.because
      outcome = isOfOutcome ? judgement.outcome : nil
    }
  }

  /// In the order in which they first failed.
  static func all(
    in scenario: ScenarioResult, where isWanted: (Judgement.Outcome) -> Bool = \.isFailure
  ) -> [FailedExpectation] {
    var asked: [Key: Int] = [:]
    for judgement in scenario.judgements {
      asked[Key(judgement, isOfOutcome: false), default: 0] += 1
    }
    var places: [Key: Int] = [:]
    var failed: [FailedExpectation] = []
    for judgement in scenario.judgements where isWanted(judgement.outcome) {
      if let place = places[Key(judgement)] {
        failed[place].answers.append(judgement)
      } else {
        places[Key(judgement)] = failed.count
        failed.append(
          FailedExpectation(
            answers: [judgement], asked: asked[Key(judgement, isOfOutcome: false)] ?? 1))
      }
    }
    return failed
  }
}

extension Report.Item {
  /// Items that say the same of several things are one; the things are named by `text`, or a line each where they are
  /// many.
  static func gathered(
    _ items: [(words: String, item: Report.Item)], text: ([String], String) -> String
  ) -> [Report.Item] {
    var places: [Report.Item: Int] = [:]
    var groups: [(item: Report.Item, words: [String])] = []
    for (words, item) in items {
      if let place = places[item] {
        groups[place].words.append(words)
      } else {
        places[item] = groups.count
        groups.append((item, [words]))
      }
    }
    return groups.map { item, words in
      var item = item
      item.text = text(words, item.text)
      item.cases = TrialNames.unlisted(words)
      return item
    }
  }
}
