// The value of a tree in a scope.

package import FaultlineMeasures
import Foundation  // Rounding lives in the C library's mathematics, which this links.

extension FormulaTree {
  func value(in scope: some FormulaScope) throws(FormulaError) -> FormulaValue {
    do throws(FormulaError) {
      switch kind {
      case .number(let number, _): return .number(number)
      case .truth(let truth): return .truth(truth)
      case .name(let mention):
        guard let value = try scope.find(mention) else {
          throw FormulaError(.unknownName, "nothing is named \(mention.text.inQuotes) here")
        }
        return value
      case .metric(let form): return try scope.metric(form)
      case .negative(let part): return .number(try part.number(in: scope).negated)
      case .not(let part): return .truth(try !part.truth(in: scope))
      case .call(let function, let parts):
        return .number(try function.value(of: parts, in: scope))
      case .binary(let sign, let left, let right):
        return try Self.value(of: sign, left, right, in: scope)
      }
    } catch {
      throw error.at(self)
    }
  }

  fileprivate func number(in scope: some FormulaScope) throws(FormulaError) -> FormulaNumber {
    try value(in: scope).number(of: self)
  }

  private func truth(in scope: some FormulaScope) throws(FormulaError) -> Bool {
    try value(in: scope).truth(of: self)
  }

  private static func value(
    of sign: FormulaOperator, _ left: FormulaTree, _ right: FormulaTree,
    in scope: some FormulaScope
  ) throws(FormulaError) -> FormulaValue {
    switch sign {
    case .and:
      let holds = try left.truth(in: scope)
      return holds ? .truth(try right.truth(in: scope)) : .truth(false)
    case .or:
      let holds = try left.truth(in: scope)
      return holds ? .truth(true) : .truth(try right.truth(in: scope))
    case .equal: return .truth(try areEqual(left, right, in: scope))
    case .unequal: return .truth(try !areEqual(left, right, in: scope))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      let (a, b) = (try left.number(in: scope), try right.number(in: scope))
      let holds =
        switch sign {
        case .less: a < b
        case .lessOrEqual: a < b || a.hasSameValue(as: b)
        case .greater: b < a
        default: b < a || a.hasSameValue(as: b)
        }
      return .truth(holds)
    case .plus, .minus, .times, .divided, .remainder:
      let (a, b) = (try left.number(in: scope), try right.number(in: scope))
      return .number(try a.applying(sign, to: b))
    }
  }

  // MARK: - Equality, where a name may be a word

  private enum BehaviorProfile {
    case value(FormulaValue)
    case unknown(String)
  }

  private func side(in scope: some FormulaScope) throws(FormulaError) -> BehaviorProfile {
    guard case .name(let mention) = kind else { return .value(try value(in: scope)) }
    do throws(FormulaError) {
      return try scope.find(mention).map { .value($0) } ?? .unknown(mention.text)
    } catch {
      throw error.at(self)
    }
  }

  private static func areEqual(
    _ left: FormulaTree, _ right: FormulaTree, in scope: some FormulaScope
  ) throws(FormulaError) -> Bool {
    switch (try left.side(in: scope), try right.side(in: scope)) {
    case (.value(.word(let a)), .unknown(let b)), (.unknown(let a), .value(.word(let b))):
      return DisabledKeyword.areSame(a, b)
    // What may be switched off is a number or a word, and is compared with both.
    case (.value(.number), .unknown(let word)), (.unknown(let word), .value(.number)):
      if DisabledKeyword.isMeant(by: word) { return false }
      return try left.value(in: scope) == right.value(in: scope)
    // Asked for as a value, it says what is wrong with it.
    case (.unknown, _): return try left.value(in: scope) == right.value(in: scope)
    case (_, .unknown): return try right.value(in: scope) == left.value(in: scope)
    case (.value(.number(let a)), .value(.number(let b))): return a.hasSameValue(as: b)
    case (.value(.truth(let a)), .value(.truth(let b))): return a == b
    case (.value(.word(let a)), .value(.word(let b))):
      return DisabledKeyword.areSame(a, b)
    case (.value(.word(let word)), .value(.number)) where DisabledKeyword.isMeant(by: word):
      return false
    case (.value(.number), .value(.word(let word))) where DisabledKeyword.isMeant(by: word):
      return false
    case (.value(let a), .value(let b)):
      throw FormulaError(.wrongKind, "\(a) and \(b) are of two kinds and cannot be equal")
    }
  }
}

extension FormulaFunction {
  fileprivate func value(
    of parts: [FormulaTree], in scope: some FormulaScope
  ) throws(FormulaError) -> FormulaNumber {
    var numbers: [FormulaNumber] = []
    for part in parts { numbers.append(try part.number(in: scope)) }
    // The parser admits no call without a value.
    guard var result = numbers.first else { return FormulaNumber(0) }
    switch self {
    case .min: for number in numbers where number < result { result = number }
    case .max: for number in numbers where result < number { result = number }
    case .floor: result = result.floor
    case .ceil: result = result.ceil
    case .abs: if result < FormulaNumber(0) { result = try result.negated }
    }
    return result
  }
}

/// The value of a formula or of one of its parts.
package enum FormulaValue: Sendable, Hashable {
  case number(FormulaNumber)
  case truth(Bool)
  case word(String)

  package init(_ whole: Int) { self = .number(FormulaNumber(whole)) }

  /// The value as a whole number, when it is one; a real counts when it is exactly whole.
  package var whole: Int? {
    switch self {
    case .number(.exact(let ratio)): ratio.whole
    case .number(.real(let value)): Int(exactly: value)
    case .truth, .word: nil
    }
  }
}

