// One pass of a trial: the workload in its own arena, and the instruments around it.

import Faultline
import FaultlineMeasures
import FaultlineProfiler
import Foundation

/// Plays a trial's steps once, from a new stage to the end of everything, and takes the readings.
final class Pass: Instruments {
  private let trial: Trial
  private let board: ProgressBoard?
  private let folder: String
  private let contents: StoreContents
  private let heap: Heap
  private let arena: Heap.Arena
  private let moment = Population.now
  private var before = HeapReading()
  private var now = HeapReading()
  private var knotWatch = KnotWatch()
  private var knotsBefore: KnotWatch.Before?
  private var checkpoints: [Checkpoint] = []
  private var takenNames: Set<String> = []
  private let attention: Attention
  /// Whether what is left at the ends is searched for who holds it.
  private let explainsLeaks: Bool
  private var leaks: [Leak] = []
  /// What the pass is played for, where that is not its numbers.
  private let errand: Errand
  /// What the script keeps beyond the end of its stage.
  private var statics: Statics?
  private let started = Clocks.now
  /// The time that went by in the instruments, which is not the workload's.
  private var away = Clocks(wall: 0, cpu: 0)

  /// Plays the trial once.
  ///
  /// A pass that is not measured stays out of the workload's arena: what the runtime builds in it, such as the
  /// tables of its caches, may be freed at any later time, and would then be missing from a later pass.
  static func play(
    _ trial: Trial, _ board: ProgressBoard?, _ folder: String, _ contents: StoreContents,
    isMeasured: Bool, attention: Attention, explainsLeaks: Bool = false, errand: Errand = Errand()
  ) throws(PassFailure) -> Played {
    do {
      let heap = try Heap.shared()
      let arena = isMeasured ? heap.workload : heap.rest
      let pass = try Pass(
        trial, board, folder, contents, heap, arena, attention, explainsLeaks, errand)
      return Played(
        checkpoints: pass.checkpoints, findings: LeakSearch.merged(pass.leaks).map(\.finding))
    } catch let error as HeapError {
      throw PassFailure(error.description)
    } catch {
      throw PassFailure("\(error)")
    }
  }

  private init(
    _ trial: Trial, _ board: ProgressBoard?, _ folder: String, _ contents: StoreContents,
    _ heap: Heap, _ arena: Heap.Arena, _ attention: Attention, _ explainsLeaks: Bool,
    _ errand: Errand
  ) throws {
    self.attention = attention
    self.explainsLeaks = explainsLeaks
    self.errand = errand
    self.trial = trial
    self.board = board
    self.folder = folder
    self.contents = contents
    self.heap = heap
    self.arena = arena
    heap.read(into: &before)
    let former = heap.enter(arena)
    defer { _ = heap.enter(former) }
    try PeakGauge.start()
    defer { PeakGauge.stop() }
    OperationHook.install { PeakGauge.sample() }
    defer { OperationHook.install(nil) }
    errand.profile?.start()
    defer { errand.profile?.stop() }
    try play()
    take(CheckpointNames.end, nil)
    statics = nil
  }

  /// Plays the steps and lets go of everything; the stage ends with this function.
  private func play() throws {
    let stage = try Stage(trial, folder: folder, contents: contents, instruments: self)
    try stage.play(trial.steps)
    // The first of the two ends: every name is let go, and the context is still there.
    try stage.inTurn { stage.cast.releaseAll() }
    take(CheckpointNames.released, stage)
    statics = stage.cast.statics
  }

  /// Runs what is not the workload's business.
  private func outside(_ body: () -> Void) {
    let left = Clocks.now
    errand.profile?.pause()
    heap.outside(body)
    errand.profile?.resume()
    away = away + (Clocks.now - left)
  }

  // MARK: - What the stage tells

  func willPlay(_ step: PlacedStep, on stage: Stage) {
    guard !stage.isPart else { return }
    board?[.step] = step.ordinal
    errand.recorder?.begin(step: trial.stepTitles[step.ordinal - 1])
  }

  func didPlay(_ step: PlacedStep, on stage: Stage) {
    if !stage.isPart { errand.recorder?.endStep() }
  }

  func iterate(_ round: Int) { board?[.iteration] = round }

  func sample() { PeakGauge.sample() }

  /// Listeners follow one thread; for them the blocks are played on it.
  func playOnThreads(_ parts: [StagePart]) -> Bool {
    guard errand.isNone else { return false }
    // Their threads are made outside of the arena; what they do is the workload's, and so is its time.
    heap.outside {
      WorkingThreads.run(
        parts.map { part in
          { [heap, arena] in
            let former = heap.enter(arena)
            part.play()
            _ = heap.enter(former)
          }
        })
    }
    return true
  }

  func beforeBreaking(_ stage: Stage) {
    guard !stage.isPart else { return }
    outside { knotsBefore = KnotWatch.look(at: GraphCensus(since: moment)) }
  }

