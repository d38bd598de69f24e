// What a run says to the questions that people ask: which expectations answer each of them, and whether they held.

package import FaultlineKnowledge
package import FaultlineMeasures
import FaultlineReplay

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
