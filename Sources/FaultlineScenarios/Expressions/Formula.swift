// A formula of the scenario language, compiled once and evaluated as often as needed.

package import FaultlineMeasures

/// An expression such as `peak(bytes.live, no-undo) <= 0.5 * peak(bytes.live, default)`.
///
/// A class, so that a formula that is evaluated for each of a million objects is not copied for each.
package final class Formula: Sendable, CustomStringConvertible {
  /// The formula's tree, where each part knows its stretch of the text.
  package let root: FormulaTree

  private let place: Place

  private enum Place: Sendable {
    case node(Node)
    case text(SourceText)
  }

  /// Compiles the scalar of a scenario; errors point into its text.
  package init(_ node: Node) throws(Diagnostic) {
    let text = try node.text()
    place = .node(node)
    root = try Self.parse(text, at: place)
  }

  /// Compiles a text from elsewhere, such as the command line, under a name for its errors.
  package init(_ text: String, named name: String) throws(Diagnostic) {
    place = .text(SourceText(name: name, text: text))
    root = try Self.parse(text, at: place)
  }

  private init(_ root: FormulaTree, at place: Place) {
    self.root = root
    self.place = place
  }

  /// The same formula, which finds the values of some names by their places.
  func bound(to names: Names) -> Formula { Formula(root.bound(to: names), at: place) }

  private static func parse(_ text: String, at place: Place) throws(Diagnostic) -> FormulaTree {
    do throws(FormulaSyntaxError) {
      return try FormulaParser.parse(text)
    } catch {
      throw Diagnostic(error.message, at: range(error.offsets, in: place), notes: error.notes)
    }
  }

  private static func range(_ offsets: Range<Int>, in place: Place) -> SourceRange {
    switch place {
    case .node(let node): node.place(of: offsets)
    case .text(let source): source.range(offsets.lowerBound, offsets.upperBound)
    }
  }

  /// The formula in its canonical spelling, which compiles to the same formula.
  package var description: String { root.description }

  /// Everything the formula mentions, in the order of its text.
  package var mentions: [Mention] { root.mentions }

  /// A diagnostic that points at something the formula mentions.
  package func diagnostic(
    _ message: String, at mention: Mention, notes: [String] = []
  ) -> Diagnostic {
    Diagnostic(message, at: Self.range(mention.offsets, in: place), notes: notes)
  }

  /// A diagnostic for a name that nothing has; a `-` that was meant as a minus is explained.
  package func unknown(
    _ what: String, _ mention: Mention, known: [String], plural: String? = nil
  ) -> Diagnostic {
    let range = Self.range(mention.offsets, in: place)
    let plain = Diagnostic.unknown(what, mention.text, at: range, known: known, plural: plural)
    guard mention.role.isOperand, mention.text.contains("-") else { return plain }
    let spaced = mention.text.split(separator: "-").joined(separator: " - ")
    return Diagnostic(
      plain.message, at: range, notes: plain.notes + ["a subtraction has spaces: \(spaced)"])
  }

  /// A diagnostic for an error that came up while evaluating.
  package func diagnostic(_ error: FormulaError, notes: [String] = []) -> Diagnostic {
    Diagnostic(
      error.message, at: Self.range(error.offsets ?? root.offsets, in: place), notes: notes)
  }

  /// The formula's value in a scope.
  package func value(in scope: some FormulaScope) throws(FormulaError) -> FormulaValue {
    try root.value(in: scope)
  }

  /// The value of a formula that says how many.
  func count(in scope: some FormulaScope) throws(FormulaError) -> Int {
    try value(in: scope).count()
  }

  /// The truth of a formula that must be a condition.
  package func holds(in scope: some FormulaScope) throws(FormulaError) -> Bool {
    try value(in: scope).truth(of: root)
  }
}

