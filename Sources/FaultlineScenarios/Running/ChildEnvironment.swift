// What a child knows of the world: four variables of ours and four fixed ones.

import FaultlineSystem

/// The environment of every child, the same on every machine except for where things lie.
enum ChildEnvironment {
  /// Where to find programs, libraries and a place to write.
  ///
  /// Anything else, an allocator's options above all, could change what is counted.
  static let kept = ["PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR"]

  /// One clock, one language, one order of hashes, and no backtrace that takes seconds when a trial dies.
  static let fixed = [
    "TZ=UTC", "LC_ALL=C", "SWIFT_DETERMINISTIC_HASHING=1", "SWIFT_BACKTRACE=enable=no",
  ]

  static func words() -> [String] {
    kept.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } } + fixed
  }
}