  func afterBreaking(_ stage: Stage) {
    guard !stage.isPart else { return }
    outside {
      if let knotsBefore { knotWatch.compare(knotsBefore, with: GraphCensus(since: moment)) }
      knotsBefore = nil
    }
  }

  func checkpoint(_ name: String, template: String, _ stage: Stage) throws(StepFailure) {
    guard !takenNames.contains(name) else {
      throw StepFailure("the checkpoint '\(name)' was taken twice; put the loop's name into it.")
    }
    take(name, stage, origin: CheckpointOrigin(template: template, rounds: stage.rounds))
  }

  /// The heap is read first, before anything can allocate; the rest happens outside of the workload.
  private func take(_ name: String, _ stage: Stage?, origin: CheckpointOrigin? = nil) {
    let arrived = Clocks.now
    PeakGauge.sample()
    errand.recorder?.checkpoint(name)
    heap.read(into: &now)
    let elapsed = arrived - started - away
    away = away + (Clocks.now - arrived)
    let arc = errand.countsReferences ? ArcCounts.now : nil
    outside {
      errand.profile?.look(at: name)
      // Made anew out here: what the workload allocated for the name must not outlive it.
      let name = String(decoding: Array(name.utf8), as: UTF8.self)
      takenNames.insert(name)
      board?[.objects] = stage == nil ? 0 : Population.liveCount(since: moment)
      let isWhole = attention == .objects || CheckpointNames.ends.contains(name)
      guard isWhole || attention == .counters else { return }
      let contexts = stage?.contexts ?? []
      let subject = Subject(
        contexts: contexts, former: stage?.formerStatistics ?? ContextStatistics(),
        coordinator: stage?.coordinator, moment: moment,
        heapBefore: before, heap: now, peak: PeakGauge.peak, brokenKnots: knotWatch.broken,
        wall: elapsed.wall, cpu: elapsed.cpu, isEnd: stage == nil,
        census: isWhole
          ? Census(of: contexts, since: moment, in: heap) { stage?.showBlocks(to: $0) } : nil,
        events: stage?.tally?.counts, arc: arc)
      checkpoints.append(
        Checkpoint(
          name: name, readings: Probes.readings(of: subject),
          origin: origin.map {
            CheckpointOrigin(template: $0.template, rounds: $0.rounds.map { $0 })
          },
          isPartial: !isWhole))
      if explainsLeaks { explain(name, stage) }
    }
  }

  /// Tells who holds what is left at the two ends, after all else was read.
  private func explain(_ checkpoint: String, _ stage: Stage?) {
    switch checkpoint {
    case CheckpointNames.released:
      leaks += LeakSearch.leaks(
        at: .released, since: moment, contexts: stage?.benches.map(\.context) ?? [],
        named: { body in stage?.cast.forEachObserved(body) })
    case CheckpointNames.end:
      leaks += LeakSearch.leaks(
        at: .end, since: moment, contexts: [],
        named: { body in statics?.forEachContained(body) })
    default: return
    }
  }
}

/// How closely a pass looks at what there is when it takes a checkpoint; at the two ends every pass looks at all.
///
/// Who looks at every object pays for every object, at each checkpoint. One pass does, which is enough: the passes
/// must agree on every counter, those of the heap among them, and those that read nothing else show thereby that
/// the looking has changed nothing.
enum Attention {
  /// At the two ends alone, for nobody reads what is found: to warm up the looking.
  case ends
  /// Counters at every checkpoint.
  case counters
  /// Every object at every checkpoint.
  case objects
}

/// What a pass is played for besides its numbers; usually nothing.
struct Errand {
  /// Notes what happens.
  var recorder: TraceRecorder?
  /// Whether the runtime's counting is watched.
  var countsReferences = false
  /// Notes who allocates.
  var profile: HeapProfile?

  /// Whether it is played for its numbers alone.
  var isNone: Bool { recorder == nil && profile == nil && !countsReferences }
}

/// What came of a pass.
struct Played {
  let checkpoints: [Checkpoint]
  /// What was noticed that is no number.
  let findings: [Finding]
}

/// Why a pass could not be played to its end.
struct PassFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The two clocks, in nanoseconds.
private struct Clocks {
  let wall: Int
  let cpu: Int

  static var now: Clocks {
    Clocks(wall: read(CLOCK_MONOTONIC), cpu: read(CLOCK_PROCESS_CPUTIME_ID))
  }

  static func - (later: Clocks, earlier: Clocks) -> Clocks {
    Clocks(wall: later.wall - earlier.wall, cpu: later.cpu - earlier.cpu)
  }

  static func + (one: Clocks, other: Clocks) -> Clocks {
    Clocks(wall: one.wall + other.wall, cpu: one.cpu + other.cpu)
  }

  private static func read(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
