// A trial from its first pass to its last, in this process.

import FaultlineMeasures
import FaultlineProfiler
import FaultlineSQLite

/// Plays a trial's warm-up and measured passes and sends what comes of them.
package struct TrialRun {
  let trial: Trial
  let board: ProgressBoard?
  /// Where the store's files may lie; a folder of its own if none was given.
  private let folder: String?
  /// Where filled stores are kept.
  let cache: InitialDataCache
  /// Whether and where events are written.
  private let trace: TraceRequest?
  /// Whether one pass more is played, which explains the peak.
  private let explains: Bool

  package init(
    _ trial: Trial, board: ProgressBoard? = nil, folder: String?, cache: InitialDataCache = .usual,
    trace: TraceRequest? = nil, explains: Bool = false
  ) {
    self.trial = trial
    self.board = board
    self.folder = folder
    self.cache = cache
    self.trace = trace
    self.explains = explains
  }

  /// Gives SQLite an arena of its own, where this process has not done so yet.
  ///
  /// To be called before anything opens a file: a model may come from a store, and what SQLite takes for it before
  /// it has an allocator would stay where it is, and all that follows with it.
  package static func separateStores() { _ = storesAreApart }

  /// SQLite takes its memory from an arena of its own; once a process, before its first use.
  private static let storesAreApart: String? = {
    do {
      StoreArena.use(try Heap.shared())
      try SQLiteLibrary.useAllocator(
        SQLiteAllocator(
          allocate: StoreArena.allocate, release: StoreArena.release, resize: StoreArena.resize,
          size: StoreArena.size, roundUp: StoreArena.roundUp))
      return nil
    } catch {
      return "\(error)"
    }
  }()

  /// Plays every pass; the last message is `done` or `failure`.
  package func run(telling send: (WireMessage) -> Void) {
    for finding in allocatorFindings() + storeFindings() + trial.remarks {
      send(.finding(finding))
    }
    board?[.steps] = trial.stepTitles.count
    // So large a pass may not fit beside the pages that it has left.
    if trial.isLarge { try? Heap.shared().giveLongRunsBack() }
    let stores: PreparedStores
    do throws(PassFailure) {
      stores = try prepare()
      try warmUp(trial.warmup, in: stores)
    } catch {
      return send(.failure(error.description))
    }
    var peak: PeakPoint?
    var stretches: MomentStretches?
    for number in 1...trial.repeats {
      board?[.pass] = trial.warmup + number
      do throws(PassFailure) {
        try lay(stores.contents, in: stores.folder)
        let played = try Pass.played(
          PassSetup(
            trial: trial, board: board, folder: stores.folder?.path ?? "",
            contents: stores.contents, isMeasured: true,
            attention: number == 1 ? .objects : .counters,
            explainsLeaks: number == trial.repeats,
            findsPeak: explains && number == 1 && !trial.settings.threads))
        if number == 1 { (peak, stretches) = (played.peak, played.stretches) }
        send(.sample(Sample(pass: number, checkpoints: played.checkpoints)))
        for finding in played.findings { send(.finding(finding)) }
      } catch {
        return send(.failure(error.description))
      }
    }
    if let trace, let failureReason = write(trace, stores) { send(.finding(failureReason)) }
    send(.done)
    if explains { send(.peak(explanation(of: peak, along: stretches, stores))) }
  }

  /// Plays once more with an observer: what that costs is in no number.
  private func write(_ trace: TraceRequest, _ stores: PreparedStores) -> Finding? {
    let recorder = TraceRecorder(detail: trace.detail)
    do {
      _ = try recorder.listen { () throws(PassFailure) in
        try play(stores, PassPurpose(recorder: recorder))
      }
      try recorder.take().write(to: trace.file)
    } catch {
      return Finding(
        kind: .measurement, message: "The pass that notes events has failed: \(error).",
        advice: "The numbers are those of the passes before it, and stand.")
    }
    guard recorder.dropped > 0 else { return nil }
    return Finding(
      kind: .measurement,
      message:
        "\(NumberText.grouped(recorder.dropped)) events did not fit into the trace.",
      advice: "Trace a smaller size, such as --quick.")
  }

  /// What every pass of the trial begins with.
  typealias PreparedStores = (folder: StoreFolder?, contents: StoreContents)

  /// Makes the folder of the store's files, and what lies in it when a pass begins.
  func prepare() throws(PassFailure) -> PreparedStores {
    let folder: StoreFolder?
    do throws(StepFailure) {
      folder = try storeFolder()
    } catch {
      throw PassFailure(error.description)
    }
    return (folder, try contents(of: trial))
  }

  /// Plays one pass that is not measured, for what it is worth otherwise.
  func play(_ stores: PreparedStores, _ purpose: PassPurpose) throws(PassFailure) -> [Checkpoint] {
    try lay(stores.contents, in: stores.folder)
    return try Pass.played(
      PassSetup(
        trial: trial, board: board, folder: stores.folder?.path ?? "", contents: stores.contents,
        purpose: purpose)
    ).checkpoints
  }

  /// Makes the folder as a pass finds it.
  func lay(_ contents: StoreContents, in folder: StoreFolder?) throws(PassFailure) {
    guard let folder else { return }
    folder.empty()
    do throws(StepFailure) {
      try contents.lay(in: folder.path)
    } catch {
      throw PassFailure(error.description)
    }
  }

  private func storeFolder() throws(StepFailure) -> StoreFolder? {
    guard trial.store.isOnDisk else { return nil }
    if let folder { return StoreFolder(at: folder) }
    return try StoreFolder()
  }

  /// Where stores share the workload's arena, their bytes cannot be distinguished.
  private func storeFindings() -> [Finding] {
    guard trial.store.isOnDisk, let trouble = Self.storesAreApart else { return [] }
    return [
      Finding(
        kind: .measurement, message: "SQLite has no arena of its own: \(trouble)",
        advice: "Read bytes.live, which has its bytes, and not bytes.sqlite.")
    ]
  }

  /// An allocator with other options than ours measures something else, which is said and never silent.
  private func allocatorFindings() -> [Finding] {
    do throws(HeapError) {
      return try AllocatorOptions.read().deviations.map { deviation in
        Finding(
          kind: .allocator, message: "The allocator's options differ: \(deviation).",
          advice: "Run without MALLOC_CONF and without a preloaded allocator.")
      }
    } catch {
      return [
        Finding(
          kind: .allocator, message: error.description,
          advice: "Start the program 'faultline' itself; it brings its allocator along.")
      ]
    }
  }
}

