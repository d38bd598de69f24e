// A scenario run for a test: read, planned, each trial in a process of its own, and judged.

internal import CTestTrials
internal import FaultlineMeasures
internal import FaultlineProfiler
internal import FaultlineReports
internal import FaultlineScenarios
internal import Foundation
internal import Synchronization
internal import Testing

/// Runs a scenario and records an issue for everything that is wrong with it.
struct ScenarioTest {
  /// As many trials run at once as there are processors, whatever number of tests asks.
  private static let processors = DispatchSemaphore(
    value: max(1, ProcessInfo.processInfo.activeProcessorCount))

  private let trait: ScenarioTrait
  private let place: SourceLocation

  init(_ trait: ScenarioTrait, at place: SourceLocation) {
    self.trait = trait
    self.place = place
  }

  /// Runs it, and says what is wrong.
  func run() async {
    let path: String
    let plan: Plan
    let text: String
    do throws(Diagnostic) {
      path = try TestedPackage(around: trait.file).file(trait.path)
      text = try InterruptibleReader().read(path).text
      let scenario = try ScenarioReader.scenario(text, file: path)
      plan = try Plan(scenario, choosing: choices)
    } catch {
      return record(error)
    }
    let outcome = await play(plan, text)
    let issues = ScenarioIssues(outcome.result, at: path)
    for issue in issues.all { issue.record() }
    if !issues.all.isEmpty { attachPage(of: outcome.result) }
    if outcome.wasCancelled {
      Issue.record(
        "The test was cancelled before all variants had run.", sourceLocation: place)
    }
  }

  private var choices: Choices { Choices(variants: trait.variants, quick: trait.isQuick) }

  private func record(_ mistake: Diagnostic) {
    guard let file = mistake.file, file.hasPrefix("/") else {
      Issue.record(Comment(rawValue: mistake.description), sourceLocation: place)
      return
    }
    ScenarioIssue(
      text: mistake.description, file: file, line: mistake.line ?? 1, column: mistake.column ?? 1
    ).record()
  }

  private func attachPage(of result: ScenarioResult) {
    let facts = KeyFacts(Machine.current(libraries: Libraries.versions))
    let report = ReportBuilder(facts: [result.name: facts]).report(result)
    Attachment.record(
      Attachment(
        HTMLFormat().render(report), named: "\(result.name).html", sourceLocation: place),
      sourceLocation: place)
  }

  // MARK: - Trials

  /// Waits for children on a thread of its own: those of Swift's pool are few, and other tests need them.
  private func play(_ plan: Plan, _ text: String) async -> RunOutcome {
    let executor = ProcessExecutor(
      text: text, choices: choices, timeout: trait.timeout, environment: TrialProcess.environment)
    let wish = Continuation()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let thread = Thread {
          Self.processors.wait()
          let outcome = Runner(executor).run(plan) { _ in wish.isToStop ? .stop : .proceed }
          Self.processors.signal()
          continuation.resume(returning: outcome)
        }
        thread.stackSize = 8 << 20
        thread.start()
      }
    } onCancel: {
      wish.stop()
    }
  }

  /// Whether the test has been cancelled, as by a time limit.
  private final class Continuation: Sendable {
    private let stops = Atomic(false)

    var isToStop: Bool { stops.load(ordering: .relaxed) }

    func stop() { stops.store(true, ordering: .relaxed) }
  }
}

/// A process that plays a trial in place of tests.
enum TrialProcess {
  /// What its environment has besides that of every trial.
  static let environment = ["\(FAULTLINE_TEST_TRIAL)=1"]

  /// Plays the trial that is ordered and prints what it measures, a line at a time.
  ///
  /// - Returns: The process's status.
  static func play() -> Int32 {
    do throws(Diagnostic) {
      let input = FileHandle.standardInput.readDataToEndOfFile()
      let (order, text) = try TrialOrder.read(input)
      ChildProcess.dieWithParent(order.parent)
      TrialRun.separateStores()
      let failure = try order.play(text) { message in
        FileHandle.standardOutput.write(Data("\(message.line)\n".utf8))
      }
      guard let failure else { return 0 }
      writeError(failure)
      return TrialRun.failureStatus
    } catch {
      writeError(error.description)
      return 3
    }
  }

  private static func writeError(_ sentence: String) {
    FileHandle.standardError.write(Data("\(sentence)\n".utf8))
  }
}

/// Is called before the program's own main.
@_cdecl("faultline_play_test_trial") func playTestTrial() {
  // The reader may go away: then the next line ends this process, for the rest would not be read.
  signal(SIGPIPE, SIG_DFL)
  exit(TrialProcess.play())
}

/// The package around a file of tests.
struct TestedPackage {
  /// Its folder; nil where no folder above the file has a manifest.
  let root: String?

  /// Looks for the nearest folder with a manifest.
  init(around file: String) {
    var folder = FilePath.folder(of: file)
    while !folder.isEmpty, folder != "/", !Self.isThere("\(folder)/Package.swift") {
      folder = FilePath.folder(of: folder)
    }
    root = folder.isEmpty || folder == "/" ? nil : folder
  }

  /// A file by its path from the package's folder, or from the root.
  func file(_ path: String) throws(Diagnostic) -> String {
    guard path.hasPrefix("/") || root != nil else {
      throw Diagnostic(
        "no folder above the test has a Package.swift from which the path could begin", file: path,
        notes: ["write the path from the root on"])
    }
    let whole = path.hasPrefix("/") ? path : "\(root ?? "")/\(path)"
    guard Self.isThere(whole) else {
      let folder = FilePath.folder(of: whole)
      let known = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let near = Spelling.question(for: FilePath.name(of: whole), among: known.sorted())
      let sought = path.hasPrefix("/") ? "" : ", from the folder of the package, \(root ?? "")"
      throw Diagnostic("there is no such file\(sought)\(near)", file: path)
    }
    return whole
  }

  private static func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }
}
