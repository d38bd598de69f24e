// Reading the heap without touching it: flush, refresh the statistics, read numbers into a struct.

internal import FaultlineSystem

extension Heap {
  /// Reads all counters of this moment, exactly for what this thread has done; allocates nothing.
  ///
  /// A second thread that allocates for the workload has to `flush()` before.
  public func read(into reading: inout HeapReading) {
    flush()
    controls.epoch.write(UInt64(1))
    read(controls.workload, into: &reading.workload)
    read(controls.sqlite, into: &reading.sqlite)
    reading.active = controls.active.read(0)
    reading.resident = controls.resident.read(0)
    reading.mapped = controls.mapped.read(0)
    reading.processResident = processResident()
  }

  /// The blocks in use by size, smallest first: what a leftover is made of.
  public func blocks(in reading: ArenaReading) -> [SizeClass] {
    let sizes = controls.smallSizes + controls.largeSizes
    return sizes.indices.compactMap { index in
      let blocks = Int(reading.liveByClass[index])
      return blocks == 0 ? nil : SizeClass(size: sizes[index], blocks: blocks)
    }
  }

  /// Whether no block of an arena is in use, nor in the cache of any thread.
  func isEmpty(_ arena: Arena) -> Bool {
    flush()
    controls.epoch.write(UInt64(1))
    var reading = ArenaReading()
    read(controls.reading(arena).workload, into: &reading)
    return reading.liveBlocks == 0
  }

  private func read(_ arena: ArenaControls, into reading: inout ArenaReading) {
    reading = ArenaReading()
    reading.activeBytes = arena.activePages.read(0) * controls.pageSize
    add(
      controls.smallSizes, from: 0, requests: arena.classRequests.small,
      live: arena.classLive.small, total: arena.smallRequests.read(0), to: &reading)
    add(
      controls.largeSizes, from: controls.smallSizes.count, requests: arena.classRequests.large,
      live: arena.classLive.large, total: arena.largeRequests.read(0), to: &reading)
  }

  /// Adds up the classes, and stops when all requests are found: most large classes have none.
  private func add(
    _ sizes: [Int], from first: Int, requests: Control, live: Control, total: Int,
    to reading: inout ArenaReading
  ) {
    var found = 0
    var index = 0
    while index < sizes.count, found < total {
      let size = sizes[index]
      let handedOut = requests.with(index, at: 4).read(0)
      if handedOut > 0 {
        let inUse = live.with(index, at: 4).read(0)
        found += handedOut
        reading.allocatedBytes += handedOut * size
        reading.liveBlocks += inUse
        reading.liveBytes += inUse * size
        reading.liveByClass[first + index] = UInt32(clamping: inUse)
      }
      index += 1
    }
    reading.allocations += found
  }

  /// The second number of `statm`, in bytes; 0 where the kernel does not say.
  private func processResident() -> Int {
    var text = InlineArray<96, UInt8>(repeating: 0)
    var span = text.mutableSpan
    let count = span.withUnsafeMutableBufferPointer {
      pread(controls.statm, $0.baseAddress, $0.count, 0)
    }
    var field = 0
    var pages = 0
    for index in 0..<max(count, 0) {
      let character = text[index]
      if character == UInt8(ascii: " ") { field += 1 }
      if field == 2 { break }
      if field == 1, character != UInt8(ascii: " ") {
        pages = pages * 10 + Int(character) - Int(UInt8(ascii: "0"))
      }
    }
    return pages * controls.pageSize
  }
}
