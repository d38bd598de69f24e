// What was asked and what was answered, one by one, for tools that count answers: every expectation,
// every trial, and every trial against its baseline.

import FaultlineAnalysis
import FaultlineKnowledge
package import FaultlineMeasures
import FaultlineReplay

extension Report {
  /// One thing that was asked, with its answer.
  package struct Case: Sendable, Hashable {
    /// The scenario's name.
    package var scenario: String
    /// What sort of thing was asked.
    package var kind: Kind
    /// What was asked, and of which variant.
    package var name: String
    /// What was asked, whatever the variant.
    package var question: String
    /// The variant that was asked, as far as it is one.
    package var variant: String?
    /// What came of it.
    package var outcome: Outcome
    /// The answer in a line; empty when it passed.
    package var message: String
    /// More about it, line by line.
    package var details: [String]
    /// Where to look.
    package var place: SourcePlace?

    /// The sorts of questions.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case expectation, trial, baseline
    }

    /// The answers there are; an error is no answer, and skipped is what could not be asked.
    package enum Outcome: String, Sendable, Hashable, CaseIterable {
      case passed, failed, error, skipped
    }

    /// The same in every run, so that tools recognize what they have shown before.
    package var fingerprint: String { Fingerprint.of([scenario, kind.rawValue, name]) }

    /// Whether it wants a look.
    package var isTrouble: Bool { outcome == .failed || outcome == .error }
  }

  /// Everything that was asked, in reading order.
  package var cases: [Case] {
    let asked = subject.run?.scenarios.flatMap { scenario -> [Case] in
      let judged = TrialJudgements(scenario)
      return scenario.judgements.map { scenario.answer($0, judged) }
        + scenario.trials.map { scenario.answer($0) }
        + scenario.missing.map { scenario.answer(missing: $0) }
    }
    let compared = subject.comparison?.trials.map { answer($0) }
    let loosened = subject.comparison?.loosenings.map { answer($0) }
    return subject.faults.map(\.answer) + (asked ?? []) + (compared ?? []) + (loosened ?? [])
  }

  /// An expectation that is less strict than it was fails a strict gate alone.
  private func answer(_ loosening: Comparison.Loosening) -> Case {
    let question =
      (loosening.checkpoints.isEmpty ? "is expected" : "decides the verdict")
      + " as in the \(subject.earlier)"
    return Case(
      scenario: loosening.scenario, kind: .baseline,
      name: "\(loosening.earlier) \(question)", question: question, variant: nil,
      outcome: subject.isStrict ? .failed : .passed,
      message: subject.isStrict ? loosening.sentence : "", details: [],
      place: loosening.file.isEmpty
        ? nil : SourcePlace(file: loosening.file, line: loosening.line ?? 1, column: 1))
  }

  private func answer(_ trial: Comparison.Trial) -> Case {
    let bad: [Comparison.Pair.Verdict] =
      subject.isStrict ? [.worse, .better, .changed, .new, .gone] : [.worse]
    // The same list, in the same order, as in the report.
    let groups = trial.groups(bad).filter { subject.acrossChanges.shows($0.first) }
    let pairs = groups.flatMap(\.pairs)
    let isRegression =
      trial.standing == .workloadChanged && subject.acrossChanges == .fail
      && !pairs.isEmpty
    let isSkipped =
      trial.standing != .compared && !isRegression
      && !(subject.isStrict && (trial.isDifferent || trial.isLeftOut))
    let isOne = pairs.count == 1
    let word =
      subject.isStrict ? (isOne ? "differs" : "differ") : isOne ? "is worse" : "are worse"
    let found =
      pairs.isEmpty
      ? ""
      : "\(counted(pairs.count, "reading")) \(word): \(pairs[0].sentence)"
        + (pairs.count > 1 ? " …" : "")
    let standing =
      trial.standing == .compared
      ? "" : ([trial.standing.words] + trial.reasons).joined(separator: ": ")
    let problem = [standing, found, leftOut(of: trial)].filter { !$0.isEmpty }
      .joined(separator: "; ")
    let entry = problem.isEmpty ? nil : ScenarioEntry([trial], [], subject.acrossChanges)
    // What changed comes first, then the measurement that tells most.
    let message =
      trial.changes.isEmpty && trial.formerName == nil
      ? problem
      : [entry?.cause ?? "", found, leftOut(of: trial)].filter { !$0.isEmpty }
        .joined(separator: "; ")
    // A gate that answers nothing is closed, and what it could not be asked is why.
    let outcome: Case.Outcome =
      isSkipped
      ? subject.isUnanswered ? .error : .skipped
      : message.isEmpty ? .passed : .failed
    return Case(
      scenario: trial.scenario, kind: .baseline,
      name: "\(trial.cell) against the \(subject.earlier)",
      question: "against the \(subject.earlier)", variant: trial.cell,
      outcome: outcome, message: message,
      details: entry?.effects ?? groups.prefix(List.limit).map(\.sentence),
      place: trial.file.isEmpty
        ? nil : SourcePlace(file: trial.file, line: trial.line ?? 1, column: 1))
  }

  /// What a strict gate minds although nothing of it is known to differ.
  private func leftOut(of trial: Comparison.Trial) -> String {
    let count = trial.pairs.count { $0.isCoarse || $0.isGated && $0.verdict == .notCompared }
    guard subject.isStrict, count > 0 else { return "" }
    let reasons = trial.precision.reasons
    return (["\(counted(count, "reading")) not compared to the unit"] + reasons)
      .joined(separator: ": ")
  }
}

