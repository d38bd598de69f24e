// The suites that read an arena's counters, and what they read them with.

import Glibc
import Testing

@testable import FaultlineProfiler

/// Everything that binds a thread to a workload's arena.
///
/// Each test has an arena of its own, since another thread may at any time give back what a test before has left.
/// They take turns all the same: SQLite's arena is one for all. They alone take blocks from it, for a test process
/// gives SQLite no arena of its own: else what suites beside them do in stores would move its counters.
@Suite(.serialized) enum WorkloadArena {}

/// Three words of its own: 40 bytes an instance, 48 in the heap.
final class Triple {
  var first = 1
  var second = 2
  var third = 3
}

/// Reads the heap; the test fails by itself when it cannot be measured.
func reading(of heap: Heap) -> HeapReading {
  var reading = HeapReading()
  heap.read(into: &reading)
  return reading
}

/// What came and went between two readings, by size, so that a failure says what it is about.
func change(from before: ArenaReading, to after: ArenaReading, in heap: Heap) -> [SizeClass] {
  var counts: [Int: Int] = [:]
  for size in heap.blocks(in: after) { counts[size.size, default: 0] += size.blocks }
  for size in heap.blocks(in: before) { counts[size.size, default: 0] -= size.blocks }
  return counts.sorted { $0.key < $1.key }.filter { $0.value != 0 }
    .map { SizeClass(size: $0.key, blocks: $0.value) }
}

/// Takes a block; a call that the optimizer cannot see through, or it would leave out both ends.
@inline(never)
func take(_ bytes: Int) -> UnsafeMutableRawPointer? { malloc(bytes) }
