// The runtime's own counting, as far as it lets itself be watched.

internal import CFaultline

/// How often references were counted up and down, and objects made; nil and what lives for ever left out.
///
/// The runtime has pointers through which it calls its own functions once that is asked for. It is a way that
/// few go, so it is done in a process of its own. The numbers are those of one compiler with one optimization: they
/// move with both.
package struct ArcCounts: Sendable, Hashable {
  package let retains: Int
  package let releases: Int
  package let allocations: Int

  /// Begins to count what threads do while they are watched; false where the runtime has no place for it.
  package static func start() -> Bool { faultline_arc_start(adapter) }

  /// Begins the part of this thread's work that is counted; what it does in `Heap.outside` is left out.
  package static func beginWatching() { faultline_watch_begin() }

  /// Ends the part of this thread's work that is counted.
  package static func endWatching() { faultline_watch_end() }

  /// Where the runtime of 6.3 keeps the step that must be avoided; zero where its file does not say so.
  private static var adapter: UInt {
    var base: UInt = 0
    guard let path = faultline_runtime_file(&base),
      let file = SymbolFile(path: String(cString: path), of: .variable),
      let address = file.address(of: "_ZL21_swift_retain_adapter")
    else { return 0 }
    return base + address
  }

  /// Stops counting.
  package static func stop() { faultline_arc_stop() }

  /// What was counted since the start.
  package static var now: ArcCounts {
    let counts = faultline_arc_read()
    return ArcCounts(
      retains: Int(counts.retains), releases: Int(counts.releases),
      allocations: Int(counts.allocations))
  }
}
