// What formulas compute with, what they ask, and what can go wrong.

package import FaultlineMeasures

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
