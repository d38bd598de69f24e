// What an expectation can see: parameters, and the readings of trials.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineProfiler

/// A trial with what came of it.
struct MeasuredTrial {
  let trial: Trial
  let result: TrialResult
}

/// The scope of one judgement.
struct ReadingScope: FormulaScope {
  let parameters: Names
  /// The trial that is asked; nil where the expectation names its variants.
  let cell: MeasuredTrial?
  /// The trials in the same place, whatever their variant.
  let variants: [MeasuredTrial]
  /// The trials that differ from the one that is asked in the size of a parameter alone, and that one.
  let sizes: (String) -> [MeasuredTrial]
  /// Where bare metrics are read.
  var moment = CheckpointNames.end

  func find(_ mention: Mention) throws(FormulaError) -> FormulaValue? {
    // A loop's name, where one is open, goes before a metric's.
    guard Probes.metric(named: mention.text) == nil else {
      return try reading(mention.text, moment, in: cell?.result)
    }
    return parameters.find(mention)
  }

  func metric(_ form: MetricForm) throws(FormulaError) -> FormulaValue {
    switch form {
    case .reading(let metric, let checkpoint, let variant):
      return try reading(metric.text, checkpoint.text, in: try result(variant))
    case .peak(let metric, let variant): return try peak(metric.text, in: try result(variant))
    case .delta(let metric, let from, let to):
      let first = try number(metric.text, from.text, in: cell?.result)
      let last = try number(metric.text, to.text, in: cell?.result)
      return .number(try last.applying(.minus, to: first))
    case .ratio(let metric, let checkpoint, let one, let other):
      let at = checkpoint?.text ?? CheckpointNames.end
      let top = try number(metric.text, at, in: try result(one))
      let bottom = try number(metric.text, at, in: try result(other))
      guard bottom.double != 0 else {
        throw FormulaError(.unanswered, "\(metric.text)@\(at) is 0 in '\(other.text)'")
      }
      return .number(try top.applying(.divided, to: bottom))
    case .slope(let metric, let series, let loop):
      return try slope(metric.text, series?.text, loop.text)
    case .growth(let metric, let checkpoint, let parameter):
      return try growth(metric.text, at: checkpoint?.text, over: parameter.text)
    }
  }

  // MARK: - Readings

  private func result(_ variant: Mention?) throws(FormulaError) -> TrialResult? {
    guard let variant else { return cell?.result }
    guard let found = variants.first(where: { $0.trial.key.variant == variant.text }) else {
      throw FormulaError(.unanswered, "the variant '\(variant.text)' was not run")
    }
    return found.result
  }

  private func reading(
    _ metric: String, _ checkpoint: String, in result: TrialResult?
  ) throws(FormulaError) -> FormulaValue {
    .number(try number(metric, checkpoint, in: result))
  }

  private func number(
    _ metric: String, _ checkpoint: String, in result: TrialResult?
  ) throws(FormulaError) -> FormulaNumber {
    guard let result else {
      throw FormulaError(.unanswered, "no variant was asked about \(metric)")
    }
    guard let quantity = result.reading(metric, at: checkpoint) else {
      throw FormulaError(
        .unanswered, "\(metric)@\(checkpoint) was not read in '\(result.cell)'")
    }
    return quantity.formulaNumber
  }

  private func peak(_ metric: String, in result: TrialResult?) throws(FormulaError) -> FormulaValue
  {
    let readings = result?.samples.first?.checkpoints.compactMap { $0[metric] } ?? []
    guard let highest = readings.max() else {
      throw FormulaError(.unanswered, "\(metric) was not read in '\(result?.cell ?? "")'")
    }
    return .number(highest.formulaNumber)
  }

  // MARK: - Fits

  private func slope(
    _ metric: String, _ series: String?, _ loop: String
  ) throws(FormulaError) -> FormulaValue {
    var points: [(round: Int, reading: FormulaNumber)] = []
    for checkpoint in cell?.result.samples.first?.checkpoints ?? [] {
      guard let origin = checkpoint.origin, let round = origin.round(of: loop),
        series.map({ $0 == origin.template }) ?? !origin.isMomentary,
        let reading = checkpoint[metric]
      else { continue }
      points.append((round, reading.formulaNumber))
    }
    guard let slope = Slope.through(points) else {
      throw FormulaError(
        .unanswered,
        "\(metric) was read in fewer than two rounds of '\(loop)', and a slope needs two")
    }
    return .number(slope)
  }