/// A part of a formula with its stretch of the text, counted in characters from 0.
package struct FormulaTree: Sendable {
  package indirect enum Kind: Sendable {
    case number(FormulaNumber, spelling: String)
    case truth(Bool)
    case name(Mention)
    case negative(FormulaTree)
    case not(FormulaTree)
    case binary(FormulaOperator, FormulaTree, FormulaTree)
    case call(FormulaFunction, [FormulaTree])
    case metric(MetricForm)
  }

  package let kind: Kind
  package let offsets: Range<Int>
  /// The length of the longest way down, which bounds every recursion over the tree.
  let depth: Int

  init(_ kind: Kind, at offsets: Range<Int>) {
    self.kind = kind
    self.offsets = offsets
    depth =
      switch kind {
      case .number, .truth, .name, .metric: 1
      case .negative(let part), .not(let part): part.depth + 1
      case .binary(_, let left, let right): max(left.depth, right.depth) + 1
      case .call(_, let parts): (parts.map(\.depth).max() ?? 0) + 1
      }
  }
}

/// The operators between two values, in rising order of their binding.
package enum FormulaOperator: String, Sendable, CaseIterable {
  case or, and
  case equal = "=="
  case unequal = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case remainder = "%"

  /// A tighter operator has a larger number; `not` stands between `and` and the comparisons.
  var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual: 4
    case .plus, .minus: 5
    case .times, .divided, .remainder: 6
    }
  }

  var isComparison: Bool { precedence == 4 }
}

/// The functions over numbers.
package enum FormulaFunction: String, Sendable, CaseIterable {
  case min, max, ceil, floor, abs

  /// Whether it takes any number of values; the others take one.
  var takesMany: Bool { self == .min || self == .max }
}

extension FormulaTree {
  /// Whether it is a number with a unit of bytes.
  var isBytes: Bool {
    if case .number(_, let spelling) = kind {
      spelling.hasSuffix(ByteUnit.B.rawValue)
    } else {
      false
    }
  }
}

// MARK: - Printing

extension FormulaTree: CustomStringConvertible {
  package var description: String { printed(inside: 0) }

  private static let notPrecedence = 3
  private static let negativePrecedence = 7

  private func printed(inside outer: Int) -> String {
    let (text, own): (String, Int)
    switch kind {
    case .number(_, let spelling): return spelling
    case .truth(let truth): return truth ? "true" : "false"
    case .name(let mention): return mention.spelling
    case .metric(let form): return form.description
    case .call(let function, let parts):
      let list = parts.map { $0.printed(inside: 0) }.joined(separator: ", ")
      return "\(function.rawValue)(\(list))"
    case .not(let part):
      (text, own) = ("not \(part.printed(inside: Self.notPrecedence))", Self.notPrecedence)
    case .negative(let part):
      let precedence = Self.negativePrecedence
      (text, own) = ("-\(part.printed(inside: precedence))", precedence)
    case .binary(let sign, let left, let right):
      own = sign.precedence
      // Comparisons do not chain, so both sides are a level tighter; the rest leans to the left.
      let before = left.printed(inside: sign.isComparison ? own + 1 : own)
      text = "\(before) \(sign.rawValue) \(right.printed(inside: own + 1))"
    }
    return own < outer ? "(\(text))" : text
  }
}

// MARK: - Mentions

extension FormulaTree {
  /// The tree with each name bound to its place among the names of a step.
  func bound(to names: Names) -> FormulaTree {
    let kind: Kind =
      switch kind {
      case .number, .truth, .metric: kind
      case .name(let mention): .name(mention.bound(to: names))
      case .negative(let part): .negative(part.bound(to: names))
      case .not(let part): .not(part.bound(to: names))
      case .binary(let sign, let left, let right):
        .binary(sign, left.bound(to: names), right.bound(to: names))
      case .call(let function, let parts): .call(function, parts.map { $0.bound(to: names) })
      }
    return FormulaTree(kind, at: offsets)
  }

  /// What the tree mentions, in the order of its text.
  var mentions: [Mention] {
    switch kind {
    case .number, .truth: []
    case .name(let mention): [mention]
    case .metric(let form): form.mentions
    case .negative(let part), .not(let part): part.mentions
    case .binary(_, let left, let right): left.mentions + right.mentions
    case .call(_, let parts): parts.flatMap(\.mentions)
    }
  }
}
