// A scenario run for a test: read, planned, each trial in a process of its own, and judged.

internal import FaultlineMeasures
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
