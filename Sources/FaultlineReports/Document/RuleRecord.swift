// What a run says of rules and of questions: which expectations show or answer each of them, and whether they held.

package import FaultlineKnowledge
package import FaultlineMeasures
import FaultlineReplay

/// One rule, and what showed it in a run.
package struct RuleRecord: Sendable, Hashable {
  /// The rule, such as `C1`.
  package let rule: String
  /// Every expectation that shows it, in the order of the run.
  package let showings: [Showing]

  /// An expectation that shows a rule, with its answers in all variants.
  package struct Showing: Sendable, Hashable {
    /// The scenario that expects it.
    package let scenario: String
    /// The expectation as it was written; nil for a scenario that names the rule as a whole.
    package let that: String?
    /// How many answers there are.
    package let asked: Int
    /// How many of them say that it held.
    package let held: Int
  }

  /// What the rule says, unless it is a scenario's own.
  package var text: String? { RuleText.text(of: rule) }

  /// The scenarios that show it, each once.
  package var scenarios: [String] {
    var names: [String] = []
    for showing in showings where names.last != showing.scenario { names.append(showing.scenario) }
    return names
  }

  /// How many expectations held, in every variant.
  package var held: Int { showings.count { $0.isHeld } }

  /// What became of it.
  package var outcome: Outcome {
    showings.isEmpty ? .notShown : held == showings.count ? .held : .broken
  }

  /// A rule holds where all scenarios that show it say so.
  package enum Outcome: String, Sendable, Hashable, CaseIterable {
    case held, broken, notShown
  }
}

extension RuleRecord.Showing {
  /// Whether every variant says that it held; a scenario of which nothing ran says nothing.
  package var isHeld: Bool { held == asked && asked > 0 }
}

extension RunResult {
  /// Every rule that there is, and every other that a scenario names, in the order in which they are taught.
  package var rules: [RuleRecord] {
    var names = RuleText.all.map(\.id)
    for rule in scenarios.flatMap(\.rules) where !names.contains(rule) { names.append(rule) }
    return names.map { rule in
      RuleRecord(rule: rule, showings: scenarios.flatMap { $0.showings(of: rule) })
    }
  }
}

extension ScenarioResult {
  /// The rules that an expectation shows: those that its reason cites.
  package func rules(shownBy judgement: Judgement) -> [String] {
    RuleText.cited(in: judgement.because ?? "", knowing: rules)
  }

  /// The expectations that cite a rule; where none does although the scenario names it, all of them stand for it.
  func showings(of rule: String) -> [RuleRecord.Showing] {
    let citing = judgements.filter { rules(shownBy: $0).contains(rule) }
    guard !citing.isEmpty else {
      return rules.contains(rule) ? [showing(judgements, as: nil)] : []
    }
    var places: [SourcePlace] = []
    for judgement in citing where !places.contains(judgement.place) {
      places.append(judgement.place)
    }
    return places.map { place in
      let answers = citing.filter { $0.place == place }
      return showing(answers, as: answers[0].that)
    }
  }

  private func showing(_ answers: [Judgement], as that: String?) -> RuleRecord.Showing {
    RuleRecord.Showing(
      scenario: name, that: that, asked: answers.count,
      held: answers.count { !$0.outcome.isFailure })
  }
}

/// One question, and what answered it in a run.
package struct QuestionRecord: Sendable, Hashable {
  /// The number of the question.
  package let number: Int
  /// Every expectation that answers it, in the order of the run.
  package let answers: [Answer]

  /// An expectation that answers a question, in all variants and on all stores.
  package struct Answer: Sendable, Hashable {
    /// The scenario that expects it.
    package let scenario: String
    /// The expectation as it was written.
    package let that: String
    /// How many judgements there are.
    package let asked: Int
    /// How many of them say that it held.
    package let held: Int
    /// What was read in the first of them.
    package let found: String

    /// Whether every judgement says that it held.
    package var isHeld: Bool { held == asked && asked > 0 }
  }

  /// The question, if there is one of the number.
  package var question: Question? { Question.numbered(number) }

  /// How many expectations held.
  package var held: Int { answers.count { $0.isHeld } }
}

extension RunResult {
  /// Every question that there is, with what answers it.
  package var questions: [QuestionRecord] {
    Question.all.map { question in
      QuestionRecord(
        number: question.number,
        answers: scenarios.flatMap { $0.answers(to: question.number) })
    }
  }
}

extension ScenarioResult {
  /// The expectations that answer a question.
  func answers(to question: Int) -> [QuestionRecord.Answer] {
    let answering = judgements.filter { $0.answers.contains(question) }
    var places: [SourcePlace] = []
    for judgement in answering where !places.contains(judgement.place) {
      places.append(judgement.place)
    }
    return places.map { place in
      let judgements = answering.filter { $0.place == place }
      return QuestionRecord.Answer(
        scenario: name, that: judgements[0].that, asked: judgements.count,
        held: judgements.count { !$0.outcome.isFailure }, found: judgements[0].detail)
    }
  }
}
