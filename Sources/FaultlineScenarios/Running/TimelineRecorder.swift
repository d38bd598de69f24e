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
