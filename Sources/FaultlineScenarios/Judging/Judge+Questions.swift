// The choices of questions, as far as a run has read what they ask for: a question that is wrong is a broken expectation.

import FaultlineMeasures
import FaultlineProfiler

extension Judge {
  /// The questions of which not exactly one choice is right in what was measured.
  ///
  /// Only those are judged here whose choices name their checkpoints; what is read before and after a step is known to
  /// a replay alone.
  func questionsThatAreWrong() -> [Judgement] {
    plan.scenario.questions.filter(\.namesItsCheckpoints).flatMap { question in
      measured.filter { $0.result.death == nil }.compactMap { judgement(question, $0) }
    }
  }

  private func judgement(_ question: OfferedQuestion, _ cell: MeasuredTrial) -> Judgement? {
    let scope = ReadingScope(
      parameters: cell.trial.parameters, cell: cell, variants: [cell], sizes: { _ in [] })
    var right: [String] = []
    for choice in question.choices {
      do throws(FormulaError) {
        if try choice.isRight.holds(in: scope) { right.append(choice.says) }
      } catch {
        // A checkpoint that this trial does not take: the question is not asked in it.
        return nil
      }
    }
    guard right.count != 1 else { return nil }
    let which = right.isEmpty ? "none is right" : "right are \(right.joined(separator: "; "))"
    return Judgement(
      that: "one choice is right: \(question.question)", because: nil,
      place: SourcePlace(
        file: FilePath.portable(question.place.file), line: question.place.line,
        column: question.place.column),
      variant: cell.trial.key.title, outcome: .broken,
      detail: ([which] + question.readings(in: scope)).joined(separator: ", "), asks: [],
      bound: nil,
      trials: [cell.trial.id])
  }
}

extension Scenario {
  /// Whether a question has choices that ask for more than a run reads: only a film judges it.
  package var asksBetweenReadings: Bool { questions.contains { !$0.namesItsCheckpoints } }
}

extension OfferedQuestion {
  /// Whether every reading that its choices ask for has a checkpoint of the run.
  fileprivate var namesItsCheckpoints: Bool {
    let mentions = choices.flatMap(\.isRight.mentions)
    let isNamed = mentions.contains { $0.role == .checkpoint }
    return isNamed
      && !mentions.contains { mention in
        mention.role == .checkpoint && mention.text == Self.asked
          || mention.role.isOperand && Probes.metric(named: mention.text) != nil
      }
  }
}
