// One pass of a trial: the workload in its own arena, and the instruments around it.

import Faultline
import FaultlineMeasures
import FaultlineProfiler
import Foundation

/// Plays a trial's steps once, from a new session to the end of everything, and takes the readings.
final class Pass: Instruments {
  private let setup: PassSetup
  private var trial: Trial { setup.trial }
  private var purpose: PassPurpose { setup.purpose }
  private let heap: Heap
  private let arena: Heap.Arena
  private let moment = Population.now
  private var before = HeapReading()
  private var now = HeapReading()
  /// Follows the heap between the readings, in the pass whose readings are kept.
  private let gauge: PeakGauge?
  /// Where the gauge first was not at the level that the allocator's counters have.
  private var strayed: (checkpoint: String, by: Int)?
  private let cycleWatch = CycleWatch()
  private let activity = ActivityLedger()
  /// The metrics with arguments that the scenario names, by the metrics without.
  private let named: [String: [String]]
  private var checkpoints: [Checkpoint] = []
  private var takenNames: Set<String> = []
  private var leaks: [Leak] = []
  private var doubts = EngineDoubts()
  /// Where the peak falls, in the pass that follows it.
  private var peakFinder: PeakFinder?
  /// The number of the step that is played, from 1; 0 before the first and after the last.
  private var step = 0
  /// How many steps were played, each round counted.
  private var playedSteps = 0
  /// What the script keeps beyond the end of its session.
  private var statics: Statics?
  private let started = Clocks.now
  /// The time that went by in the instruments, which is not the workload's.
  private var away = Clocks.zero

  /// Plays the trial once.
  ///
  /// A pass that is not measured stays out of the workload's arena: what the runtime builds in it, such as the
  /// tables of its caches, may be freed at any later time, and would then be missing from a later pass.
  static func played(_ setup: PassSetup) throws(PassFailure) -> PlayedPass {
    do {
      return try Pass(setup, in: try Heap.shared()).played()
    } catch let error as HeapError {
      throw PassFailure(error.description)
    } catch {
      throw PassFailure("\(error)")
    }
  }

  private init(_ setup: PassSetup, in heap: Heap) throws {
    self.setup = setup
    self.heap = heap
    arena = setup.isMeasured ? heap.workload : heap.rest
    gauge = setup.isMeasured && setup.attention == .objects ? try PeakGauge(of: heap) : nil
    peakFinder = setup.findsPeak ? PeakFinder() : nil
    named = Dictionary(
      grouping: setup.trial.scenario.metricsWithArguments.map(\.name), by: MetricName.base)
    cycleWatch.measure(
      isolated: { [unowned(unsafe) self] in outside($0) },
      level: { [unowned(unsafe) self] in liveBytes() })
  }

  /// Plays, and says what came of it; the words for that are no blocks of the workload's.
  private func played() throws -> PlayedPass {
    try setup.explainer.map { try $0.following { try playInArena() } } ?? playInArena()
    endLeaks()
    return PlayedPass(
      checkpoints: checkpoints,
      findings: LeakSearch.merged(leaks).map(\.finding) + doubts.findings + peakFindings,
      peak: strayed == nil ? peakFinder?.point : nil,
      stretches: strayed == nil ? peakFinder?.stretches : nil)
  }

  /// What has leaked is known by now, and need not lie beside what the next passes leak.
  ///
  /// Where something follows the pass, it ends as it is: what goes now would be followed, too.
  private func endLeaks() {
    guard purpose.isNone else { return }
    heap.outside { Population.breakCyclesOfLeaked(since: moment.onThisThread) }
  }

  /// Plays in the arena, with everything that watches, to the end of everything.
  private func playInArena() throws {
    heap.read(into: &before)
    let former = heap.enter(arena)
    defer { _ = heap.enter(former) }
    if purpose.countsReferences { ArcCounts.beginWatching() }
    defer { ArcCounts.endWatching() }
    purpose.profile?.start()
    defer { purpose.profile?.stop() }
    passPeakPoint(nil)
    try play()
    cycleWatch.stop()
    passPeakPoint(nil)
    take(CheckpointNames.end, nil)
    letGoOfStatics()
  }

  /// What a script holds on purpose has not leaked: what is left is read once more when that was let go, too.
  private func letGoOfStatics() {
    guard statics != nil else { return }
    statics = nil
    heap.read(into: &now)
    outside {
      let census = Census(of: [], since: moment, in: heap) { _ in }
      let subject = Subject(
        contexts: [], coordinator: nil, moment: moment, heapBefore: before, heap: now,
        cycleWatch: cycleWatch, isEnd: true, census: census)
      LeakProbe.correct(&checkpoints[checkpoints.count - 1], subject)
      if setup.explainsLeaks { explain(CheckpointNames.end, nil, census.objects) }
    }
  }

