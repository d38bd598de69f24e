// The ways a formula asks for measured numbers.

import FaultlineMeasures
import FaultlineProfiler

/// A name in a formula, with what it is the name of and where it stands.
package struct Mention: Sendable, Hashable {
  package enum Role: Sendable, Hashable {
    /// A parameter, or a metric of the end, or whatever else the scope knows.
    case name
    /// A name beside `==` or `!=`: a word where the scope does not know it.
    case nameOrWord
    case metric, checkpoint, variant, loop, parameter

    var isOperand: Bool { self == .name || self == .nameOrWord }
  }

  package let text: String
  package let role: Role
  /// Its stretch of the formula's text, without quotes' effect: the quotes are inside it.
  package let offsets: Range<Int>
  /// Where a step's formula finds the value among the names of its moment; nil where it is looked up by its text.
  package private(set) var slot: Int?

  /// The name without the argument of a metric.
  var metricName: String {
    text.hasSuffix(")") && text.contains(".") ? MetricName.base(of: text) : text
  }

  /// The name as it is written, in quotes where it would not be read as one name otherwise.
  var spelling: String {
    guard metricName == text else {
      let arguments = MetricName.arguments(of: text).map { argument in
        let word = MetricArgument.words.first { argument.hasPrefix("\($0.word) ") }?.word
        let name = word.map { argument.dropFirst($0.count + 1) } ?? argument[...]
        let spelling = Mention(text: String(name), role: .name, offsets: offsets).spelling
        return word.map { "\($0) \(spelling)" } ?? spelling
      }
      return MetricName.name(metricName, of: arguments)
    }
    let scalars = Array(text.unicodeScalars)
    let mayStartWithDigit = role == .checkpoint
    let isBare =
      !scalars.isEmpty && Word.length(in: scalars[...]) == scalars.count
      && (mayStartWithDigit || Word.isName(text))
    if isBare && !FormulaLexer.reserved.contains(text) { return text }
    return text.contains("'") ? "\"\(text)\"" : "'\(text)'"
  }

  init(text: String, role: Role, offsets: Range<Int>) {
    self.text = text
    self.role = role
    self.offsets = offsets
  }

  func with(_ role: Role) -> Mention { Mention(text: text, role: role, offsets: offsets) }

  /// The mention with its place among some names; as it is, where it is none of them.
  func bound(to names: Names) -> Mention {
    var bound = self
    bound.slot = names.slot(of: text)
    return bound
  }
}

/// A question about readings, answered by a scope.
package enum MetricForm: Sendable, Hashable {
  /// `m@checkpoint`, or `value(m, checkpoint[, variant])`.
  case reading(Mention, at: Mention, variant: Mention?)
  /// `peak(m[, variant])`: the largest reading of all checkpoints.
  case peak(Mention, variant: Mention?)
  /// `delta(m, from, to)`: the reading at the second checkpoint less the one at the first.
  case delta(Mention, from: Mention, to: Mention)
  /// `slope(m[@checkpoint], loop)`: the growth for each round of a loop.
  case slope(Mention, at: Mention?, loop: Mention)
  /// `growth(m[@checkpoint], parameter)`: how the readings grow over the sizes, as a word.
  case growth(Mention, at: Mention?, parameter: Mention)
  /// `ratio(m[@checkpoint], a, b)`: the reading of one variant over that of another.
  case ratio(Mention, at: Mention?, Mention, Mention)

  package var metric: Mention {
    switch self {
    case .reading(let metric, _, _), .peak(let metric, _), .delta(let metric, _, _),
      .slope(let metric, _, _), .growth(let metric, _, _), .ratio(let metric, _, _, _):
      metric
    }
  }

  /// What the form mentions, in the order of its text.
  package var mentions: [Mention] {
    switch self {
    case .reading(let metric, let checkpoint, let variant):
      [metric, checkpoint] + [variant].compactMap { $0 }
    case .peak(let metric, let variant): [metric] + [variant].compactMap { $0 }
    case .delta(let metric, let from, let to): [metric, from, to]
    case .slope(let metric, let checkpoint, let over),
      .growth(let metric, let checkpoint, let over):
      [metric] + [checkpoint].compactMap { $0 } + [over]
    case .ratio(let metric, let checkpoint, let a, let b):
      [metric] + [checkpoint].compactMap { $0 } + [a, b]
    }
  }
}

extension MetricForm: CustomStringConvertible {
  package var description: String {
    func list(_ mentions: Mention?...) -> String {
      mentions.compactMap { $0?.spelling }.joined(separator: ", ")
    }
    func at(_ metric: Mention, _ checkpoint: Mention?) -> String {
      checkpoint.map { "\(metric.spelling)@\($0.spelling)" } ?? metric.spelling
    }
    switch self {
    case .reading(let metric, let checkpoint, nil): return at(metric, checkpoint)
    case .reading(let metric, let checkpoint, let variant):
      return "value(\(list(metric, checkpoint, variant)))"
    case .peak(let metric, let variant): return "peak(\(list(metric, variant)))"
    case .delta(let metric, let from, let to): return "delta(\(list(metric, from, to)))"
    case .slope(let metric, let checkpoint, let loop):
      return "slope(\(at(metric, checkpoint)), \(list(loop)))"
    case .growth(let metric, let checkpoint, let parameter):
      return "growth(\(at(metric, checkpoint)), \(list(parameter)))"
    case .ratio(let metric, let checkpoint, let a, let b):
      return "ratio(\(at(metric, checkpoint)), \(list(a, b)))"
    }
  }
}
