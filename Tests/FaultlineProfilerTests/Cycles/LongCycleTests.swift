// A million objects in a row must not need a big stack, nor more than linear time.

import FaultlineProfiler
import Foundation
import Synchronization
import Testing

@Suite struct LongCycleTests {
  @Test func `a ring of a million fits a stack of 256 KiB`() {
    let cycles = onSmallStack { CycleFinder.search(ring(of: 1_000_000)) }
    #expect(cycles?.count == 1)
    #expect(cycles?.objects == 1_000_000)
    #expect(cycles?.pairs == 0)
    #expect(cycles?.kinds.map(\.length) == [1_000_000])
  }

  @Test func `a chain of a million has no retain cycle, and in both directions it has one`() {
    let oneWay = onSmallStack { CycleFinder.search(chain(of: 1_000_000, bothWays: false)) }
    #expect(oneWay?.count == 0)
    let both = onSmallStack { CycleFinder.search(chain(of: 1_000_000, bothWays: true)) }
    #expect(both?.count == 1)
    #expect(both?.pairs == 999_999)
    #expect(both?.kinds.map(\.text) == ["Employee.next → Employee.previous → Employee"])
  }
}

/// Builds a ring in which each refers to the next, by a one-way relationship.
func ring(of count: Int) -> ReferenceGraph {
  var builder = ReferenceGraph.Builder(kinds: ["Employee"], relationships: [.init("next")])
  builder.reserve(nodes: count, edges: count)
  for _ in 0..<count { builder.appendNode(kind: 0) }
  for node in 0..<count {
    builder.appendEdge(from: node, to: (node + 1) % count, relationship: 0)
  }
  return builder.build()
}

private func chain(of count: Int, bothWays: Bool) -> ReferenceGraph {
  var builder = ReferenceGraph.Builder(
    kinds: ["Employee"],
    relationships: [.init("next", inverse: 1), .init("previous", inverse: 0)])
  for _ in 0..<count { builder.appendNode(kind: 0) }
  for node in 1..<count {
    builder.appendEdge(from: node - 1, to: node, relationship: 0)
    if bothWays { builder.appendEdge(from: node, to: node - 1, relationship: 1) }
  }
  return builder.build()
}

private func onSmallStack(_ body: @escaping @Sendable () -> RetainCycles) -> RetainCycles? {
  final class Box: Sendable { let cycles = Mutex<RetainCycles?>(nil) }
  let box = Box()
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    let found = body()
    box.cycles.withLock { $0 = found }
    done.signal()
  }
  thread.stackSize = 256 * 1_024
  thread.start()
  done.wait()
  return box.cycles.withLock { $0 }
}
