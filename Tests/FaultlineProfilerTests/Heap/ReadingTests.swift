// A reading is exact, and taking it changes nothing.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Glibc
import Testing

@testable import FaultlineProfiler

extension WorkloadArena {
  @Suite struct Readings {
    @Test func `a hundred readings allocate nothing`() throws {
      let heap = try Heap.vacant()
      let readings = UnsafeMutablePointer<HeapReading>.allocate(capacity: 100)
      readings.initialize(repeating: HeapReading(), count: 100)
      defer { readings.deallocate() }
      let allocated = try Control("thread.allocated")
      let before = heap.enterWorkload()
      heap.read(into: &readings[0])
      let bytes = allocated.read(UInt64(0))
      for index in 0..<100 { heap.read(into: &readings[index]) }
      let bytesAfter = allocated.read(UInt64(0))
      heap.leaveWorkload(to: before)
      // The thread's own counter covers every arena, and no other thread's business.
      #expect(bytesAfter == bytes)
      #expect((0..<100).allSatisfy { readings[$0].workload == readings[0].workload })
      #expect((0..<100).allSatisfy { readings[$0].sqlite == readings[0].sqlite })
    }

    @Test func `small and large blocks of every way to allocate are counted exactly`() throws {
      let heap = try Heap.vacant()
      var random = SeededRandom(seed: 20_260_101)
      // Not an array: unoptimized code allocates when it changes one in place.
      let blocks = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 100_000)
      var count = 0
      for _ in 0..<20 {
        var (allocations, frees, bytes) = (0, 0, 0)
        let before = reading(of: heap).workload
        let thread = try threadLevel()
        let home = heap.enterWorkload()
        for _ in 0..<5_000 {
          let size = 1 + random.next(below: random.next(below: 16) == 0 ? 60_000 : 900)
          if count == 0 || random.next(below: 5) < 3 {
            blocks[count] = random.next(below: 2) == 0 ? take(size) : calloc(1, size)
            count += 1
            allocations += 1
            bytes += Heap.size(ofBlockOf: size)
          } else {
            let place = random.next(below: count)
            free(blocks[place])
            count -= 1
            blocks[place] = blocks[count]
            frees += 1
          }
        }
        heap.leaveWorkload(to: home)
        let after = reading(of: heap).workload
        let net = try threadLevel() - thread
        #expect(after.allocations - before.allocations == allocations)
        #expect(after.frees - before.frees == frees)
        #expect(after.allocatedBytes - before.allocatedBytes == bytes)
        #expect(after.liveBytes - before.liveBytes == net)
      }
      for place in 0..<count { free(blocks[place]) }
      blocks.deallocate()
    }

    @Test func `the classes add up to jemalloc's own sums`() throws {
      let heap = try Heap.vacant()
      let kept = heap.inside { [take(10), take(20_000), take(3_000_000)] }
      let workload = reading(of: heap).workload
      let name = "stats.arenas.\(heap.workload.index)"
      let small = try Control.ask("\(name).small.allocated", 0)
      let large = try Control.ask("\(name).large.allocated", 0)
      let requests =
        try Control.ask("\(name).small.nrequests", 0) + Control.ask("\(name).large.nrequests", 0)
      let blocks = heap.blocks(in: workload)
      for block in kept { free(block) }
      #expect(workload.liveBytes == small + large)
      #expect(workload.allocations == requests)
      #expect(blocks.reduce(0) { $0 + $1.size * $1.blocks } == workload.liveBytes)
      #expect(blocks.reduce(0) { $0 + $1.blocks } == workload.liveBlocks)
    }

    @Test func `a leftover shows its size`() throws {
      let heap = try Heap.vacant()
      let before = reading(of: heap)
      let kept = heap.inside { (take(100), take(100), take(5_000)) }
      let after = reading(of: heap)
      free(kept.0)
      free(kept.1)
      free(kept.2)
      #expect(
        change(from: before.workload, to: after.workload, in: heap)
          == [SizeClass(size: 112, blocks: 2), SizeClass(size: 5_120, blocks: 1)])
    }

    /// A thread's cache says what it has handed out when it is emptied, and this one stays in the workload here.
    @Test func `a reading in the middle of the work has all of it`() throws {
      let heap = try Heap.vacant()
      let readings = UnsafeMutablePointer<HeapReading>.allocate(capacity: 2)
      readings.initialize(repeating: HeapReading(), count: 2)
      defer { readings.deallocate() }
      let home = heap.enterWorkload()
      heap.read(into: &readings[0])
      let kept = take(100)
      free(take(5_000))
      heap.read(into: &readings[1])
      heap.leaveWorkload(to: home)
      free(kept)
      let (before, after) = (readings[0].workload, readings[1].workload)
      #expect(after.allocations - before.allocations == 2)
      #expect(after.frees - before.frees == 1)
      #expect(change(from: before, to: after, in: heap) == [SizeClass(size: 112, blocks: 1)])
    }

    @Test func `SQLite's arena is read apart`() throws {
      let heap = try Heap.vacant()
      let before = reading(of: heap)
      let home = heap.enter(heap.sqlite)
      let block = take(4_000)
      heap.leaveWorkload(to: home)
      let after = reading(of: heap)
      free(block)
      #expect(after.sqlite.liveBytes - before.sqlite.liveBytes == 4_096)
      #expect(after.sqlite.allocations - before.sqlite.allocations == 1)
      #expect(after.workload == before.workload)
      #expect(reading(of: heap).sqlite.liveBytes == before.sqlite.liveBytes)
    }

    /// Or whatever other suites do in stores would move the counters that are held to the byte here.
    @Test func `no test has given SQLite's arena to SQLite`() throws {
      let heap = try Heap.vacant()
      let before = reading(of: heap)
      let folder = try StoreFolder()
      let coordinator = try StoreKind.sqlite.coordinator(try companyModel(), in: folder)
      let context = try makeContext(on: coordinator)
      #expect(try context.count(for: FetchRequest(entityName: "Employee")) == 0)
      #expect(reading(of: heap).sqlite == before.sqlite)
    }

    @Test func `the informative figures are there and in order`() throws {
      let heap = try Heap.vacant()
      let block = heap.inside { take(1_000_000) }
      let reading = reading(of: heap)
      free(block)
      #expect(reading.workload.activeBytes >= reading.workload.liveBytes)
      #expect((0..<1).contains(reading.workload.fragmentation))
      #expect(reading.active >= reading.workload.activeBytes)
      #expect(reading.resident >= reading.active)
      #expect(reading.mapped >= reading.resident)
      #expect(reading.processResident > 1_000_000)
      #expect(reading.processResident % heap.controls.pageSize == 0)
    }
  }
}

func threadLevel() throws -> Int {
  Int(try Control.ask("thread.allocated", UInt64(0)))
    - Int(try Control.ask("thread.deallocated", UInt64(0)))
}
