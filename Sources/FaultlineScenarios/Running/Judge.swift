// The answers to a scenario's expectations.

import FaultlineMeasures
import FaultlineProfiler

/// Asks every expectation of what was measured.
struct Judge {
  private let plan: Plan
  private let trials: [TrialResult]
  private static let metrics = Set(Probes.metrics.map(\.name))

  init(_ plan: Plan, _ trials: [TrialResult]) {
    self.plan = plan
    self.trials = trials
  }

  /// One judgement an expectation, variant and store, or one a store where the expectation names its
  /// variants itself.
  func judgements() -> [Judgement] {
    plan.scenario.expectations.enumerated().flatMap { index, expectation -> [Judgement] in
      guard !plan.skipped.contains(index), hasRun(expectation) else { return [] }
      let asked = measured.filter { expectation.asks($0.trial) }
      if expectation.namesItsVariants(among: Self.metrics) {
        var stores: [String] = []
        for cell in asked where !stores.contains(cell.trial.store.name) {
          stores.append(cell.trial.store.name)
        }
        return stores.map { judge(expectation, nil, on: $0) }
      }
      return asked.map { judge(expectation, $0, on: $0.trial.store.name) }
    }
  }

  /// The trials that were run, each with its result.
  private var measured: [MeasuredTrial] {
    plan.trials.compactMap { trial in
      trials.first { $0.id == trial.id }.map { MeasuredTrial(trial: trial, result: $0) }
    }
  }

  /// Whether every variant that is named has run; after an interruption some have not.
  private func hasRun(_ expectation: Expectation) -> Bool {
    expectation.that.mentions.allSatisfy { mention in
      mention.role != .variant || measured.contains { $0.trial.variant == mention.text }
    }
  }

  private func judge(
    _ expectation: Expectation, _ cell: MeasuredTrial?, on store: String
  ) -> Judgement {
    let scope = ReadingScope(
      parameters: cell.map { Names($0.trial.parameters) } ?? plan.names, trial: cell?.result,
      trials: measured.filter { $0.trial.store.name == store })
    let place = expectation.place
    func judgement(_ outcome: Judgement.Outcome, _ detail: String) -> Judgement {
      Judgement(
        that: expectation.that.description, because: expectation.because,
        place: SourcePlace(file: place.file, line: place.line, column: place.column),
        variant: cell?.result.cell ?? (plan.scenario.stores.count > 1 ? store : nil),
        outcome: outcome, detail: detail)
    }
    do throws(FormulaError) {
      let holds = try expectation.that.holds(in: scope)
      return judgement(holds ? .held : .broken, detail(expectation.that, scope))
    } catch {
      return judgement(.unanswered, error.message)
    }
  }

  /// What was read: `objects.live@end was 400, pairs was 200`.
  private func detail(_ formula: Formula, _ scope: ReadingScope) -> String {
    var parts: [String] = []
    for form in formula.root.metricForms {
      if let value = try? scope.metric(form) { parts.append("\(form) was \(value)") }
    }
    for mention in formula.mentions where mention.role.isOperand {
      guard let value = try? scope.value(of: mention.text) else { continue }
      let part = "\(mention.text) was \(value)"
      if !parts.contains(part) { parts.append(part) }
    }
    return parts.joined(separator: ", ")
  }
}

/// A trial with what came of it.
private struct MeasuredTrial {
  let trial: Trial
  let result: TrialResult
}

extension Expectation {
  /// Whether it is asked of a trial.
  fileprivate func asks(_ trial: Trial) -> Bool {
    (variants.isEmpty || variants.contains(trial.variant))
      && (stores.isEmpty || stores.contains(trial.store.name))
  }
}

/// What an expectation can see: parameters, and the readings of the trials.
private struct ReadingScope: FormulaScope {
  let parameters: Names
  let trial: TrialResult?
  /// The trials on the same store.
  let trials: [MeasuredTrial]

  func value(of name: String) throws(FormulaError) -> FormulaValue {
    if Probes.metrics.contains(where: { $0.name == name }) {
      return try reading(name, CheckpointNames.end, in: trial)
    }
    return try parameters.value(of: name)
  }

  func metric(_ form: MetricForm) throws(FormulaError) -> FormulaValue {
    switch form {
    case .reading(let metric, let checkpoint, let variant):
      return try reading(metric.text, checkpoint.text, in: try result(variant))
    case .peak(let metric, let variant): return try peak(metric.text, in: try result(variant))
    case .delta(let metric, let from, let to):
      let first = try number(reading(metric.text, from.text, in: trial))
      let last = try number(reading(metric.text, to.text, in: trial))
      return .number(try last.applying(.minus, to: first))
    case .ratio(let metric, let checkpoint, let one, let other):
      let at = checkpoint?.text ?? CheckpointNames.end
      let top = try number(reading(metric.text, at, in: try result(one)))
      let bottom = try number(reading(metric.text, at, in: try result(other)))
      guard bottom.double != 0 else {
        throw FormulaError(.unanswered, "\(metric.text)@\(at) is 0 in '\(other.text)'")
      }
      return .number(try top.applying(.divided, to: bottom))
    case .slope, .growth:
      throw FormulaError(.unanswered, "\(form) has no sizes or loops to be fitted over")
    }
  }

  private func result(_ variant: Mention?) throws(FormulaError) -> TrialResult? {
    guard let variant else { return trial }
    guard let cell = trials.first(where: { $0.trial.variant == variant.text }) else {
      throw FormulaError(.unanswered, "the variant '\(variant.text)' was not run")
    }
    return cell.result
  }

  private func reading(
    _ metric: String, _ checkpoint: String, in result: TrialResult?
  ) throws(FormulaError) -> FormulaValue {
    guard let result else {
      throw FormulaError(.unanswered, "no variant was asked about \(metric)")
    }
    guard let quantity = result.reading(metric, at: checkpoint) else {
      throw FormulaError(
        .unanswered, "\(metric)@\(checkpoint) was not read in '\(result.cell)'")
    }
    return .number(quantity.formulaNumber)
  }

  private func peak(_ metric: String, in result: TrialResult?) throws(FormulaError) -> FormulaValue
  {
    let readings = result?.samples.first?.checkpoints.compactMap { $0[metric] } ?? []
    guard let highest = readings.max() else {
      throw FormulaError(.unanswered, "\(metric) was not read in '\(result?.cell ?? "")'")
    }
    return .number(highest.formulaNumber)
  }

  private func number(_ value: FormulaValue) throws(FormulaError) -> FormulaNumber {
    guard case .number(let number) = value else {
      throw FormulaError(.wrongKind, "\(value) is not a number")
    }
    return number
  }
}

extension Quantity {
  /// The quantity as formulas compute with it.
  fileprivate var formulaNumber: FormulaNumber {
    switch self {
    case .integer(let number): FormulaNumber(number)
    case .real(let number): .real(number)
    }
  }
}
