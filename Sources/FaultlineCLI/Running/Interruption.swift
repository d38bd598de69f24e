// Ctrl-C, and what else asks for an end: the run stops at the next chance and keeps what is there.

import FaultlineMeasures
import Glibc
import Synchronization

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
    for (number, _, _) in signals where number != SIGHUP || !isIgnored(number) {
      Glibc.signal(number) { number in
        _ = Interruption.asked.compareExchange(
          expected: 0, desired: number, ordering: .relaxed)
        Glibc.signal(number, SIG_DFL)
      }
    }
  }

  /// Whether a signal was ignored when the program began, as `nohup` has it.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0,
      let handler = action.__sigaction_handler.sa_handler
    else { return false }
    // Here SIG_IGN is an address that no function has.
    return unsafeBitCast(handler, to: Int.self) == 1
  }
}
