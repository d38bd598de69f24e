// Ctrl-C: the run stops at the next chance and keeps what is there.

import Glibc
import Synchronization

/// Whether somebody asked the run to stop.
enum Interruption {
  private static let asked = Atomic<Bool>(false)

  /// Whether Ctrl-C was pressed since `listen`.
  static var isAsked: Bool { asked.load(ordering: .relaxed) }

  /// Takes Ctrl-C as a wish; a second one ends the process at once, as ever.
  static func listen() {
    asked.store(false, ordering: .relaxed)
    signal(SIGINT) { _ in
      Interruption.asked.store(true, ordering: .relaxed)
      signal(SIGINT, SIG_DFL)
    }
  }
}
