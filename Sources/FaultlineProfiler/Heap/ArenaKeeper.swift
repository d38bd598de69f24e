// A thread that stays in an arena, so that the arena keeps its pages.

import Foundation

/// Stays in an arena for as long as the process lives, and does nothing there.
///
/// When the last thread leaves an arena, jemalloc gives all its unused pages back to the system, whatever the decay
/// says. The workload's thread leaves for each checkpoint: back again it would pay a page fault for every page that
/// it had used before, and what is measured would not be the same workload any more.
enum ArenaKeeper {
  /// A thread that only waits needs next to nothing.
  private static let stackSize = 64 << 10

  /// Returns when the thread is there.
  static func stay(in arena: Heap.Arena, of heap: Heap) {
    let isThere = DispatchSemaphore(value: 0)
    let thread = Thread {
      // Signals are for the threads that work.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_SETMASK, &all, nil)
      _ = heap.enter(arena)
      isThere.signal()
      while true { pause() }
    }
    thread.stackSize = stackSize
    thread.start()
    isThere.wait()
  }
}
