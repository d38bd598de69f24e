// Two trees of calls laid over each other: what each function allocates more or less than on another side.

package import FaultlineMeasures

/// A call on two sides, with those beneath it.
package struct FlameDifference: Sendable, Hashable {
  /// The function and its bytes, with all beneath it, on both sides.
  package var gain: Gain
  /// The calls beneath it: those with the most bytes on either side first.
  package var calls: [FlameDifference]

  /// Lays trees over each other; a call that only one side has is nothing on the other.
  package init(_ head: Flame.Call, against base: Flame.Call) {
    self.init(plain: head.plain, base.plain)
  }

  private init(plain head: Flame.Call?, _ base: Flame.Call?) {
    gain = Gain(
      head?.name ?? base?.name ?? "", base: base?.bytes ?? 0, head: head?.bytes ?? 0)
    let mine = head?.calls ?? []
    let others = base?.calls ?? []
    let pairs: [(Flame.Call?, Flame.Call?)] =
      mine.map { call in (call, others.first { $0.name == call.name }) }
      + others.filter { call in !mine.contains { $0.name == call.name } }.map { (nil, $0) }
    calls = pairs.map { FlameDifference(plain: $0, $1) }.sorted {
      ($1.most, $0.gain.name) < ($0.most, $1.gain.name)
    }
  }

  /// The bytes on the side that has more of them.
  private var most: Int { max(gain.base, gain.head) }

  /// What each function allocates itself, where that differs, the largest difference first.
  package var functions: [Gain] {
    var sums: [String: Gain] = [:]
    count(into: &sums)
    return Gain.ranked(Array(sums.values))
  }

  private func count(into sums: inout [String: Gain]) {
    if !gain.name.isEmpty {
      var sum = sums[gain.name] ?? Gain(gain.name, base: 0, head: 0)
      sum.base += calls.reduce(gain.base) { $0.subtractingSaturated($1.gain.base) }
      sum.head += calls.reduce(gain.head) { $0.subtractingSaturated($1.gain.head) }
      sums[gain.name] = sum
    }
    for call in calls { call.count(into: &sums) }
  }
}

/// What the functions of a trial allocate more or less than on another side.
package struct CallGains: Sendable, Hashable {
  /// Which bytes are meant.
  package var share: Share
  /// All of the bytes, and the calls that took them.
  package var difference: FlameDifference

  /// The bytes there are.
  package enum Share: String, Sendable, Codable, Hashable, CaseIterable {
    /// Those that were held where they were the most.
    case held
    /// Those that were taken in all, given back or not.
    case taken
  }

  /// Compares what allocates on two sides; nothing where it is the same.
  package static func between(_ head: Flame, and base: Flame) -> [CallGains] {
    [
      CallGains(share: .held, difference: FlameDifference(head.held, against: base.held)),
      CallGains(share: .taken, difference: FlameDifference(head.taken, against: base.taken)),
    ].filter { !$0.difference.functions.isEmpty }
  }
}

extension Flame.Call {
  /// The tree without what the compiler and the runtime put between two calls; it counts as its caller's.
  package var plain: Flame.Call {
    var names: [String] = []
    var parts: [String: [Flame.Call]] = [:]
    func gather(_ calls: [Flame.Call]) {
      for inner in calls {
        if Self.isBetween(inner.name) || inner.name == name {
          gather(inner.calls)
        } else {
          if parts[inner.name] == nil { names.append(inner.name) }
          parts[inner.name, default: []].append(inner)
        }
      }
    }
    gather(calls)
    var gathered = names.map { name in
      let same = parts[name] ?? []
      return Flame.Call(
        name: name, bytes: same.reduce(0) { $0 + $1.bytes },
        blocks: same.reduce(0) { $0 + $1.blocks }, calls: same.flatMap(\.calls)
      ).plain
    }
    gathered.sort { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
    return Flame.Call(name: name, bytes: bytes, blocks: blocks, calls: gathered)
  }

  private static let between = [
    "closure #", "protocol witness for ", "thunk for ", "reabstraction thunk", "swift_",
    "implicit closure #",
  ]

  private static func isBetween(_ name: String) -> Bool {
    between.contains { name.hasPrefix($0) }
  }
}
