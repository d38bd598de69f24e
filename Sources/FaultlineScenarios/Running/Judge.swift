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

  /// One judgement an expectation and variant, or one an expectation that names its variants itself.
  func judgements() -> [Judgement] {
    plan.scenario.expectations.enumerated().flatMap { index, expectation -> [Judgement] in
      guard !plan.skipped.contains(index), hasRun(expectation) else { return [] }
      if expectation.namesItsVariants(among: Self.metrics) { return [judge(expectation, nil)] }
      let asked = trials.filter {
        expectation.variants.isEmpty || expectation.variants.contains($0.variant)
      }
      return asked.map { judge(expectation, $0) }
    }
  }

  /// Whether every variant that is named has run; after an interruption some have not.
  private func hasRun(_ expectation: Expectation) -> Bool {
    expectation.that.mentions.allSatisfy { mention in
      mention.role != .variant || trials.contains { $0.variant == mention.text }
    }
  }

  private func judge(_ expectation: Expectation, _ trial: TrialResult?) -> Judgement {
    let planned = plan.trials.first { $0.variant == trial?.variant }
    let scope = ReadingScope(
      parameters: planned.map { Names($0.parameters) } ?? plan.names, trial: trial,
      trials: trials)
    let place = expectation.place
    func judgement(_ outcome: Judgement.Outcome, _ detail: String) -> Judgement {
      Judgement(
        that: expectation.that.description, because: expectation.because,
        place: SourcePlace(file: place.file, line: place.line, column: place.column),
        variant: trial?.variant, outcome: outcome, detail: detail)
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

/// What an expectation can see: parameters, and the readings of the trials.
private struct ReadingScope: FormulaScope {
  let parameters: Names
  let trial: TrialResult?
  let trials: [TrialResult]

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
    guard let result = trials.first(where: { $0.variant == variant.text }) else {
      throw FormulaError(.unanswered, "the variant '\(variant.text)' was not run")
    }
    return result
  }

  private func reading(
    _ metric: String, _ checkpoint: String, in result: TrialResult?
  ) throws(FormulaError) -> FormulaValue {
    guard let result else {
      throw FormulaError(.unanswered, "no variant was asked about \(metric)")
    }
    guard let quantity = result.reading(metric, at: checkpoint) else {
      throw FormulaError(
        .unanswered, "\(metric)@\(checkpoint) was not read in '\(result.variant)'")
    }
    return .number(quantity.formulaNumber)
  }

  private func peak(_ metric: String, in result: TrialResult?) throws(FormulaError) -> FormulaValue
  {
    let readings = result?.samples.first?.checkpoints.compactMap { $0[metric] } ?? []
    guard let highest = readings.max() else {
      throw FormulaError(.unanswered, "\(metric) was not read in '\(result?.variant ?? "")'")
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
