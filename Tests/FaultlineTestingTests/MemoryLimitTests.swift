// What a limit says of a test that just kept to it, and of one that did one more.

import FaultlineProfiler
import FaultlineTestSupport
import Testing

@testable import FaultlineTesting

@Suite struct `A limit of a test` {
  /// Limits of two, and what is said of tests that did two and three of everything.
  @Test func `is kept by as much as it says, and passed by one more`() {
    let limits: [MemoryLimit] = [.leaks(2), .objects(2), .allocations(2), .bytes(2)]
    func text(_ count: Int) -> String {
      let done = MemoryFigures(
        most: count, left: count,
        heap: ThreadFigures(allocations: count, mostBytes: count, bytesLeft: count - 2))
      return limits.map { $0.complaint(about: done) ?? "-" }.joined(separator: "\n")
    }
    expectText(text(2), is: "-\n-\n-\n-")
    expectText(
      text(3),
      is: """
        3 objects outlive the test: .leaks(.atMost(2)).
        3 objects were alive at the same time: .objects(atMost: 2).
        The test took 3 blocks of the heap: .allocations(atMost: 2).
        The test held 3 bytes of the heap at the same time, of which 1 are left: .bytes(atMost: 2).
        """)
  }

  @Test func `counts one object and none in words`() {
    let one = MemoryFigures(
      most: 1_000, left: 1, heap: ThreadFigures(allocations: 1, mostBytes: 1_000, bytesLeft: 0))
    #expect(
      MemoryLimit.leaks(0).complaint(about: one) == "1 object outlives the test: .leaks(.none).")
    #expect(
      MemoryLimit.objects(0).complaint(about: one)
        == "1,000 objects were alive at the same time: .objects(atMost: 0).")
    #expect(
      MemoryLimit.bytes(0).complaint(about: one)
        == "The test held 1,000 bytes of the heap at the same time, of which none are left: "
        + ".bytes(atMost: 0).")
  }

  @Test func `of the heap says nothing where the heap was not measured`() {
    let unmeasured = MemoryFigures(most: 9, left: 9)
    #expect(MemoryLimit.allocations(0).complaint(about: unmeasured) == nil)
    #expect(MemoryLimit.bytes(0).complaint(about: unmeasured) == nil)
    let areAboutHeap = [MemoryLimit.leaks(0), .objects(0), .allocations(0), .bytes(0)]
      .map(\.isAboutHeap)
    #expect(areAboutHeap == [false, false, true, true])
  }
}
