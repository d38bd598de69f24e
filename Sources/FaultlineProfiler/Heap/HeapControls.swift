// Every counter that a reading reads, resolved once and kept for the life of the process.

internal import FaultlineSystem

/// The resolved controls behind `Heap.read(into:)`.
struct HeapControls: Sendable {
  let epoch: Control
  let active: Control
  let resident: Control
  let mapped: Control
  private(set) var workload: ArenaControls
  let sqlite: ArenaControls
  let smallSizes: [Int]
  let largeSizes: [Int]
  let pageSize: Int

  /// The file of the process's memory figures, opened once; -1 where there is none.
  let statm: Int32

  init(workload: Heap.Arena, sqlite: Heap.Arena) throws(HeapError) {
    epoch = try Control("epoch")
    epoch.write(UInt64(1))  // New arenas have no statistics, not even names, before this.
    active = try Control("stats.active")
    resident = try Control("stats.resident")
    mapped = try Control("stats.mapped")
    self.workload = try ArenaControls(workload)
    self.sqlite = try ArenaControls(sqlite)
    let small = Int(try Control.ask("arenas.nbins", UInt32(0)))
    let large = Int(try Control.ask("arenas.nlextents", UInt32(0)))
    guard small + large <= ArenaReading.capacity else { throw .tooManySizeClasses(small + large) }
    let smallSize = try Control("arenas.bin.0.size")
    let largeSize = try Control("arenas.lextent.0.size")
    smallSizes = (0..<small).map { smallSize.with($0, at: 2).read(0) }
    largeSizes = (0..<large).map { largeSize.with($0, at: 2).read(0) }
    pageSize = try Control.ask("arenas.page", 0)
    statm = open(Linux.ownMemory, O_RDONLY | O_CLOEXEC)
  }

  /// The same, reading another arena as the workload's.
  func reading(_ arena: Heap.Arena) -> HeapControls {
    var other = self
    other.workload = workload.of(arena)
    return other
  }
}

/// The counters of one arena.
struct ArenaControls: Sendable {
  private(set) var activePages: Control
  private(set) var smallRequests: Control
  private(set) var largeRequests: Control
  private(set) var classRequests: (small: Control, large: Control)
  private(set) var classLive: (small: Control, large: Control)

  init(_ arena: Heap.Arena) throws(HeapError) {
    let name = "stats.arenas.\(arena.index)"
    activePages = try Control("\(name).pactive")
    smallRequests = try Control("\(name).small.nrequests")
    largeRequests = try Control("\(name).large.nrequests")
    classRequests = (
      try Control("\(name).bins.0.nrequests"), try Control("\(name).lextents.0.nrequests")
    )
    classLive = (
      try Control("\(name).bins.0.curregs"), try Control("\(name).lextents.0.curlextents")
    )
  }

  /// The same counters of another arena: its number stands third in each name.
  func of(_ arena: Heap.Arena) -> ArenaControls {
    let number = Int(arena.index)
    var other = self
    other.activePages = activePages.with(number, at: 2)
    other.smallRequests = smallRequests.with(number, at: 2)
    other.largeRequests = largeRequests.with(number, at: 2)
    other.classRequests = (
      classRequests.small.with(number, at: 2), classRequests.large.with(number, at: 2)
    )
    other.classLive = (classLive.small.with(number, at: 2), classLive.large.with(number, at: 2))
    return other
  }
}
