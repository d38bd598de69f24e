// What an expectation means, for reports: they read fields, and never its text.

import FaultlineMeasures
import FaultlineProfiler

extension Plan {
  /// The metrics that expectations and columns ask for: of a trial that is only judged, no more is needed.
  package var askedMetrics: Set<String> {
    let formulas = scenario.expectations.map(\.that) + scenario.momentaryExpectations.map(\.that)
    let asked = formulas.flatMap { $0.readings(at: CheckpointNames.end).map(\.metric) }
    return Set(asked + scenario.columns.map(\.metric))
  }
}

extension Formula {
  /// The readings that it asks for; a bare metric is read at the moment of the question.
  func readings(at moment: String) -> [Judgement.Asked] {
    var asked: [Judgement.Asked] = []
    func ask(_ metric: Mention, _ checkpoint: String?) {
      let reading = Judgement.Asked(metric: metric.text, checkpoint: checkpoint)
      if !asked.contains(reading) { asked.append(reading) }
    }
    for form in root.metricForms {
      switch form {
      case .reading(let metric, let checkpoint, _): ask(metric, checkpoint.text)
      case .peak(let metric, _): ask(metric, nil)
      case .delta(let metric, let from, let to):
        ask(metric, from.text)
        ask(metric, to.text)
      case .slope(let metric, let checkpoint, _): ask(metric, checkpoint?.text)
      case .growth(let metric, let checkpoint, _), .ratio(let metric, let checkpoint, _, _):
        ask(metric, checkpoint?.text ?? CheckpointNames.end)
      }
    }
    for mention in mentions where mention.isMetric { ask(mention, moment) }
    return asked
  }

  /// The number that it holds one reading against: `bytes.live@end <= 64 * 1024`.
  var bound: Judgement.Bound? {
    guard case .binary(let sign, let left, let right) = root.kind,
      let comparison = Judgement.Comparison(rawValue: sign.rawValue)
    else { return nil }
    if left.isReading, let value = right.constant { return Judgement.Bound(comparison, value) }
    if right.isReading, let value = left.constant {
      return Judgement.Bound(comparison.reversed, value)
    }
    return nil
  }
}

extension FormulaTree {
  /// Whether it is a reading of the trial that is asked, and nothing else.
  fileprivate var isReading: Bool {
    switch kind {
    case .metric(.reading(_, _, let variant)): variant == nil
    case .name(let mention): mention.isMetric
    default: false
    }
  }

  /// Its number, if it is the same whatever runs.
  fileprivate var constant: Quantity? {
    guard mentions.isEmpty, case .number(let number) = try? value(in: Names()) else { return nil }
    return .number(number)
  }
}

extension Mention {
  fileprivate var isMetric: Bool {
    role.isOperand && Probes.metric(named: text) != nil
  }
}

extension Quantity {
  /// What formulas compute with as a quantity.
  fileprivate static func number(_ number: FormulaNumber) -> Quantity {
    if case .exact(let ratio) = number, let whole = ratio.whole { return .integer(whole) }
    return .real(number.double)
  }
}
