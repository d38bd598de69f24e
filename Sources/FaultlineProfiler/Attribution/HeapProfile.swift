// jemalloc's own profiler: every allocation with its call stack, in a process that is started for it.

internal import CJemalloc
internal import FaultlineSystem

/// Notes the call stack of every allocation of this thread between `start` and `stop`.
///
/// That makes the work fifty times slower, and it must be decided before a process begins: so it is done by a
/// process of its own, in a pass that measures nothing.
package final class HeapProfile {
  /// What the allocator of that process is to record: every allocation, and the sum of what was freed as well.
  package static let environment =
    "MALLOC_CONF=prof:true,prof_active:false,lg_prof_sample:0,prof_accum:true"

  private let active: Control
  private let threadActive: Control
  private let dump: Control
  private let folder: String
  private var fullest: (checkpoint: String, dump: StackDump)?
  private var last: StackDump?

  /// Prepares; nil where the allocator of this process notes no stacks.
  package init?(folder: String) {
    guard let isOn = try? Control.ask("opt.prof", false), isOn,
      let active = try? Control("prof.active"),
      let threadActive = try? Control("thread.prof.active"), let dump = try? Control("prof.dump")
    else { return nil }
    self.active = active
    self.threadActive = threadActive
    self.dump = dump
    self.folder = folder
  }

  /// Begins to note.
  package func start() {
    threadActive.write(true)
    active.write(true)
  }

  /// Ends it.
  package func stop() { active.write(false) }

  /// Leaves out what happens until `resume`.
  package func pause() { threadActive.write(false) }

  /// Goes on.
  package func resume() { threadActive.write(true) }

  /// Looks at all stacks of this moment; the look with the most bytes is kept.
  package func look(at checkpoint: String) {
    let file = "\(folder)/heap"
    file.withCString { dump.write($0) }
    defer { unlink(file) }
    guard let stacks = StackDump(file: file) else { return }
    last = stacks
    if stacks.liveBytes > fullest?.dump.liveBytes ?? -1 { fullest = (checkpoint, stacks) }
  }

  /// What was found out, as far as it lies below a call; nil where nothing could be read.
  package func result(below caller: String) -> HeapAttribution? {
    guard let fullest, let last else { return nil }
    return HeapAttribution(
      checkpoint: fullest.checkpoint, fullest: fullest.dump, last: last, below: caller)
  }
}
