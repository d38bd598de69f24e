// What is asked of a search.

package import FaultlineMeasures
package import FaultlineScenarios

/// What a search is asked for.
package struct TuneQuery {
  /// The metrics of which there should be as little as can be; the first counts most.
  package var least: [String] = []
  /// What metrics may be at most.
  package var budgets: [Setting] = []
  /// The values that settings and parameters may have.
  package var over: [Setting] = []
  /// A Boolean value that indicates whether a cell that breaks an expectation of the file may not be taken.
  package var keepsExpectations = true
  /// The variants, the store and what all cells have in common.
  package var choices: Choices

  package init(_ choices: Choices) { self.choices = choices }
}
