// Every counter that a reading reads, resolved once and kept for the life of the process.

internal import CJemalloc
internal import FaultlineSystem
import Foundation

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

// One of jemalloc's controls, looked up once by name and asked by number ever after: asking by name
// costs twenty times as much.

/// A control whose name is resolved; asking it allocates nothing.
struct Control: Sendable {
  private var parts = InlineArray<8, Int>(repeating: 0)
  private var depth = 8

  init(_ name: String) throws(HeapError) {
    var span = parts.mutableSpan
    var depth = self.depth
    let code = span.withUnsafeMutableBufferPointer {
      mallctlnametomib(name, $0.baseAddress, &depth)
    }
    guard code == 0 else { throw .unanswered(name: name, code: Int(code)) }
    self.depth = depth
  }

  /// The same control of another arena or size class: the number at that place of the name changes.
  func with(_ number: Int, at place: Int) -> Control {
    var other = self
    other.parts[place] = number
    return other
  }

  /// What the control says; `fallback` when it says nothing, which a resolved one never does.
  func read<Value: BitwiseCopyable>(_ fallback: Value) -> Value {
    var value = fallback
    var size = MemoryLayout<Value>.size
    _ = parts.span.withUnsafeBufferPointer {
      mallctlbymib($0.baseAddress, depth, &value, &size, nil, 0)
    }
    return value
  }

  func write<Value: BitwiseCopyable>(_ value: Value) {
    var value = value
    _ = parts.span.withUnsafeBufferPointer {
      mallctlbymib($0.baseAddress, depth, nil, nil, &value, MemoryLayout<Value>.size)
    }
  }

  func exchange<Value: BitwiseCopyable>(_ value: Value) -> Value {
    var value = value
    var old = value
    var size = MemoryLayout<Value>.size
    _ = parts.span.withUnsafeBufferPointer {
      mallctlbymib($0.baseAddress, depth, &old, &size, &value, MemoryLayout<Value>.size)
    }
    return old
  }

  /// What the control says about something; `fallback` when it has nothing to say.
  func answer<Question: BitwiseCopyable, Value: BitwiseCopyable>(
    to question: Question, _ fallback: Value
  ) -> Value {
    var question = question
    var value = fallback
    var size = MemoryLayout<Value>.size
    let code = parts.span.withUnsafeBufferPointer {
      mallctlbymib($0.baseAddress, depth, &value, &size, &question, MemoryLayout<Question>.size)
    }
    return code == 0 ? value : fallback
  }

  func trigger() {
    _ = parts.span.withUnsafeBufferPointer {
      mallctlbymib($0.baseAddress, depth, nil, nil, nil, 0)
    }
  }
}

extension Control {
  /// Asks once, by name.
  static func ask<Value: BitwiseCopyable>(
    _ name: String, _ initial: Value
  ) throws(HeapError) -> Value {
    var value = initial
    var size = MemoryLayout<Value>.size
    let code = mallctl(name, &value, &size, nil, 0)
    guard code == 0 else { throw .unanswered(name: name, code: Int(code)) }
    return value
  }

  static func ask(text name: String) throws(HeapError) -> String {
    let text: UnsafePointer<CChar>? = try ask(name, nil)
    guard let text else { return "" }
    return String(cString: text)
  }
}

/// Stays in an arena for as long as the process lives, and does nothing there.
///
/// When the last thread leaves an arena, jemalloc gives all its unused pages back to the system, whatever the decay
/// says. The workload's thread leaves for each checkpoint: back again it would pay a page fault for every page that
/// it had used before, and what is measured would not be the same workload any more.
enum ArenaKeeper {
  /// A thread that only waits needs next to nothing.
  private static let stackSize = 64 << 10

  /// Returns when the thread is there.
  static func stay(in arena: Heap.Arena, of heap: Heap) {
    let isThere = DispatchSemaphore(value: 0)
    let thread = Thread {
      // Signals are for the threads that work.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_SETMASK, &all, nil)
      _ = heap.enter(arena)
      isThere.signal()
      while true { pause() }
    }
    thread.stackSize = stackSize
    thread.start()
    isThere.wait()
  }
}
