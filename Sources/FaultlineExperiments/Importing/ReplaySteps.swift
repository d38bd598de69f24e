// What a scenario of a recording is made of: its steps, and what had to be assumed for them.

/// Steps that play what was observed.
package protocol ReplaySteps {
  /// The lines of the steps, each with its indent.
  var lines: [String] { get }
  /// What was inferred, each once and in order.
  var assumptions: [String] { get }
  /// Relationships that a prefetch may bring along.
  var prefetchable: [String] { get }
  /// Whether objects were looked up one by one.
  var hasLookups: Bool { get }
  /// How many saves a parameter of the scenario can put together.
  var saveCount: Int { get }
  /// What has to be there before, for data where there is no store.
  var rowsBefore: RowsBefore { get }
  var largestFetch: Int { get }
}
