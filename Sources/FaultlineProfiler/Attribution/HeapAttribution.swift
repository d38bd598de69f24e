// What a heap profile has found out, in the forms in which it is wanted.

package import FaultlineMeasures

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
