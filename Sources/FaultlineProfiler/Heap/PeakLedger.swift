// The blocks that come and go around the moment at which the heap holds the most.

internal import CAllocator
internal import Faultline

/// A ledger of the workload's blocks, from a look at all of them to the allocation at which the heap holds the most,
/// and on to a second look.
///
/// What lies in the heap at the peak is then known block by block although nothing is looked at in an allocation: a
/// block is of the first look and was not released before the peak, or it was taken in between. There is one ledger
/// at a time in a process; it lies in memory of its own.
package final class PeakLedger {
  /// What a look has found out about a block, by its number; 0 is nothing.
  package typealias Label = UInt32

  private let heap: Heap
  private let follower = MarkFollower()

  /// Opens the ledger; nil where another one is open.
  package init?(of heap: Heap) {
    guard faultline_ledger_open(heap.workload.index, heap.sqlite.index) == 0 else { return nil }
    self.heap = heap
  }

  deinit { faultline_ledger_close() }

  /// Notes what a block is, before the peak or after it, and says whether it was not noted before.
  func note(_ block: UnsafeRawPointer, _ label: Label, isLater: Bool) -> Bool {
    faultline_ledger_note(block, label, isLater)
  }

  /// Begins to follow blocks from levels of now on, until both together reach so many bytes.
  ///
  /// - Throws: A `HeapError` when the allocator has no hooks.
  package func start(workload: Int, sqlite: Int, target: Int) throws(HeapError) {
    let levels = faultline_levels(workload: Int64(workload), store: Int64(sqlite))
    let code = faultline_ledger_start(levels, Int64(target))
    guard code == 0 else {
      throw .unanswered(name: "experimental.hooks.install", code: Int(code))
    }
  }

  /// Runs a body of which the engine's events are the marks of blocks.
  package func following<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try EventHook.following(by: follower, body)
  }

  /// Says that turns end from now on, or that they do so no longer.
  package func mark(isEndingTurn: Bool) { follower.setEndingTurn(isEndingTurn) }

  /// Whether the peak was reached.
  package var isPastPeak: Bool { faultline_ledger_is_past_peak() }

  /// Whether there was too little memory to go on with it.
  package var hasFailed: Bool { faultline_ledger_has_failed() }

  /// What was held at the peak, and what was being done.
  package var peak: (workload: Int, sqlite: Int, mark: WorkMark) {
    var mark: UInt16 = 0
    let levels = faultline_ledger_peak(&mark)
    return (Int(levels.workload), Int(levels.store), WorkMark(rawValue: mark))
  }

  /// Ends following; what is known stays.
  package func stop() { faultline_ledger_stop() }

  /// A block that was there at the peak.
  package struct Block {
    package let bytes: Int
    /// What it was said to be before the peak, where it was there then.
    package let before: Label?
    /// What it was said to be after it, where it was still there then.
    package let after: Label?
    /// What took it, where it was taken for so short a time that no look has met it.
    package let passing: WorkMark?
  }

  /// Visits the blocks of the workload that were there at the peak, as far as anything is known of them.
  package func forEachBlock(_ body: (Block) -> Void) {
    var count = 0
    guard let places = faultline_ledger_places(&count) else { return }
    for place in UnsafeBufferPointer(start: places, count: count) where place.block != 0 {
      func has(_ flag: Int) -> Bool { Int(place.flags) & flag != 0 }
      let isTaken = has(faultline_ledger_taken)
      guard !has(faultline_ledger_elsewhere),
        isTaken || !has(faultline_ledger_old_ended)
      else { continue }
      let isGone =
        has(isTaken ? faultline_ledger_given_back : faultline_ledger_old_ended_later)
        || has(faultline_ledger_later)
      body(
        Block(
          bytes: Int(place.size), before: isTaken || place.label == 0 ? nil : place.label,
          after: isGone || place.later_label == 0 ? nil : place.later_label,
          passing: isTaken && isGone ? WorkMark(rawValue: place.mark) : nil))
    }
  }
}

/// Marks what the engine does: the operation that the script has asked for, and a part of it.
private final class MarkFollower: EventHook.Follower {
  private let open: UnsafeMutablePointer<UInt16>
  private var depth = 0
  private var ground = WorkMark.step
  private static let deepest = 64

  init() { open = .allocate(capacity: Self.deepest) }

  deinit { open.deallocate() }

  func setEndingTurn(_ isEnding: Bool) {
    ground = isEnding ? .turnEnd : .step
    if depth == 0 { faultline_ledger_mark(ground.rawValue) }
  }

  func began(_ kind: EventHook.Kind, _ subject: String) {
    let outer = depth == 0 ? ground : WorkMark(rawValue: open[min(depth, Self.deepest) - 1])
    let mark = outer.within(kind, subject)
    if depth < Self.deepest { open[depth] = mark.rawValue }
    depth += 1
    faultline_ledger_mark(mark.rawValue)
  }

  func ended() {
    depth = max(0, depth - 1)
    faultline_ledger_mark(
      depth == 0 ? ground.rawValue : open[min(depth, Self.deepest) - 1])
  }
}
