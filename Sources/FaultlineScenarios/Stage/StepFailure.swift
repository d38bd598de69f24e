// Why a step could not be carried out: the engine's error, or a formula without a value.

import Faultline

/// An error that came up while a scenario played; it ends the trial and costs nothing else.
package struct StepFailure: Error, Sendable, CustomStringConvertible {
  package let description: String
  /// Whether the engine has refused what the step asked of it.
  let isOfEngine: Bool

  package init(_ description: String) {
    self.description = description
    isOfEngine = false
  }

  init(_ error: GraphError) {
    description = error.description
    isOfEngine = true
  }

  init(_ error: FormulaError) { self.init(error.message) }
}

/// Runs a piece of the engine, and turns its error into a step's.
func engine<Value>(_ body: () throws(GraphError) -> Value) throws(StepFailure) -> Value {
  do throws(GraphError) { return try body() } catch { throw StepFailure(error) }
}

/// Evaluates a formula, and turns its error into a step's.
func evaluating<Value>(_ body: () throws(FormulaError) -> Value) throws(StepFailure) -> Value {
  do throws(FormulaError) { return try body() } catch { throw StepFailure(error) }
}

extension Formula {
  /// The formula's value as a whole number of things.
  func count(in names: Names) throws(StepFailure) -> Int {
    let value = try evaluating { () throws(FormulaError) in try self.value(in: names) }
    guard let whole = value.whole, whole >= 0 else {
      throw StepFailure("'\(self)' is \(value), and a whole number that is not negative is needed.")
    }
    return whole
  }
}