extension ScenarioResult {
  fileprivate func answer(_ judgement: Judgement, _ judged: TrialJudgements) -> Report.Case {
    let outcome: Report.Case.Outcome =
      switch judgement.outcome {
      case .held: .passed
      case .broken: .failed
      case .unanswered: .error
      case .undecided: .skipped
      }
    let detail =
      (judgement.outcome == .undecided ? "undecided: " : "")
      + (judgement.detail.isEmpty ? judgement.outcome.rawValue : judgement.detail)
    let why = outcome == .passed ? [] : leaks(behind: judgement, judged).flatMap(\.lines)
    return Report.Case(
      scenario: name, kind: .expectation,
      name: judgement.that + (judgement.variant.map { " (\($0))" } ?? ""),
      question: judgement.that, variant: judgement.variant, outcome: outcome,
      message: outcome == .passed ? "" : detail,
      details: (judgement.because.map { ["because: \($0)"] } ?? [])
        + (outcome == .passed ? [] : ruleLines(of: judgement)) + why, place: judgement.place)
  }

  fileprivate func answer(_ trial: TrialResult) -> Report.Case {
    var outcome = Report.Case.Outcome.passed
    var message = ""
    var details: [String] = []
    if let death = trial.death {
      outcome = .error
      message = "\(trial.cell) \(death.sentence)"
      details =
        (death.lastStep.map { ["last step: \($0)"] } ?? [])
        + (death.eventLine.map { [$0] } ?? []) + death.output
    } else if let finding = findings(of: trial).first(where: { $0.kind == .disagreement }) {
      outcome = .failed
      message = finding.message
      details = finding.evidence
    }
    return Report.Case(
      scenario: name, kind: .trial, name: "\(trial.cell) reads the same in every pass",
      question: "reads the same in every pass", variant: trial.cell, outcome: outcome,
      message: message, details: details,
      place: file.isEmpty ? nil : SourcePlace(file: file, line: 1, column: 1))
  }
}

extension ScenarioResult {
  /// A trial that was planned and never answered is an error, and no less one for the others' answers.
  fileprivate func answer(missing trial: String) -> Report.Case {
    Report.Case(
      scenario: name, kind: .trial, name: "\(trial) has a result", question: "has a result",
      variant: nil, outcome: .error, message: "\(trial) was planned, and there is no result of it",
      details: [], place: file.isEmpty ? nil : SourcePlace(file: file, line: 1, column: 1))
  }
}

extension ScenarioResult {
  /// The rules that an expectation shows, each with what it says.
  func ruleLines(of judgement: Judgement) -> [String] {
    rules(shownBy: judgement).map { rule in
      "rule \(rule)" + (RuleText.text(of: rule).map { ": \($0)" } ?? "")
    }
  }

  /// What lives on and broke an expectation, where that is about what is left.
  func leaks(behind judgement: Judgement, _ judged: TrialJudgements) -> [Finding] {
    guard judgement.outcome == .broken, isAboutLeaks(judgement) else { return [] }
    return judged.trials(of: judgement)
      .flatMap(\.findings).filter(\.kind.listsWhatLivesOn)
  }
}

extension Death {
  /// What the engine did last, in one line.
  var eventLine: String? {
    lastEvents.map { "last: " + $0.joined(separator: " · ") }
  }
}

extension Finding {
  /// All of it in lines: what is wrong, the drawing, what shows it, what to do, how to know it again.
  fileprivate var lines: [String] {
    ["why: \(message)"] + trace + evidence + (advice.isEmpty ? [] : ["advice: \(advice)"])
      + (fingerprint.map { ["fingerprint: \($0)"] } ?? [])
  }
}

extension Comparison.Trial.Standing {
  /// The standing in words.
  var words: String {
    switch self {
    case .compared: "compared"
    case .new: "there is no baseline of it"
    case .gone: "it is only in the baseline"
    case .died: "it crashed"
    case .workloadChanged: "it does other work"
    case .nothingRead: "nothing was read"
    }
  }
}

extension Comparison.Group {
  /// What differs most, and at how many more checkpoints.
  var sentence: String {
    let others = pairs.count - 1
    return first.sentence + (others > 0 ? ", and at \(counted(others, "more checkpoint"))" : "")
  }
}

extension Comparison.Pair {
  /// The reading and what became of it: `objects.live@end 4 → 5 (+25.0 %)`.
  var sentence: String {
    let scale = metric.scale
    let name = "\(metric.name)@\(checkpoint)"
    switch (base, head) {
    case (let base?, let head?):
      let percent = NumberText.percent(from: base, to: head) ?? "new"
      return "\(name) \(NumberText.exact(base, scale)) → \(NumberText.exact(head, scale))"
        + (base == head ? "" : " (\(percent))")
    case (nil, let head?): return "\(name) is new: \(NumberText.exact(head, scale))"
    case (let base?, nil): return "\(name) is gone: it was \(NumberText.exact(base, scale))"
    case (nil, nil): return name
    }
  }
}
