// A count that can be switched off.

import FaultlineMeasures

/// A formula for how many, or none at all: `limit: 100`, `limit: none`, or `limit: most` with a parameter that is
/// either.
package struct Limit: Sendable {
  /// Nothing where the word itself stands.
  private let formula: Formula?

  private init(_ formula: Formula?) { self.formula = formula }

  /// Reads a formula, or a word that switches it off.
  init(_ node: Node) throws(Diagnostic) { formula = node.isOff ? nil : try Formula(node) }

  /// Whether the word itself stands there, whatever parameters are.
  var isOff: Bool { formula == nil }

  /// Its value in a scope: a count, or nil where it is switched off.
  func value(in scope: some FormulaScope) throws(FormulaError) -> Int? {
    guard let formula else { return nil }
    let value = try formula.value(in: scope)
    return value.isOff ? nil : try value.count()
  }

  /// Whether it is switched off in a scope, as far as that is known there.
  func isOff(in scope: some FormulaScope) -> Bool {
    guard let formula else { return true }
    return (try? formula.value(in: scope))?.isOff == true
  }

  /// Checks the formula, if there is one; a mistake in it says that it may be switched off.
  func check(_ body: (Formula) throws(Diagnostic) -> Void) throws(Diagnostic) {
    guard let formula else { return }
    do throws(Diagnostic) {
      try body(formula)
    } catch {
      throw error.noting("\(DisabledKeyword.word) switches it off")
    }
  }

  /// The same limit with its formula resolved; a mistake in it says that it may be switched off.
  func map(_ resolve: (Formula) throws(Diagnostic) -> Formula) throws(Diagnostic) -> Limit {
    var resolved: Formula?
    try check { formula throws(Diagnostic) in resolved = try resolve(formula) }
    return Limit(resolved)
  }

  /// As results have it: one spelling, whatever was written.
  var setting: Setting.Value { formula?.setting ?? .word(DisabledKeyword.word) }
}

/// The words for a value that is switched off or without a limit.
///
/// People write `never` beside an interval, `none` beside a limit and `off` beside a switch; YAML has `null`. All mean
/// the same everywhere. What is listed, compared and filed has one of them, so that two words are never two trials.
package enum DisabledKeyword {
  /// The word that is documented, and that results, reports and ids have.
  package static let word = "none"
  /// All words that are read.
  package static let words = [word, "never", "off", "null"]

  /// Whether a text is one of the words.
  package static func isMeant(by text: String) -> Bool { words.contains(text) }

  /// Whether two words say the same: they are one, or both switch off.
  package static func areSame(_ one: String, _ other: String) -> Bool {
    one == other || isMeant(by: one) && isMeant(by: other)
  }

  /// The word for it among some words that an author chose, if one of them says it: `never` for `off`.
  package static func word(among allowed: [String]) -> String? { allowed.first(where: isMeant) }
}

extension Node {
  /// Whether the value is switched off, in whichever word.
  var isOff: Bool { scalar.map { DisabledKeyword.isMeant(by: $0.text) } ?? false }
}

extension FormulaValue {
  /// Whether it is the value of something that is switched off.
  var isOff: Bool {
    if case .word(let word) = self { DisabledKeyword.isMeant(by: word) } else { false }
  }
}

extension Kind {
  /// Whether a value of the kind may be switched off.
  var mayBeOff: Bool {
    switch self {
    case .off, .flag: true
    case .either(let kinds): kinds.contains(where: \.mayBeOff)
    default: false
    }
  }

  /// The kind, or the word that switches it off.
  package var orOff: Kind {
    if case .either(let kinds) = self { .either(kinds + [.off]) } else { .either([self, .off]) }
  }
}