extension FormulaValue: CustomStringConvertible {
  package var description: String {
    switch self {
    case .number(.exact(let ratio)): ratio.description
    case .number(.real(let value)): "\(value)"
    case .truth(let truth): truth ? "true" : "false"
    case .word(let word): word
    }
  }

  /// The value for a message: `the number 3`, `the word 'refresh'`.
  var inWords: String {
    switch self {
    case .number: "the number \(self)"
    case .truth: "the truth value \(self)"
    case .word: "the word \(description.inQuotes)"
    }
  }

  func number(of part: FormulaTree) throws(FormulaError) -> FormulaNumber {
    guard case .number(let number) = self else {
      throw FormulaError(.wrongKind, "expected a number, found \(inWords)", at: part.offsets)
    }
    return number
  }

  /// The value as a count of things.
  func count() throws(FormulaError) -> Int {
    guard let whole, whole >= 0 else {
      throw FormulaError(.wrongKind, "this is \(inWords), and a count is a whole number from 0 on")
    }
    return whole
  }

  func truth(of part: FormulaTree) throws(FormulaError) -> Bool {
    guard case .truth(let truth) = self else {
      throw FormulaError(.wrongKind, "expected a condition, found \(inWords)", at: part.offsets)
    }
    return truth
  }
}

/// Why a formula has no value.
package struct FormulaError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    /// The scope does not know the name.
    case unknownName
    /// The question is right, but what was measured has no answer to it.
    case unanswered
    case overflow, divisionByZero, wrongKind
  }

  package let kind: Kind
  package let message: String
  /// The part of the formula that failed; the part that asked, when a scope leaves it out.
  package let offsets: Range<Int>?

  package init(_ kind: Kind, _ message: String, at offsets: Range<Int>? = nil) {
    self.kind = kind
    self.message = message
    self.offsets = offsets
  }

  package var description: String { message }

  func at(_ part: FormulaTree) -> FormulaError {
    offsets == nil ? FormulaError(kind, message, at: part.offsets) : self
  }
}

/// What a formula can see: names and measured readings.
package protocol FormulaScope {
  /// The value of what a formula mentions, or nil where it means nothing here: in a comparison that may be a word.
  func find(_ mention: Mention) throws(FormulaError) -> FormulaValue?

  /// The answer to a question about readings; `FormulaError.unanswered` when there is none.
  func metric(_ form: MetricForm) throws(FormulaError) -> FormulaValue
}

extension FormulaScope {
  /// A scope before or without measuring has no readings.
  package func metric(_ form: MetricForm) throws(FormulaError) -> FormulaValue {
    throw FormulaError(.unanswered, "\(form) can be asked only of a run")
  }
}

// Arithmetic that is exact as long as both sides are, and never silently wrong.
extension FormulaNumber {
  /// The result of an arithmetic operator.
  func applying(
    _ sign: FormulaOperator, to other: FormulaNumber
  ) throws(FormulaError) -> FormulaNumber {
    if (sign == .divided || sign == .remainder) && other.double == 0 {
      throw FormulaError(.divisionByZero, "division by zero")
    }
    if sign == .remainder { return try remainder(of: other) }
    if case .exact(let a) = self, case .exact(let b) = other {
      let result: Ratio? =
        switch sign {
        case .plus: a.adding(b)
        case .minus: a.subtracting(b)
        case .times: a.multiplied(by: b)
        default: a.divided(by: b)
        }
      guard let result else { throw Self.overflow }
      return .exact(result)
    }
    let (a, b) = (double, other.double)
    let result =
      switch sign {
      case .plus: a + b
      case .minus: a - b
      case .times: a * b
      default: a / b
      }
    guard result.isFinite else { throw Self.overflow }
    return .real(result)
  }

  private func remainder(of other: FormulaNumber) throws(FormulaError) -> FormulaNumber {
    guard let a = FormulaValue.number(self).whole, let b = FormulaValue.number(other).whole else {
      throw FormulaError(.wrongKind, "'%' needs two whole numbers")
    }
    // The one overflow, the smallest integer by -1, leaves no remainder either.
    return FormulaNumber(a.remainderReportingOverflow(dividingBy: b).partialValue)
  }

  var negated: FormulaNumber {
    get throws(FormulaError) {
      switch self {
      case .real(let value): return .real(-value)
      case .exact(let ratio):
        guard let result = ratio.negated else { throw Self.overflow }
        return .exact(result)
      }
    }
  }

  var floor: FormulaNumber {
    switch self {
    case .exact(let ratio): FormulaNumber(ratio.floor)
    case .real(let value): Self.whole(value.rounded(.down))
    }
  }

  var ceil: FormulaNumber {
    switch self {
    case .exact(let ratio): FormulaNumber(ratio.ceil)
    case .real(let value): Self.whole(value.rounded(.up))
    }
  }

  static func < (a: FormulaNumber, b: FormulaNumber) -> Bool {
    if case .exact(let a) = a, case .exact(let b) = b { return a < b }
    return a.double < b.double
  }

  /// Whether two numbers have the same value, however each is kept.
  func hasSameValue(as other: FormulaNumber) -> Bool {
    if case .exact(let a) = self, case .exact(let b) = other { return a == b }
    return double == other.double
  }

  private static func whole(_ value: Double) -> FormulaNumber {
    Int(exactly: value).map { FormulaNumber($0) } ?? .real(value)
  }

  private static var overflow: FormulaError {
    FormulaError(.overflow, "the result is too large for exact arithmetic")
  }
}
