// The parts of a formula and how they print themselves back.

package import FaultlineMeasures

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
