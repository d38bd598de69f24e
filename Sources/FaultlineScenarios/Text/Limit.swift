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