  private func growth(
    _ metric: String, at checkpoint: String?, over parameter: String
  ) throws(FormulaError) -> FormulaValue {
    guard cell != nil else {
      throw FormulaError(.unanswered, "no variant was asked about \(metric)")
    }
    let at = checkpoint ?? CheckpointNames.end
    var points: [(size: Int, reading: FormulaNumber)] = []
    for other in sizes(parameter) {
      guard let size = other.trial.key.size(of: parameter) else { continue }
      points.append((size, try number(metric, at, in: other.result)))
    }
    return .word(
      SizeGrowth(sizes: points.map { Double($0.size) }, readings: points.map { $0.reading.double })
        .rawValue)
  }
}

extension CheckpointOrigin {
  /// Whether it is the reading of a step that expects something.
  var isMomentary: Bool { template.hasPrefix(MomentaryExpectation.prefix) }
}

extension Quantity {
  /// The quantity as formulas compute with it.
  var formulaNumber: FormulaNumber {
    switch self {
    case .integer(let number): FormulaNumber(number)
    case .real(let number): .real(number)
    }
  }
}

/// The trials of a run by what they share.
struct TrialIndex {
  /// The variants that ran.
  let variants: Set<String>
  private let byPlace: [String?: [MeasuredTrial]]
  private let bySizes: [String: Sizes]

  /// The trials that differ in the size of one parameter alone, by what they share.
  private struct Sizes {
    let planned: [TrialKey: Int]
    let measured: [TrialKey: [MeasuredTrial]]
  }

  init(_ plan: Plan, _ measured: [MeasuredTrial]) {
    variants = Set(measured.map(\.trial.key.variant))
    byPlace = Dictionary(grouping: measured, by: \.trial.key.place)
    let fitted = plan.scenario.expectations.flatMap { expectation in
      expectation.that.root.metricForms.compactMap(\.fittedParameter)
    }
    bySizes = Dictionary(
      Set(fitted).map { parameter in
        let planned = Dictionary(
          plan.trials.map { ($0.key.without(size: parameter), 1) }, uniquingKeysWith: +)
        let measured = Dictionary(grouping: measured) {
          $0.trial.key.without(size: parameter)
        }
        return (parameter, Sizes(planned: planned, measured: measured))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// All variants in the place of one.
  func beside(_ trial: Trial) -> [MeasuredTrial] { byPlace[trial.key.place] ?? [] }

  /// Those that ran and differ from a trial in the size of a parameter alone, and itself.
  func like(_ trial: Trial, butFor parameter: String) -> [MeasuredTrial] {
    bySizes[parameter]?.measured[trial.key.without(size: parameter)] ?? []
  }

  /// How many were planned that differ from a trial in the size of a parameter alone, with itself.
  func planned(like trial: Trial, butFor parameter: String) -> Int {
    bySizes[parameter]?.planned[trial.key.without(size: parameter)] ?? 0
  }
}

/// The straight line through readings by least squares.
enum Slope {
  /// The slope through points whose places are rounds; exact as long as the numbers fit, nil for fewer than two
  /// rounds.
  static func through(_ points: [(round: Int, reading: FormulaNumber)]) -> FormulaNumber? {
    guard Set(points.map(\.round)).count > 1 else { return nil }
    return exact(points) ?? .real(rounded(points))
  }

  /// (n Σxy − Σx Σy) / (n Σx² − (Σx)²) in whole numbers.
  private static func exact(_ points: [(round: Int, reading: FormulaNumber)]) -> FormulaNumber? {
    var sums = (x: Ratio(0), y: Ratio(0), xy: Ratio(0), xx: Ratio(0))
    for point in points {
      guard case .exact(let y) = point.reading else { return nil }
      let x = Ratio(point.round)
      guard let xy = x.multiplied(by: y), let xx = x.multiplied(by: x),
        let sumX = sums.x.adding(x), let sumY = sums.y.adding(y),
        let sumXY = sums.xy.adding(xy), let sumXX = sums.xx.adding(xx)
      else { return nil }
      sums = (sumX, sumY, sumXY, sumXX)
    }
    let count = Ratio(points.count)
    guard let a = count.multiplied(by: sums.xy), let b = sums.x.multiplied(by: sums.y),
      let c = count.multiplied(by: sums.xx), let d = sums.x.multiplied(by: sums.x),
      let top = a.subtracting(b), let bottom = c.subtracting(d), let slope = top.divided(by: bottom)
    else { return nil }
    return .exact(slope)
  }

  private static func rounded(_ points: [(round: Int, reading: FormulaNumber)]) -> Double {
    let count = Double(points.count)
    let middle = points.reduce(0) { $0 + Double($1.round) } / count
    let height = points.reduce(0) { $0 + $1.reading.double } / count
    var (across, along) = (0.0, 0.0)
    for point in points {
      let x = Double(point.round) - middle
      across += x * (point.reading.double - height)
      along += x * x
    }
    return across / along
  }
}
