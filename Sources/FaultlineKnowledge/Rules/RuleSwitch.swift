// Rules that a scenario can switch off: good for seeing what they are worth, and for nothing else.

package import FaultlineMeasures

/// A setting that takes a rule away from a context, by the name that scenarios and results have for it.
///
/// No app has such a context, so a report compares it and never recommends it.
package enum RuleSwitch: String, Sendable, CaseIterable {
  /// Off, every way to a record makes an object of its own (Q1).
  case uniquesObjects
  /// Off, a fetch brings along all that it leads to (F8).
  case usesFaults
  /// Off, every fault that fires asks the store (F3).
  case usesRowCache
  /// On, unreachable retain cycles go by themselves (C1).
  case collectsCycles
}

extension TrialResult {
  /// Whether a rule was switched off: then the settings say so.
  package var breaksRules: Bool {
    settings.contains { RuleSwitch(rawValue: $0.name) != nil }
  }
}
