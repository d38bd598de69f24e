// Why a step could not be carried out: the engine's error, or a formula without a value.

/// An error that came up while a scenario played; it ends the trial and costs nothing else.
package struct StepFailure: Error, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// What a step has thrown, whatever it is.
  init(_ error: any Error) {
    switch error {
    case let error as StepFailure: self = error
    case let error as FormulaError: self.init(error.message)
    default: self.init("\(error)")
    }
  }
}
