// How much testing: FAULTLINE_EFFORT says quick (nothing said), ci or full.

import Foundation

/// The amount of work that long tests do.
public enum Effort: String, Sendable {
  case quick, ci, nightly, full

  /// What the environment asks for.
  public static let current =
    ProcessInfo.processInfo.environment["FAULTLINE_EFFORT"].flatMap(Effort.init(rawValue:))
    ?? .quick

  /// The number of random cases that the law of a verdict or a baseline is tried over.
  public static let laws: UInt64 = choose(quick: 25, ci: 100, nightly: 500, full: 500)

  /// Returns the value for the current effort; a night takes as much as CI unless it has a value of its own.
  public static func choose<Value>(
    quick: Value, ci: Value, nightly: Value? = nil, full: Value
  ) -> Value {
    switch current {
    case .quick: quick
    case .ci: ci
    case .nightly: nightly ?? ci
    case .full: full
    }
  }
}
