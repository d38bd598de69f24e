// The scenario of a recording played once, and what it asked of its store.

import FaultlineMeasures
package import FaultlineRecordings
package import FaultlineScenarios

/// Plays what was observed, in a process of its own, and reads its statements as a log is read.
package struct ReplayRun {
  /// What the replay asked for.
  package let tally: RequestTally
  /// Why it ended early, if it did.
  package let failure: String?

  package init(
    _ text: String, naming name: (EntityName) -> String?, followedBy observer: any RunObserver
  ) throws {
    let scenario = try ScenarioReader.scenario(text, file: "the scenario of the import")
    let choices = Choices(variants: [ObservedVariants.reference], repeats: 1)
    let plan = try Plan(scenario, choosing: choices)
    try ChildProcess.checkDescriptors()
    let folder = try Self.folder()
    let trace = "\(folder.path)/events.jsonl"
    let executor = ProcessExecutor(
      text: text, choices: choices, tracing: { _ in TraceRequest(file: trace, detail: 2) })
    var failure: String?
    let outcome = Runner(executor).run(plan) { event in
      observer.update("replaying what was observed")
      if case .finished(_, let result, _) = event { failure = result.death?.sentence }
      return observer.continuation
    }
    observer.finish()
    if outcome.wasCancelled { failure = "it was interrupted" }
    let events = [TraceEvent](file: trace) ?? []
    tally = try Self.tally(of: events, in: folder, naming: name)
    self.failure = failure
  }

  /// Counters by kind and entity of one run, from what it noted: its statements are read as a log is read, so that
  /// both sides are counted alike, and a run that is not asked for them pays nothing.
  package static func tally(
    of events: [TraceEvent], in folder: TemporaryFolder, naming name: (EntityName) -> String?
  ) throws -> RequestTally {
    let lines = SQLDebugText.lines(events, of: "replay", detail: 2)
    var reader = RecordingReader(keepsValues: true, forReplay: true)
    // A run that asked for nothing has a log without a line of Core Data's.
    if lines.contains(where: { $0.hasPrefix("CoreData: ") }) {
      let log = "\(folder.path)/replay.log"
      try OutputFile(what: "the replay's log", path: log)
        .write(lines.joined(separator: "\n") + "\n")
      do throws(RecordingRefusal) {
        try reader.read(RecordingInput(log))
      } catch {
        throw Diagnostic("the replay's log cannot be read: \(error.reason)")
      }
    }
    _ = reader.recording()
    return RequestTally(of: reader, naming: name)
  }

  private static func folder() throws(Diagnostic) -> TemporaryFolder {
    do throws(StepFailure) {
      return try TemporaryFolder()
    } catch {
      throw Diagnostic("the replay has no folder for its log: \(error.description)")
    }
  }
}

extension Death {
  /// Why a trial ended, and what it said last.
  fileprivate var sentence: String { output.last ?? "it ended early" }
}

/// Steps that play what was observed.
package protocol ReplaySteps {
  /// The lines of the steps, each with its indent.
  var lines: [String] { get }
  /// What was inferred, each once and in order.
  var assumptions: [String] { get }
  /// Relationships that a prefetch may bring along.
  var prefetchable: [String] { get }
  /// Whether objects were looked up one by one.
  var hasLookups: Bool { get }
  /// How many saves a parameter of the scenario can put together.
  var saveCount: Int { get }
  /// What has to be there before, for data where there is no store.
  var rowsBefore: RowsBefore { get }
  var largestFetch: Int { get }
}