  /// Plays the steps and lets go of everything; the session ends with this function.
  private func play() throws {
    let session = try Session(
      trial, folder: setup.folder, contents: setup.contents, instruments: self)
    if setup.explainsLeaks { outside { doubts.look(at: session.coordinator) } }
    try session.play(trial.steps)
    if setup.explainsLeaks { outside { doubts.look(at: session.coordinator) } }
    step = 0
    // The first of the two ends: every name is let go, and the context is still there.
    try session.inTurn { session.variables.releaseAll() }
    take(CheckpointNames.released, session)
    statics = session.variables.statics
  }

  /// Runs what is not the workload's business.
  private func outside(_ body: () -> Void) {
    let left = Clocks.now
    purpose.profile?.pause()
    heap.outside(body)
    purpose.profile?.resume()
    away = away + (Clocks.now - left)
  }

  // MARK: - What the session reports

  func willPlay(_ step: PlacedStep, in session: Session) {
    guard !session.isPart else { return }
    self.step = step.ordinal
    passPeakPoint(session)
    cycleWatch.begin(type(of: step.step).keyword, in: session.managedObjectContexts)
    setup.board?[.step] = step.ordinal
    purpose.recorder?.begin(step: trial.stepTitles[step.ordinal - 1])
  }

  func didPlay(_ step: PlacedStep, in session: Session) {
    guard !session.isPart else { return }
    playedSteps += 1
    cycleWatch.end(in: session.managedObjectContexts)
    setup.explainer?.mark(isEndingTurn: false)
    passPeakPoint(session)
    purpose.recorder?.endStep()
    guard setup.explainsLeaks, session.variables.hasControllers else { return }
    outside { doubts.look(at: session.variables, after: trial.stepTitles[step.ordinal - 1]) }
  }

  func willEndTurn(_ session: Session) {
    guard !session.isPart else { return }
    passPeakPoint(session)
    setup.explainer?.mark(isEndingTurn: true)
  }

  func iterate(_ round: Int) { setup.board?[.iteration] = round }

