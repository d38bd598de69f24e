// The one function that callgrind counts in.

/// Work whose instructions are counted, on the thread that plays it.
enum CountedWork {
  /// What is played; a process has one thread and one piece of work.
  nonisolated(unsafe) fileprivate static var body: (() throws -> Double)?
  nonisolated(unsafe) fileprivate static var outcome: Result<Double, any Error>?

  /// The symbol at which callgrind begins to count, and stops.
  static let symbol = "$s19FaultlineBenchmarks15playCountedWorkyyF"

  /// Plays work and returns its sum.
  static func play(_ body: @escaping () throws -> Double) throws -> Double {
    self.body = body
    defer { (self.body, outcome) = (nil, nil) }
    playCountedWork()
    return try outcome?.get() ?? 0
  }
}

/// Plays the work that is set.
///
/// It takes nothing and returns nothing, so that the compiler has no reason to make a copy of it that is called
/// otherwise.
@inline(never) func playCountedWork() {
  guard let body = CountedWork.body else { return }
  CountedWork.outcome = Result { try body() }
}
