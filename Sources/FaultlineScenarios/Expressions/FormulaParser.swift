// Tokens become a tree, by precedence climbing.

import FaultlineMeasures
import FaultlineProfiler

/// A recursive descent whose depth no text can push beyond its limit.
struct FormulaParser {
  /// The deepest tree, which also bounds the longest chain such as `1 + 1 + …`.
  static let deepest = 100

  private let tokens: [FormulaToken]
  private var index = 0
  private var depth = 0

  static func parse(_ text: String) throws(FormulaSyntaxError) -> FormulaTree {
    var parser = FormulaParser(tokens: try FormulaLexer.tokens(of: text))
    let tree = try parser.expression(binding: 1)
    guard parser.token.kind == .end else { throw parser.unexpected("expected an operator") }
    return tree
  }

  private init(tokens: [FormulaToken]) {
    self.tokens = tokens
  }

  // MARK: - Tokens

  /// The token to be read; the list ends with an `end` that is never passed.
  var token: FormulaToken { tokens[min(index, tokens.count - 1)] }

  mutating func advance() { index += 1 }

  func isNext(_ sign: String) -> Bool { token.kind == .sign(sign) }

  mutating func skip(_ sign: String) -> Bool {
    guard isNext(sign) else { return false }
    advance()
    return true
  }

  mutating func expect(_ sign: String) throws(FormulaSyntaxError) {
    guard skip(sign) else { throw unexpected("expected \(sign.inQuotes)") }
  }

  /// The error that something else should stand at the next token.
  func unexpected(_ wanted: String, notes: [String] = []) -> FormulaSyntaxError {
    let found =
      switch token.kind {
      case .number(_, let spelling): spelling.inQuotes
      case .name(let text), .quoted(let text): text.inQuotes
      case .sign(let sign): sign.inQuotes
      case .end: "the end of the formula"
      }
    return FormulaSyntaxError(
      message: "\(wanted), found \(found)", offsets: token.offsets, notes: notes)
  }

  private func tree(
    _ kind: FormulaTree.Kind, at offsets: Range<Int>
  ) throws(FormulaSyntaxError) -> FormulaTree {
    let tree = FormulaTree(kind, at: offsets)
    guard tree.depth <= Self.deepest else { throw tooDeep }
    return tree
  }

  private var tooDeep: FormulaSyntaxError {
    FormulaSyntaxError(
      message: "a formula can be nested \(Self.deepest) levels deep", offsets: token.offsets)
  }

  // MARK: - Expressions

