// What a gate makes of readings that are worse where the scenario itself was changed.

import FaultlineMeasures

/// Whether worse readings of other work fail.
package enum AcrossChanges: String, Sendable, Hashable, CaseIterable {
  /// They fail like any other, until they are accepted.
  case fail
  /// They are shown, and fail nothing.
  case warn
  /// They are counted, and nothing else.
  case allow

  /// Whether a reading counts as a regression.
  package func counts(_ pair: Comparison.Pair) -> Bool { self == .fail || !pair.isOtherWork }

  /// Whether a reading is shown among those that are worse.
  package func shows(_ pair: Comparison.Pair) -> Bool { self != .allow || !pair.isOtherWork }
}
