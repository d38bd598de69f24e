// The answers to a scenario's expectations.

import FaultlineKnowledge
import FaultlineMeasures
import FaultlineProfiler

/// Asks every expectation of what was measured.
struct Judge {
  let plan: Plan
  let measured: [MeasuredTrial]
  private let index: TrialIndex
  private static let metrics = Set(Probes.metrics.map(\.name))

  init(_ plan: Plan, _ trials: [TrialResult]) {
    self.plan = plan
    let results = Dictionary(
      trials.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    measured = plan.trials.compactMap { trial in
      results[trial.key].map { MeasuredTrial(trial: trial, result: $0) }
    }
    index = TrialIndex(plan, measured)
  }

  /// What the steps expected, then a judgement an expectation and cell, or one a place where the expectation names
  /// its variants or its sizes itself.
  func judgements() -> [Judgement] {
    momentary() + questionsThatAreWrong()
      + asked.flatMap { expectation in
        questions(expectation).map { answer(expectation, $0) }
      }
  }

  /// What could not be asked although it was planned: a growth over too few sizes; and, once, columns without a reading.
  func findings(for trial: Trial) -> [Finding] {
    let isFirst = measured.first?.trial.key == trial.key
    return (isFirst ? emptyColumns : []) + unasked(of: trial) + filledBatches(of: trial)
  }

  /// The columns for which nothing was read, where every trial came to its end.
  private var emptyColumns: [Finding] {
    guard measured.count == plan.trials.count, measured.allSatisfy({ $0.result.death == nil })
    else { return [] }
    return plan.scenario.columns.filter { column in
      measured.allSatisfy { $0.result.reading(column.metric, at: column.checkpoint) == nil }
    }.map { column in
      plan.emptyColumns[column.title] ?? .emptyColumn(column, "it is not read there")
    }
  }

  private func unasked(of trial: Trial) -> [Finding] {
    asked.flatMap { expectation -> [Finding] in
      guard expectation.pattern.matches(trial.key, trial.settings.behaviours),
        let parameter = parametersWithTooFewSizes(expectation, trial).first,
        index.like(trial, butFor: parameter).first?.trial.key == trial.key
      else { return [] }
      return [
        Finding(
          kind: .measurement,
          message: "'\(expectation.that)' was not asked: it takes "
            + "\(ParameterSizes.fewestForGrowth) sizes of '\(parameter)' to show how something grows.",
          advice: "Run it without '--set \(parameter)=…', or name more sizes.")
      ]
    }
  }

  /// The expectations whose variants ran; after an interruption some have not.
  private var asked: [Expectation] {
    plan.scenario.expectations.indices.filter { !plan.skipped.contains($0) }
      .map { plan.scenario.expectations[$0] }
      .filter { expectation in
        expectation.that.mentions.allSatisfy { mention in
          mention.role != .variant || index.variants.contains(mention.text)
        }
      }
  }

  // MARK: - What is asked

  /// One judgement to be made.
  private struct Question {
    /// The trial that is asked, or one of those in the place that is.
    let cell: MeasuredTrial
    /// Whether the trial itself is asked, and not all variants in its place.
    let isOfOne: Bool
    /// What the report calls it.
    let title: String?
    /// The trials whose readings answer it.
    let trials: [MeasuredTrial]
  }

  private func questions(_ expectation: Expectation) -> [Question] {
    let cells = measured.filter {
      expectation.pattern.matches($0.trial.key, $0.trial.settings.behaviours)
        && parametersWithTooFewSizes(expectation, $0.trial).isEmpty
        && hasAllSizes(expectation, $0.trial)
    }
    if expectation.namesItsVariants(among: Self.metrics) {
      return first(of: cells, by: \.place)
        .map { cell in
          Question(
            cell: cell, isOfOne: false, title: cell.trial.key.place,
            trials: index.beside(cell.trial))
        }
    }
    if let parameter = expectation.sizesItIsFittedOver(among: Self.metrics) {
      return first(of: cells) { $0.without(size: parameter) }
        .map { cell in
          Question(
            cell: cell, isOfOne: true, title: cell.trial.key.without(size: parameter).title,
            trials: index.like(cell.trial, butFor: parameter))
        }
    }
    return cells.map { Question(cell: $0, isOfOne: true, title: $0.trial.key.title, trials: [$0]) }
  }

  /// The first trial of every place.
  private func first<Place: Hashable>(
    of cells: [MeasuredTrial], by place: (TrialKey) -> Place
  ) -> [MeasuredTrial] {
    var places: Set<Place> = []
    return cells.filter { places.insert(place($0.trial.key)).inserted }
  }

  private func parametersWithTooFewSizes(_ expectation: Expectation, _ trial: Trial) -> [String] {
    expectation.that.root.metricForms.compactMap(\.fittedParameter).filter { parameter in
      index.planned(like: trial, butFor: parameter) < ParameterSizes.fewestForGrowth
    }
  }

  /// Whether every size ran; after an interruption some have not.
  private func hasAllSizes(_ expectation: Expectation, _ trial: Trial) -> Bool {
    expectation.that.root.metricForms.compactMap(\.fittedParameter).allSatisfy { parameter in
      index.planned(like: trial, butFor: parameter)
        == index.like(trial, butFor: parameter).count
    }
  }

  // MARK: - What is answered

  private func answer(_ expectation: Expectation, _ question: Question) -> Judgement {
    let trial = question.cell.trial
    let scope = ReadingScope(
      parameters: question.isOfOne ? trial.parameters : trial.cell.shared,
      cell: question.isOfOne ? question.cell : nil,
      variants: index.beside(trial),
      sizes: { index.like(trial, butFor: $0) })
    var judgement = judgement(
      expectation.that, expectation.because, expectation.place, question.title,
      of: question.trials, in: scope)
    judgement.answers = expectation.answers
    return judgement
  }

  private func judgement(
    _ that: Formula, _ because: String?, _ place: SourceRange, _ title: String?,
    of trials: [MeasuredTrial], in scope: ReadingScope
  ) -> Judgement {
    func judgement(_ outcome: Judgement.Outcome, _ detail: String) -> Judgement {
      Judgement(
        that: that.description, because: because,
        place: SourcePlace(
          file: FilePath.portable(place.file), line: place.line, column: place.column),
        variant: title, outcome: outcome, detail: detail,
        asks: that.readings(at: scope.moment), bound: that.bound,
        trials: trials.map(\.trial.id))
    }
    do throws(FormulaError) {
      let holds = try that.holds(in: scope)
      return judgement(holds ? .held : .broken, detail(that, scope))
    } catch {
      return judgement(.unanswered, error.message)
    }
  }

  /// What was read: `bytes.peak@end was 89.9 MiB (94,224,848 B), pairs was 200`.
  private func detail(_ formula: Formula, _ scope: ReadingScope) -> String {
    var parts: [String] = []
    for form in formula.root.metricForms {
      guard let value = try? scope.metric(form) else { continue }
      parts.append("\(form) was \(value.words(in: form.scale))")
    }
    for mention in formula.mentions where mention.role.isOperand {
      guard let value = try? scope.find(mention) else { continue }
      let scale = Probes.metric(named: mention.text)?.scale
      let part = "\(mention.text) was \(value.words(in: scale ?? .count))"
      if !parts.contains(part) { parts.append(part) }
    }
    return parts.joined(separator: ", ")
  }

  // MARK: - What steps expect

  /// One judgement for each step that expects something and each trial that played it: the first round in which it
  /// does not hold, or else the last.
  private func momentary() -> [Judgement] {
    plan.scenario.momentaryExpectations.enumerated().flatMap { index, expectation in
      measured.compactMap { cell -> Judgement? in
        let template = MomentaryExpectation.checkpoint(index + 1)
        let moments = (cell.result.samples.first?.checkpoints ?? []).filter {
          $0.origin?.template == template
        }
        let answers = moments.map { answer(expectation, cell, at: $0) }
        return answers.first { $0.outcome != .held } ?? answers.last
      }
    }
  }

  private func answer(
    _ expectation: MomentaryExpectation, _ cell: MeasuredTrial, at moment: Checkpoint
  ) -> Judgement {
    var names = cell.trial.parameters
    for round in moment.origin?.rounds ?? [] {
      if let loop = round.loop { names = names.with(loop, round.number) }
    }
    let scope = ReadingScope(
      parameters: names, cell: cell, variants: [cell],
      sizes: { index.like(cell.trial, butFor: $0) }, moment: moment.name)
    return judgement(
      expectation.that, expectation.because, expectation.place, cell.trial.key.title, of: [cell],
      in: scope)
  }
}

// The choices of questions, as far as a run has read what they ask for: a question that is wrong is a broken expectation.
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

// What was read of all that the choices of a question ask for, in words.
extension OfferedQuestion {
  /// Each reading once: `objects.live was 4`, `held.undo@asked was 0`.
  func readings(in scope: some FormulaScope) -> [String] {
    choices.flatMap { $0.isRight.readings(in: scope) }.withoutRepeats
  }
}

extension Formula {
  /// Each reading and name that it asks for with its value, or that it was not read.
  fileprivate func readings(in scope: some FormulaScope) -> [String] {
    let forms = root.metricForms.map { form in
      do throws(FormulaError) {
        return "\(form) was \(try scope.metric(form).words(in: form.scale))"
      } catch {
        return "\(form) was not read"
      }
    }
    let names = mentions.filter(\.role.isOperand).compactMap { mention -> String? in
      guard let value = try? scope.find(mention) else { return nil }
      return "\(mention.text) was \(value.words(in: .count))"
    }
    return forms + names
  }
}
