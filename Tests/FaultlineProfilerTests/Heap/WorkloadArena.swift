// The suites that use the workload's arena: one after the other, since they read its counters.

import FaultlineProfiler
import Glibc
import Testing

/// Everything that binds a thread to the workload's arena; nested suites take turns.
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

/// Takes a block; a call that the optimizer cannot see through, or it would leave out both ends.
@inline(never)
func take(_ bytes: Int) -> UnsafeMutableRawPointer? { malloc(bytes) }