  /// An expression whose operators all bind at least so tightly.
  private mutating func expression(binding least: Int) throws(FormulaSyntaxError) -> FormulaTree {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw tooDeep }
    var left = try prefixed(binding: least)
    while let sign = infix, sign.precedence >= least {
      advance()
      var right = try expression(binding: sign.precedence + 1)
      if sign == .equal || sign == .unequal { (left, right) = (left.asWord, right.asWord) }
      let offsets = left.offsets.lowerBound..<right.offsets.upperBound
      left = try tree(.binary(sign, left, right), at: offsets)
      if sign.isComparison, let next = infix, next.isComparison {
        throw FormulaSyntaxError(
          message: "comparisons do not chain", offsets: token.offsets,
          notes: ["write 'a < b and b < c'"])
      }
    }
    return left
  }

  /// The operator between two values that stands next.
  private var infix: FormulaOperator? {
    switch token.kind {
    case .sign(let sign): FormulaOperator(rawValue: sign)
    case .name("and"): .and
    case .name("or"): .or
    default: nil
    }
  }

  private mutating func prefixed(binding least: Int) throws(FormulaSyntaxError) -> FormulaTree {
    let start = token.offsets
    if token.kind == .name("not") {
      guard least <= 3 else {
        throw FormulaSyntaxError(message: "'not' needs parentheses here", offsets: start)
      }
      advance()
      let part = try expression(binding: 3)
      return try tree(.not(part), at: start.lowerBound..<part.offsets.upperBound)
    }
    if skip("-") {
      let part = try expression(binding: 7)
      return try tree(.negative(part), at: start.lowerBound..<part.offsets.upperBound)
    }
    return try primary()
  }

  private mutating func primary() throws(FormulaSyntaxError) -> FormulaTree {
    let start = token
    switch start.kind {
    case .number(let value, let spelling):
      advance()
      return try tree(.number(value, spelling: spelling), at: start.offsets)
    case .name("true"), .name("false"):
      advance()
      return try tree(.truth(start.kind == .name("true")), at: start.offsets)
    case .name(let text) where !FormulaLexer.reserved.contains(text):
      if tokens[min(index + 1, tokens.count - 1)].kind == .sign("(") { return try call(text) }
      return try operand(text)
    case .quoted(let text): return try operand(text)
    case .sign("("):
      advance()
      let inner = try expression(binding: 1)
      try expect(")")
      return inner
    default:
      throw unexpected("expected a value")
    }
  }

  /// A name on its own, or a metric at a checkpoint; the metric may have an argument.
  private mutating func operand(_ text: String) throws(FormulaSyntaxError) -> FormulaTree {
    let start = token.offsets
    advance()
    let name = try argument(of: Mention(text: text, role: .name, offsets: start))
    guard let checkpoint = try checkpoint() else { return try tree(.name(name), at: start) }
    let form = MetricForm.reading(name.with(.metric), at: checkpoint, variant: nil)
    return try tree(.metric(form), at: start.lowerBound..<checkpoint.offsets.upperBound)
  }

  private mutating func call(_ text: String) throws(FormulaSyntaxError) -> FormulaTree {
    let start = token.offsets
    if let kind = MetricFunction(rawValue: text) {
      advance()
      let form = try metric(kind, at: start)
      return try tree(.metric(form), at: start.lowerBound..<previousEnd)
    }
    // No function has a dot in its name, and every metric has.
    if text.contains(".") { return try operand(text) }
    guard let function = FormulaFunction(rawValue: text) else {
      let known = FormulaFunction.allCases.map(\.rawValue) + MetricFunction.allCases.map(\.rawValue)
      throw FormulaSyntaxError(
        message: "no function \(text.inQuotes)\(Spelling.question(for: text, among: known))",
        offsets: start, notes: ["known functions: \(Spelling.list(known))"])
    }
    advance()
    try expect("(")
    var parts = [try expression(binding: 1)]
    while skip(",") { parts.append(try expression(binding: 1)) }
    try expect(")")
    let offsets = start.lowerBound..<previousEnd
    guard function.takesMany || parts.count == 1 else {
      throw FormulaSyntaxError(
        message: "'\(text)' takes one value, found \(parts.count)", offsets: offsets)
    }
    return try tree(.call(function, parts), at: offsets)
  }

  /// Where the token that was read last ends.
  private var previousEnd: Int { tokens[max(0, min(index, tokens.count) - 1)].offsets.upperBound }
}

extension FormulaTree {
  /// The same tree; a name on its own may be a word now.
  fileprivate var asWord: FormulaTree {
    guard case .name(let mention) = kind else { return self }
    return FormulaTree(.name(mention.with(.nameOrWord)), at: offsets)
  }
}

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

  /// Adds the arguments that stand in parentheses behind a metric's name: `objects.live(Photo, worker)`.
  ///
  /// A name may stand behind the word for what it is the name of. Whether there is such a context or entity is known
  /// where the scenario is.
  mutating func argument(of metric: Mention) throws(FormulaSyntaxError) -> Mention {
    guard isNext("("), metric.text.contains(".") else { return metric }
    guard Probes.arguments[metric.text] != nil else {
      throw FormulaSyntaxError(
        message: "\(metric.text.inQuotes) takes no argument", offsets: metric.offsets,
        notes: ["metrics that take one: \(Spelling.list(Probes.arguments.keys.sorted()))"])
    }
    try expect("(")
    var arguments: [String] = []
    repeat {
      let name = try mention(.name, "an argument")
      let isWord = MetricArgument.words.contains { $0.word == name.text }
      let isNamed = isWord && !isNext(",") && !isNext(")")
      arguments.append(
        isNamed ? "\(name.text) \(try mention(.name, "a name").text)" : name.text)
    } while skip(",")
    let end = token.offsets.upperBound
    try expect(")")
    return Mention(
      text: MetricName.name(metric.text, of: arguments), role: metric.role,
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
  /// The names of all metrics, those of each cause among them.
  package static var names: [String] {
    metrics.flatMap { metric in
      [metric.name]
        + (arguments[metric.name]?.contains(.cause) == true ? CauseNames.all : []).map {
          MetricName.name(metric.name, of: [$0])
        }
    }
  }
}
