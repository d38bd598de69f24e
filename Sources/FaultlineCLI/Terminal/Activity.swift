// A word to people who wait: after two seconds in which nothing was shown, what the program is at and for how long.

import Foundation
import Synchronization

/// Watches a command that speaks only at its end, from a thread of its own.
final class Activity: Sendable {
  private struct State {
    var what: String
    var lastShown: ContinuousClock.Instant
    var isDrawn = false
    var isOver = false
  }

  /// How long silence needs no word.
  private static let patience = Duration.seconds(2)
  /// Twice a second is enough to see that it goes on.
  private static let pause = 0.5

  private let state: Mutex<State>
  private let start: ContinuousClock.Instant
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Describes what a command does until it says more.
  init(_ what: String, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    let start = now()
    state = Mutex(State(what: what, lastShown: start))
    self.start = start
    self.now = now
  }

  /// Begins to watch; what is drawn goes to a terminal of this width.
  func begin(width: Int, drawing draw: @escaping @Sendable (String) -> Void) {
    let thread = Thread {
      while self.draw(width: width, by: draw) { Thread.sleep(forTimeInterval: Self.pause) }
    }
    thread.start()
  }

  /// Says what is being done now.
  func note(_ what: String) { state.withLock { $0.what = what } }

  /// Says no more, and takes away what is drawn.
  func end(erasing erase: () -> Void) {
    state.withLock { state in
      state.isOver = true
      if state.isDrawn { erase() }
      state.isDrawn = false
    }
  }

  /// Lets something else be written, on a line that is empty.
  func yield<Value>(erasing erase: () -> Void, to write: () -> Value) -> Value {
    state.withLock { state in
      if state.isDrawn { erase() }
      state.isDrawn = false
      defer { state.lastShown = now() }
      return write()
    }
  }

  /// Draws the line where nothing was shown for long enough; false when all is over.
  func draw(width: Int, by draw: (String) -> Void) -> Bool {
    state.withLock { state in
      guard !state.isOver else { return false }
      let instant = now()
      guard state.isDrawn || state.lastShown.duration(to: instant) >= Self.patience else {
        return true
      }
      let seconds = start.duration(to: instant).components.seconds
      let line = harmless("\(state.what) · \(seconds) s")
      let room = max(width - 1, 1)
      let fitting = line.count > room ? line.prefix(room - 1) + "…" : line[...]
      draw("\r\(fitting)\u{1B}[K")
      state.isDrawn = true
      return true
    }
  }
}
