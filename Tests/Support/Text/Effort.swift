// How much testing: FAULTLINE_EFFORT says quick (nothing said), ci or full.

import Foundation

/// The amount of work that long tests do.
public enum Effort: String, Sendable {
  case quick, ci, full

  /// What the environment asks for.
  public static let current =
    ProcessInfo.processInfo.environment["FAULTLINE_EFFORT"].flatMap(Effort.init(rawValue:))
    ?? .quick

  /// One of three values by the effort.
  public static func choose<Value>(quick: Value, ci: Value, full: Value) -> Value {
    switch current {
    case .quick: quick
    case .ci: ci
    case .full: full
    }
  }
}