  /// Listeners follow one thread; for them the blocks are played on it.
  func playOnThreads(_ parts: [ThreadPart]) -> Bool {
    guard purpose.isNone else { return false }
    cycleWatch.pause(true)
    defer { cycleWatch.pause(false) }
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

  /// Nothing is half done now, so the heap could be looked at.
  private func passPeakPoint(_ session: Session?) {
    if let gauge { peakFinder?.pass(gauge) }
    passTimeline(session)
    guard let explainer = setup.explainer, explainer.isDue() else { return }
    heap.read(into: &now)
    outside {
      let sqlite = now.sqlite.liveBytes - before.sqlite.liveBytes
      explainer.look(
        PeakExplainer.Scene(
          contexts: session?.managedObjectContexts ?? [], moment: moment,
          named: { body in session?.forEachNamedHold(body) },
          show: { visitor in session?.showBlocks(to: visitor) },
          step: step == 0 ? nil : trial.stepTitles[step - 1],
          // Made anew: what the workload has for the rounds must stay its own.
          rounds: session?.rounds.map { $0 } ?? []),
        workload: now.liveBytes(since: before) - sqlite, sqlite: sqlite)
    }
  }

  private func passTimeline(_ session: Session?) {
    guard let timeline = setup.timeline, timeline.isDue() else { return }
    heap.read(into: &now)
    outside {
      let sqlite = now.sqlite.liveBytes - before.sqlite.liveBytes
      timeline.look(
        TimelineRecorder.Scene(
          played: playedSteps, step: step == 0 ? nil : trial.stepTitles[step - 1],
          round: session?.rounds.first?.number,
          workload: now.liveBytes(since: before) - sqlite, sqlite: sqlite, moment: moment,
          show: { visitor in session?.showBlocks(to: visitor) }))
    }
  }

  var referenceWatcher: ReferenceWatcher? { cycleWatch.watcher }

  func activity(of context: String, _ model: ManagedObjectModel) -> ActivityCounts? {
    var counts: ActivityCounts?
    heap.outside { counts = activity.counts(of: context, model) }
    return counts
  }

  func checkpoint(_ name: String, template: String, _ session: Session) throws(StepFailure) {
    guard !takenNames.contains(name) else {
      throw StepFailure("the checkpoint '\(name)' was taken twice; put the loop's name into it.")
    }
    take(name, session, origin: CheckpointOrigin(template: template, rounds: session.rounds))
  }

  /// The heap is read first, before anything can allocate; the rest happens outside of the workload.
  private func take(_ name: String, _ session: Session?, origin: CheckpointOrigin? = nil) {
    let arrived = Clocks.now
    purpose.recorder?.checkpoint(name)
    heap.read(into: &now)
    let level = gauge?.now.bytes
    let elapsed = arrived - started - away
    away = away + (Clocks.now - arrived)
    let arc = purpose.countsReferences ? ArcCounts.now : nil
    outside {
      purpose.profile?.look(at: name)
      // Made anew out here: what the workload allocated for the name must not outlive it.
      let name = String(decoding: Array(name.utf8), as: UTF8.self)
      takenNames.insert(name)
      if origin?.rounds.isEmpty ?? true { setup.timeline?.mark(name) }
      setup.board?[.objects] = session == nil ? 0 : Population.liveCount(since: moment)
      if let level, level != now.liveBytes(since: before), !trial.settings.threads {
        strayed = strayed ?? (name, level - now.liveBytes(since: before))
      }
      let isWhole = setup.attention == .objects || CheckpointNames.ends.contains(name)
      guard isWhole || setup.attention == .counters else { return }
      let contexts = session?.managedObjectContexts ?? []
      let census =
        isWhole
        ? Census(of: contexts, since: moment, in: heap) { session?.showBlocks(to: $0) } : nil
      let subject = Subject(
        contexts: contexts, former: session?.formerStatistics ?? ContextStatistics(),
        coordinator: session?.coordinator, moment: moment,
        heapBefore: before, heap: now, peak: gauge?.peak, cycleWatch: cycleWatch,
        clocks: isSlowedDown ? nil : elapsed, isEnd: session == nil, census: census,
        events: session?.tally?.counts, extras: trial.pass.listening.extras,
        history: session?.historyTally?.counts, arc: arc, activity: activity.counts, named: named)
      let readings = Probes.readings(of: subject)
      checkpoints.append(
        Checkpoint(
          name: name, readings: readings.readings, parts: readings.parts,
          origin: origin.map {
            CheckpointOrigin(template: $0.template, rounds: $0.rounds.map { $0 })
          },
          isPartial: !isWhole || gauge == nil))
      if setup.explainsLeaks, let census { explain(name, session, census.objects) }
    }
  }

  /// What workload and stores hold, read as at a checkpoint.
  private func liveBytes() -> Int {
    let arrived = Clocks.now
    defer { away = away + (Clocks.now - arrived) }
    heap.read(into: &now)
    return now.liveBytes(since: before)
  }

  /// Following every allocation takes time, so the times are those of the other passes, where there are any.
  private var isSlowedDown: Bool { gauge != nil && trial.repeats > 1 }

  /// The level that the gauge follows is the allocator's own, or the peak is not to be trusted.
  private var peakFindings: [Finding] {
    guard let strayed else { return [] }
    return [
      Finding(
        kind: .measurement,
        message: "The peak is not exact: at '\(strayed.checkpoint)' the level that was followed is "
          + "\(strayed.by) bytes off the allocator's counters.",
        advice: "Read bytes.live at checkpoints instead of bytes.peak, and report this.")
    ]
  }

  /// Finds what holds the objects that are left at the two ends, after all else was read.
  private func explain(_ checkpoint: String, _ session: Session?, _ objects: ObjectGraph) {
    switch checkpoint {
    case CheckpointNames.released:
      leaks += LeakSearch.leaks(
        at: .released, since: moment, among: objects,
        contexts: session?.managedObjectContexts ?? [],
        named: { body in session?.variables.forEachObserved(body) })
    case CheckpointNames.end:
      let found = LeakSearch.leaks(
        at: .end, since: moment, among: objects, contexts: [],
        named: { body in statics?.forEachContained(body) })
      // What is left besides is found when the script holds nothing any more.
      leaks += found.filter { statics == nil || $0.isHold }
    default: return
    }
  }
}

/// Collects what a session's results controllers and stores writeError about, each complaint once.
struct EngineDoubts {
  private(set) var findings: [Finding] = []
  private var reported: Set<String> = []

  /// Asks every results controller whether it could follow the step that was played.
  mutating func look(at variables: Variables, after step: @autoclosure () -> String) {
    variables.forEachFailure { name, failure in
      let message =
        "The results controller '\(name)' could not follow a change: \(failure.message)"
      guard reported.insert(message).inserted else { return }
      findings.append(
        Finding(
          kind: .measurement, message: message,
          advice:
            "What is read of its results from here on may not be what the store holds; the app would find this in "
            + "FetchedResultsController.failure.",
          evidence: ["after the step \(step())"]))
    }
  }

  /// Asks the stores whether all of them have what was saved to several.
  mutating func look(at coordinator: PersistentStoreCoordinator) {
    for torn in coordinator.tornSaves where reported.insert(torn.description).inserted {
      findings.append(
        Finding(
          kind: .measurement, message: torn.description,
          advice:
            "What is read of these stores is not what one program has saved; begin with stores that belong together."
        ))
    }
  }
}

/// Does several things at the same time, and waits for all.
enum WorkingThreads {
  /// As much as the main thread has: steps in steps need it.
  private static let stackSize = 8 << 20

  /// Runs each body on a thread of its own and returns when all have ended.
  static func run(_ bodies: [@Sendable () -> Void]) {
    let ended = DispatchSemaphore(value: 0)
    for body in bodies {
      let thread = Thread {
        body()
        ended.signal()
      }
      thread.stackSize = stackSize
      thread.start()
    }
    for _ in bodies { ended.wait() }
  }
}
