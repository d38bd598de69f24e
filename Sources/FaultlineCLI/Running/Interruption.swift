// Ctrl-C, and what else asks for an end: the run stops at the next chance and keeps what is there.

import FaultlineMeasures
import Synchronization
import FaultlineSystem

/// Whether the run was asked to stop.
enum Interruption {
  /// The signals that ask for an end; how each is called, and what the program ends with.
  private static let signals: [(number: Int32, name: String, status: ExitStatus)] = [
    (SIGINT, "SIGINT", .interrupted), (SIGTERM, "SIGTERM", .terminated),
    (SIGHUP, "SIGHUP", .hungUp),
  ]

  /// The first signal that came, or 0.
  private static let asked = Atomic<Int32>(0)

  private static var signal: (number: Int32, name: String, status: ExitStatus)? {
    let number = asked.load(ordering: .relaxed)
    return signals.first { $0.number == number }
  }

  /// Whether a signal came since `listen`.
  static var isAsked: Bool { signal != nil }

  /// What the program ends with after the signal.
  static var status: ExitStatus { signal?.status ?? .interrupted }

  /// What has happened, in words; Ctrl-C is the usual way and needs no name.
  static var words: String {
    guard let signal, signal.number != SIGINT else { return "interrupted" }
    return "interrupted by \(signal.name)"
  }

  /// Takes a signal as a wish; a second one of its kind ends the process at once, as ever.
  static func listen() {
    asked.store(0, ordering: .relaxed)
    for (number, _, _) in signals where number != SIGHUP || !Linux.isIgnored(signal: number) {
      handle(number) { number in
        _ = Interruption.asked.compareExchange(
          expected: 0, desired: number, ordering: .relaxed)
        handle(number, SIG_DFL)
      }
    }
  }
}

/// Sets a signal's handler; outside of the type, which has a member of the same name.
private func handle(_ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
  signal(number, handler)
}
