// What a heap profile has found out, in the forms in which it is wanted.

internal import CJemalloc
package import FaultlineMeasures
internal import FaultlineSystem

/// What held the most at once, and what took it all.
package struct HeapAttribution {
  /// The checkpoint at which the most was held.
  package let checkpoint: String
  /// The stacks of what was held there.
  package let held: FoldedStacks
  /// The stacks of all that was ever taken.
  package let taken: FoldedStacks
  /// Both, stack by stack, as pprof reads them.
  package let profile: PprofProfile

  init(checkpoint: String, fullest: StackDump, last: StackDump, below caller: String? = nil) {
    self.checkpoint = checkpoint
    // What is mapped later lies at the same place, so the last list serves both.
    let symbols = Symbols(last.mappings)
    held = FoldedStacks(fullest, symbols, below: caller) { $0.live }
    taken = FoldedStacks(last, symbols, below: caller) { $0.taken }
    profile = PprofProfile(held: fullest, taken: last, symbols, below: caller, at: checkpoint)
  }

  /// The trees of a trial's calls.
  package func flame(of trial: String) -> Flame {
    Flame(trial: trial, checkpoint: checkpoint, held: held.tree, taken: taken.tree)
  }
}

extension FoldedStacks {
  /// The stacks as a tree: what begins alike is one branch.
  var tree: Flame.Call { Self.call("", sorted[...], depth: 0) }

  /// One call; the stacks beneath it stand together, since they are in order.
  private static func call(
    _ name: String, _ stacks: ArraySlice<(names: [String], sum: StackSum)>, depth: Int
  ) -> Flame.Call {
    var sum = StackSum()
    var calls: [Flame.Call] = []
    var rest = stacks
    while let first = rest.first {
      guard first.names.count > depth else {
        sum += first.sum
        rest.removeFirst()
        continue
      }
      let next = first.names[depth]
      let beneath = rest.prefix { $0.names.count > depth && $0.names[depth] == next }
      calls.append(call(next, beneath, depth: depth + 1))
      rest.removeFirst(beneath.count)
    }
    for call in calls { sum += StackSum(blocks: call.blocks, bytes: call.bytes) }
    calls.sort { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
    return Flame.Call(name: name, bytes: sum.bytes, blocks: sum.blocks, calls: calls)
  }
}

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
