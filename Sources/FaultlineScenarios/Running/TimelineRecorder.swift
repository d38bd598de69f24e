// What the memory is along a run: moments that a pass before has chosen, each with the bytes of every owner.

import Faultline
import FaultlineMeasures
import FaultlineProfiler

/// Gathers a timeline in the pass that explains the peak.
final class TimelineRecorder {
  /// What there is to be seen at a moment.
  struct Scene {
    /// How many steps have been played.
    let played: Int
    /// The step that is played, in words.
    let step: String?
    /// The round of the outermost loop.
    let round: Int?
    let workload: Int
    let sqlite: Int
    let moment: Population.Moment
    let show: (BlockVisitor) -> Void
  }

  private let moments: [SampledMoment]
  private let count: Int
  private let heap: Heap
  private var passed = 0
  private var next = 0
  private var titles: [String: Int] = [:]
  private var owned: [[Int]] = []
  private var timeline = MemoryTimeline()
  private var hasStrayed = false

  /// What is no engine's: the page cache of SQLite, and what no owner accounts for.
  private static let others = ["sqlite", "other"]
  private static let owners = BlockOwner.allCases.map { "\($0)" } + others

  init(_ stretches: MomentStretches, of heap: Heap) {
    moments = stretches.worthALook
    count = stretches.count
    self.heap = heap
  }

  /// Whether the moment that comes now is one of those to look at.
  func isDue() -> Bool {
    defer { passed += 1 }
    return next < moments.count && moments[next].number == passed
  }

  /// Looks at every block.
  func look(_ scene: Scene) {
    let bytes = scene.workload + scene.sqlite
    hasStrayed = hasStrayed || bytes != moments[next].bytes
    timeline.at.append(moments[next].number)
    timeline.played.append(scene.played)
    timeline.steps.append(scene.step.map(place) ?? -1)
    timeline.rounds.append(scene.round ?? -1)
    timeline.bytes.append(bytes)
    let blocks = OwnedBytes(in: heap) { visitor in
      _ = ObjectSnapshot(since: scene.moment, showing: visitor)
      Population.showHomes(since: scene.moment, to: visitor)
      scene.show(visitor)
    }
    owned.append(
      BlockOwner.allCases.map { blocks[$0] } + [scene.sqlite, scene.workload - blocks.sum])
    next += 1
  }

  /// A checkpoint is taken before the next moment.
  func mark(_ checkpoint: String) {
    timeline.checkpoints.append(MemoryTimeline.Mark(name: checkpoint, moment: passed))
  }

  /// What was seen; nil where the pass was not the one that the moments were chosen in.
  func recorded() -> MemoryTimeline? {
    guard !hasStrayed, next == moments.count, passed == count, !moments.isEmpty else { return nil }
    var whole = timeline
    whole.moments = count
    whole.owners = Self.owners.indices.compactMap { owner in
      let bytes = owned.map { $0[owner] }
      guard bytes.contains(where: { $0 != 0 }) else { return nil }
      return MemoryTimeline.Share(owner: Self.owners[owner], bytes: bytes)
    }
    return whole
  }

  private func place(of title: String) -> Int {
    if let known = titles[title] { return known }
    // Made anew: what the workload allocated for it must not outlive it.
    let own = String(decoding: Array(title.utf8), as: UTF8.self)
    titles[own] = timeline.titles.count
    timeline.titles.append(own)
    return timeline.titles.count - 1
  }
}

/// A moment, and what workload and stores held then.
struct SampledMoment: Equatable {
  /// Its number: 0 is the beginning of the pass.
  let number: Int
  let bytes: Int
}

/// Divides a run of unknown length into stretches of the same length, and keeps two moments of each.
///
/// A level that rises and falls with each round of a loop would look flat, or slanted, where every hundredth moment is
/// taken. It allocates nothing once it is made.
struct MomentStretches {
  private struct Stretch {
    var low: SampledMoment
    var high: SampledMoment

    func joined(with later: Stretch) -> Stretch {
      Stretch(
        low: later.low.bytes < low.bytes ? later.low : low,
        high: later.high.bytes > high.bytes ? later.high : high)
    }
  }

  /// More could not be distinguished in a picture.
  private static let most = 32
  private var stretches: ContiguousArray<Stretch> = []
  /// How many moments each has.
  private var length = 1
  /// How many moments there were.
  private(set) var count = 0
  private var first: SampledMoment?
  private var last: SampledMoment?

  init() {
    stretches.reserveCapacity(Self.most)
    // What the runtime needs for its lists it takes when they are first used: here, before anything is measured.
    for bytes in 0...2 * Self.most { pass(bytes) }
    stretches.removeAll(keepingCapacity: true)
    (length, count, first, last) = (1, 0, nil, nil)
  }

  /// A moment has come.
  mutating func pass(_ bytes: Int) {
    let moment = SampledMoment(number: count, bytes: bytes)
    let here = Stretch(low: moment, high: moment)
    first = first ?? moment
    last = moment
    if count.isMultiple(of: length), stretches.count == Self.most { halve() }
    if count.isMultiple(of: length) {
      stretches.append(here)
    } else {
      stretches[stretches.count - 1] = stretches[stretches.count - 1].joined(with: here)
    }
    count += 1
  }

  /// Two stretches become one of twice the length.
  private mutating func halve() {
    for place in 0..<Self.most / 2 {
      stretches[place] = stretches[2 * place].joined(with: stretches[2 * place + 1])
    }
    stretches.removeLast(Self.most / 2)
    length *= 2
  }

  /// The moments worth a look, the first and the last of all among them.
  var worthALook: [SampledMoment] {
    let all = [first, last].compactMap(\.self) + stretches.flatMap { [$0.low, $0.high] }
    var known: Set<Int> = []
    return all.filter { known.insert($0.number).inserted }.sorted { $0.number < $1.number }
  }
}
