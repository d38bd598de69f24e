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

// Readings in bytes: how formulas may compare them, and how answers show them.
extension MetricForm {
  /// What its answer is counted in.
  var scale: Metric.Scale {
    switch self {
    case .ratio, .growth: .ratio
    case .reading, .peak, .delta, .slope:
      Probes.metric(named: metric.text)?.scale ?? .count
    }
  }
}

extension FormulaValue {
  /// The value as an answer shows it: counts with their digits in groups, bytes to the last one, and in a larger unit
  /// where that says more.
  func words(in scale: Metric.Scale) -> String {
    guard scale == .bytes || scale == .count, case .number(let number) = self else {
      return description
    }
    if let whole { return NumberText.full(.integer(whole), scale) }
    return scale == .count
      ? description : "\(NumberText.decimal(number.double, places: 2)) B"
  }
}

extension Formula {
  /// Refuses a number of bytes beside readings that count something else, and beside bytes a `k` or `M` that may be taken
  /// for 1,000 or for 1,024.
  func checkUnits() throws(Diagnostic) {
    for (one, other) in root.comparisons {
      for (amount, reading) in [(one, other), (other, one)] {
        if let bare = amount.firstBare, !amount.isMeasured, !reading.metricsRead.isEmpty,
          reading.metricsRead.allSatisfy({ $0.scale == .bytes })
        {
          throw diagnostic(
            FormulaError(
              .wrongKind, "'\(bare)' may be taken for 1,000 or for 1,024 where bytes are meant",
              at: bare.offsets),
            notes: [ByteUnit.remedy(for: bare.description)].compactMap(\.self))
        }
        guard let bytes = amount.firstBytes, !amount.isMeasured,
          let metric = reading.metricsRead.first(where: { $0.scale != .bytes }),
          reading.metricsRead.allSatisfy({ $0.scale != .bytes })
        else { continue }
        throw diagnostic(
          FormulaError(
            .wrongKind, "\(bytes) is a number of bytes, and \(metric.name.inQuotes) has none",
            at: bytes.offsets), notes: ["write the number alone"])
      }
    }
  }
}

extension FormulaTree {
  /// The two sides of each comparison.
  fileprivate var comparisons: [(FormulaTree, FormulaTree)] {
    switch kind {
    case .number, .truth, .name, .metric, .call: return []
    case .negative(let part), .not(let part): return part.comparisons
    case .binary(let sign, let left, let right):
      return sign.isComparison ? [(left, right)] : left.comparisons + right.comparisons
    }
  }

  /// The first number with a unit of bytes.
  fileprivate var firstBytes: FormulaTree? {
    switch kind {
    case .number: isBytes ? self : nil
    case .truth, .name, .metric: nil
    case .negative(let part), .not(let part): part.firstBytes
    case .binary(_, let left, let right): left.firstBytes ?? right.firstBytes
    case .call(_, let parts): parts.lazy.compactMap(\.firstBytes).first
    }
  }

  /// The first number with a `k` or `M` and no unit.
  fileprivate var firstBare: FormulaTree? {
    switch kind {
    case .number(_, let spelling): spelling.hasSuffix("k") || spelling.hasSuffix("M") ? self : nil
    case .truth, .name, .metric: nil
    case .negative(let part), .not(let part): part.firstBare
    case .binary(_, let left, let right): left.firstBare ?? right.firstBare
    case .call(_, let parts): parts.lazy.compactMap(\.firstBare).first
    }
  }

  /// Whether something that was read is a part of it.
  fileprivate var isMeasured: Bool { !metricsRead.isEmpty }

  /// The metrics that it reads.
  fileprivate var metricsRead: [Metric] {
    let names = mentions.filter { $0.role == .metric || $0.role.isOperand }.map(\.text)
    return names.compactMap(Probes.metric(named:))
  }
}
