// Reporting may do as much as it likes: no measured number depends on it.

import Faultline
import FaultlineTestGraph
import Testing

@testable import FaultlineProfiler

extension WorkloadArena {
  @Suite struct Reporters {
    /// What is measured of one piece of work.
    private struct Measured: Equatable {
      var live: [Int] = []
      var allocations: [Int] = []
      var frees: [Int] = []
      var peaks: [Int] = []
      var left = 0
    }

    /// Employs and reports ten times; after each, everything that a checkpoint does is done so many times.
    private static func measure(reporting times: Int) throws -> Measured {
      let heap = try Heap.vacant()
      var measured = Measured()
      let moment = Population.now.onThisThread
      let before = reading(of: heap)
      let gauge = try PeakGauge(of: heap)
      let home = heap.enterWorkload()
      var context: ManagedObjectContext? = try makeContext(try companyModel())
      for round in 0..<10 {
        let boss = context?.insertNewObject(forEntityName: "Employee")
        for number in 0..<20 {
          let employee = context?.insertNewObject(forEntityName: "Employee")
          employee?.setValue("Employee number \(round) \(number)", forKey: "name")
          employee?.setValue(boss, forKey: "manager")
        }
        try context?.save()
        heap.outside {
          let now = reading(of: heap)
          measured.live.append(now.workload.liveBytes - before.workload.liveBytes)
          measured.allocations.append(now.workload.allocations - before.workload.allocations)
          measured.frees.append(now.workload.frees - before.workload.frees)
          measured.peaks.append(gauge.peak.bytes)
          for _ in 0..<times { report(context, since: moment, heap) }
        }
      }
      context?.reset()
      context = nil
      heap.leaveWorkload(to: home)
      measured.left = reading(of: heap).workload.liveBytes - before.workload.liveBytes
      return measured
    }

    /// The same measured until it agrees with itself: a table of the runtime that grows, as other tests fill it, grows
    /// once, and what reporting did to a number would stay.
    private static func settled(reporting times: Int) throws -> Measured {
      var latest = try measure(reporting: times)
      for _ in 0..<4 {
        let next = try measure(reporting: times)
        if next == latest { break }
        latest = next
      }
      return latest
    }

    private static func report(
      _ context: ManagedObjectContext?, since moment: Population.Moment, _ heap: Heap
    ) {
      let cycles = ObjectGraph(since: moment).cycles
      let owned = OwnedBytes(in: heap) { context?.showBlocks(to: $0) }
      var lines: [String] = []
      for kind in cycles.kinds { lines.append("\(kind.text) \(owned.sum)") }
      #expect(lines.count == cycles.kinds.count)
    }

    @Test func `may do twice or ten times as much, and no number changes by a byte`() throws {
      let once = try Self.settled(reporting: 1)
      #expect(once.live.allSatisfy { $0 > 0 } && once.left == 0)
      #expect(try Self.settled(reporting: 2) == once)
      #expect(try Self.settled(reporting: 10) == once)
      #expect(try Self.settled(reporting: 0) == once)
    }
  }
}