// One pass more, in which the peak of those before it is explained: it costs nothing that is in a number.
extension TrialRun {
  /// Plays once more, and says what held the memory at its peak and along the run.
  func explanation(
    of point: PeakPoint?, along stretches: MomentStretches?, _ stores: PreparedStores
  ) -> PeakExplanation {
    guard !trial.settings.threads else {
      return PeakExplanation(
        bytes: 0, failureReason: "with threads: true allocations come in another order each time")
    }
    guard let point else {
      return PeakExplanation(bytes: 0, failureReason: "the peak that was read is not exact")
    }
    guard !trial.isLarge else {
      let most = NumberText.grouped(PassLimits.standard.operations)
      return PeakExplanation(
        bytes: point.bytes,
        failureReason:
          "with more than \(most) operations the lists of objects and blocks would take more "
          + "memory than the workload; a smaller size shows which parts grow")
    }
    do {
      let explanation = try attempt(to: point, along: stretches, stores)
      // Tables of Swift's runtime grow once in a process, wherever that happens to be. The pass after has them grown.
      guard explanation.failureReason != nil || stretches != nil && explanation.timeline == nil
      else { return explanation }
      return try attempt(to: point, along: stretches, stores)
    } catch {
      return PeakExplanation(bytes: point.bytes, failureReason: "\(error)")
    }
  }

  private func attempt(
    to point: PeakPoint, along stretches: MomentStretches?, _ stores: PreparedStores
  ) throws -> PeakExplanation {
    let heap = try Heap.shared()
    guard let explainer = PeakExplainer(point, of: heap) else {
      return PeakExplanation(
        bytes: point.bytes, failureReason: "another peak is being explained in this process")
    }
    let timeline = stretches.map { TimelineRecorder($0, of: heap) }
    try lay(stores.contents, in: stores.folder)
    _ = try Pass.played(
      PassSetup(
        trial: trial, board: board, folder: stores.folder?.path ?? "",
        contents: stores.contents, isMeasured: true, attention: .ends, explainer: explainer,
        timeline: timeline))
    var explanation = explainer.explanation()
    explanation.timeline = timeline?.recorded()
    return explanation
  }
}

// The passes before those that are measured.
extension TrialRun {
  /// Plays passes in which the runtime builds what it builds once, such as its caches.
  func warmUp(_ passes: Int, in stores: PreparedStores) throws(PassFailure) {
    let small = trial.smallWarmUp
    let contents = if let small { try contents(of: small) } else { stores.contents }
    for pass in 0..<passes {
      board?[.pass] = pass + 1
      try lay(contents, in: stores.folder)
      _ = try Pass.played(
        PassSetup(
          trial: small ?? trial, board: board, folder: stores.folder?.path ?? "",
          contents: contents, attention: .ends))
    }
  }

  /// What the stores of a trial begin with.
  func contents(of trial: Trial) throws(PassFailure) -> StoreContents {
    do throws(StepFailure) {
      return try StoreContents(trial, cache: cache)
    } catch {
      throw PassFailure(error.description)
    }
  }
}
