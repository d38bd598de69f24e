// The metric forms: functions whose arguments are names, not values; and metrics with arguments.

import FaultlineMeasures
import FaultlineProfiler

/// The functions over readings, with how each is written.
enum MetricFunction: String, CaseIterable {
  case value, peak, delta, slope, growth, ratio

  var usage: String {
    switch self {
    case .value: "value(metric, checkpoint) or value(metric, checkpoint, variant)"
    case .peak: "peak(metric) or peak(metric, variant)"
    case .delta: "delta(metric, from, to)"
    case .slope: "slope(metric, loop)"
    case .growth: "growth(metric, parameter)"
    case .ratio: "ratio(metric, variant, variant)"
    }
  }

  /// What stands behind the metric; a short list fits where the rest may be left out.
  fileprivate var roles: [Mention.Role] {
    switch self {
    case .value: [.checkpoint, .variant]
    case .peak: [.variant]
    case .delta: [.checkpoint, .checkpoint]
    case .slope: [.loop]
    case .growth: [.parameter]
    case .ratio: [.variant, .variant]
    }
  }

  fileprivate var fewest: Int {
    switch self {
    case .value: 1
    case .peak: 0
    default: roles.count
    }
  }

  fileprivate var takesCheckpoint: Bool { self == .slope || self == .growth || self == .ratio }
}

extension FormulaParser {
  /// The arguments behind the function's name.
  mutating func metric(
    _ function: MetricFunction, at start: Range<Int>
  ) throws(FormulaSyntaxError) -> MetricForm {
    let usage = ["it is written \(function.usage)"]
    try expect("(")
    let metric = try argument(of: mention(.metric, "the name of a metric", notes: usage))
    if isNext("@"), !function.takesCheckpoint {
      throw unexpected("expected ',' or ')'", notes: usage)
    }
    let checkpoint = try checkpoint()
    var others: [Mention] = []
    for role in function.roles {
      guard isNext(",") || others.count < function.fewest else { break }
      guard skip(",") else { throw unexpected("expected ','", notes: usage) }
      others.append(try mention(role, "a name", notes: usage))
    }
    guard skip(")") else { throw unexpected("expected ')'", notes: usage) }
    return form(function, metric, checkpoint, others)
  }

  /// The roles above say how many others there are; what is missing is optional.
  private func form(
    _ function: MetricFunction, _ metric: Mention, _ checkpoint: Mention?, _ others: [Mention]
  ) -> MetricForm {
    switch function {
    case .value: .reading(metric, at: others[0], variant: others.dropFirst().first)
    case .peak: .peak(metric, variant: others.first)
    case .delta: .delta(metric, from: others[0], to: others[1])
    case .slope: .slope(metric, at: checkpoint, loop: others[0])
    case .growth: .growth(metric, at: checkpoint, parameter: others[0])
    case .ratio: .ratio(metric, at: checkpoint, others[0], others[1])
    }
  }

  /// `@checkpoint`, where it stands next.
  mutating func checkpoint() throws(FormulaSyntaxError) -> Mention? {
    guard skip("@") else { return nil }
    return try mention(.checkpoint, "the name of a checkpoint behind '@'")
  }

  /// Adds the argument that stands in parentheses behind a metric's name: `cycles.broken(refresh)`.
  mutating func argument(of metric: Mention) throws(FormulaSyntaxError) -> Mention {
    guard isNext("("), metric.text.contains(".") else { return metric }
    guard let kind = Probes.arguments[metric.text] else {
      throw FormulaSyntaxError(
        message: "\(metric.text.inQuotes) takes no argument", offsets: metric.offsets,
        notes: ["metrics that take one: \(Spelling.list(Probes.arguments.keys.sorted()))"])
    }
    try expect("(")
    let argument = try mention(.name, "an argument")
    let known = kind.known
    guard known.contains(argument.text) else {
      throw FormulaSyntaxError(
        message: "no \(kind.noun) \(argument.text.inQuotes)"
          + Spelling.question(for: argument.text, among: known),
        offsets: argument.offsets, notes: ["known \(kind.noun)s: \(Spelling.list(known))"])
    }
    let end = token.offsets.upperBound
    try expect(")")
    return Mention(
      text: MetricName.name(metric.text, of: argument.text), role: metric.role,
      offsets: metric.offsets.lowerBound..<end)
  }

  private mutating func mention(
    _ role: Mention.Role, _ wanted: String, notes: [String] = []
  ) throws(FormulaSyntaxError) -> Mention {
    let offsets = token.offsets
    switch token.kind {
    case .quoted(let text):
      advance()
      return Mention(text: text, role: role, offsets: offsets)
    case .name(let text) where !FormulaLexer.reserved.contains(text):
      advance()
      return Mention(text: text, role: role, offsets: offsets)
    default:
      throw unexpected("expected \(wanted)", notes: notes)
    }
  }
}

extension Probes {
  /// The names of all metrics, those with each argument among them.
  package static var names: [String] {
    metrics.flatMap { metric in
      [metric.name]
        + (arguments[metric.name]?.known ?? []).map { MetricName.name(metric.name, of: $0) }
    }
  }
}

extension MetricArgument {
  /// What the argument is called in messages.
  fileprivate var noun: String {
    switch self {
    case .cause: "cause"
    }
  }

  /// The names that the argument may have.
  fileprivate var known: [String] {
    switch self {
    case .cause: Steps.all.filter { !$0.isHidden }.map { $0.keyword }
    }
  }
}
