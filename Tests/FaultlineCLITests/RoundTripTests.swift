// Our own run, printed as Core Data's log, imported, replayed, and laid beside itself.

import Faultline
import FaultlineRecordings
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI
@testable import FaultlineScenarios

/// One scenario of those that are shipped, with the variant whose log goes round.
struct RoundTrip: Sendable, CustomTestStringConvertible {
  let scenario: String
  let variant: String?

  init(_ scenario: String, _ variant: String? = nil) {
    self.scenario = scenario
    self.variant = variant
  }

  var testDescription: String { scenario + (variant.map { " (\($0))" } ?? "") }

  /// All but those with threads of their own, several stores or a foreign writer.
  static let all = [
    RoundTrip("rules/n-plus-one"), RoundTrip("workloads/delete-cascade"),
    RoundTrip("workloads/find-or-create"), RoundTrip("rules/prefetch", "prefetched"),
    RoundTrip("rules/prefetch"), RoundTrip("rules/n-plus-one", "prefetched"),
    RoundTrip("rules/to-many-is-a-fault"), RoundTrip("rules/batch-faulting"),
    RoundTrip("rules/firing-and-the-row-cache"), RoundTrip("rules/refault-makes-current"),
    RoundTrip("workloads/background-prefetch"), RoundTrip("workloads/between-batches"),
    RoundTrip("workloads/counting-five-ways"),
    RoundTrip("workloads/editing-session"), RoundTrip("workloads/first-sync"),
    RoundTrip("workloads/frc-batch-in-child"), RoundTrip("workloads/frc-merge-storm"),
    RoundTrip("workloads/history-never-purged"), RoundTrip("workloads/history-of-small-saves"),
    RoundTrip("workloads/import-nested-vs-sibling"),
    RoundTrip("workloads/import-undo"), RoundTrip("workloads/merge-pulls-in-world"),
    RoundTrip("workloads/million-rows"),
    RoundTrip("workloads/names-without-pictures", "names only"),
    RoundTrip("workloads/one-big-save"),
    RoundTrip("workloads/orphans-after-deleting", "rule cascade"),
    RoundTrip("workloads/pictures-in-rows"),
    RoundTrip("workloads/pools-of-a-walk"), RoundTrip("workloads/reset-vs-refresh"),
    RoundTrip("workloads/stack-shootout"), RoundTrip("workloads/swiftdata-autosave"),
    RoundTrip("workloads/swiftdata-enumerate"), RoundTrip("workloads/swiftdata-query"),
  ]
  static var played: [RoundTrip] { Effort.choose(quick: Array(all.prefix(4)), ci: all, full: all) }

  private static let scenarios = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Scenarios").standardizedFileURL

  /// The file that the scenario is.
  private var file: String { Self.scenarios.appending(path: "\(scenario).yaml").path }

  /// The store as it was before the log's first request, in a folder.
  private func store(in folder: String) throws -> String {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let choices = Choices(
      variants: variant.map { [$0] } ?? [], stores: ["sqlite"], quick: true)
    let plan = try Plan(ScenarioReader.scenario(text, file: file), choosing: choices)
    let trial = try #require(plan.trials.first)
    try StoreContents(trial, cache: InitialDataCache(at: "\(folder)/cache")).lay(in: folder)
    if Self.database(in: folder) == nil {
      let coordinator = PersistentStoreCoordinator(managedObjectModel: trial.model)
      try trial.store.openFirst(coordinator, folder)
    }
    return try #require(Self.database(in: folder))
  }

  private static func database(in folder: String) -> String? {
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted()
      .first { $0.hasSuffix("sqlite") }.map { "\(folder)/\($0)" }
  }

  /// Runs, imports, replays; the calibration, and what stood beside it.
  func calibration() throws -> (Calibration, String) {
    let program = try WholeProgram()
    let folder = program.folder.appending(path: "store").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let store = try store(in: folder)
    var words = [
      "run", file, "--quick", "--store", "sqlite", "--repeats", "1", "--sql", "2", "--sql-format",
      "sqldebug", "--no-progress", "--no-explain",
    ]
    if let variant { words += ["--variant", variant] }
    let run = try program.run(words)
    // Each trial has a log of its own; the first one goes round.
    let first = run.errors.split(separator: "trial: ").first.map { "trial: \($0)" } ?? ""
    try program.write(first, to: "app.log")
    let read = try program.run(
      "import", "app.log", "--store", store, "--keep-values", "--calibrate", "--format", "json",
      "--no-progress")
    let recording = try JSONDecoder().decode(Recording.self, from: Data(read.output.utf8))
    let page = try program.run(
      "import", "app.log", "--store", store, "--keep-values", "--out", "app.yaml")
    let scenario = (try? program.text(of: "app.yaml")) ?? page.errors
    let calibration = try #require(recording.calibration, "\(read.errors)")
    return (calibration, read.errors + scenario.prefix(6_000))
  }
}

struct `a log of our own goes round` {
  /// Rows that cannot be the same, each with the reason.
  private static let excluded = [
    // The count was asked for while 20 changes were unsaved. The log says what the context counted with them, and not
    // when the app made them: it has them with the save that follows.
    "count Employee : 1/1 requests, 20/0 rows": "rules/refault-makes-current"
  ]

  /// Statements that are never the same, as they are none of the app's.
  private static let notCompared: Set = ["opening", "pragma", "schema", "keys", "other"]

  @Test(arguments: RoundTrip.played)
  func `with the same requests, rows, writes and statements`(trip: RoundTrip) throws {
    let (calibration, scenario) = try trip.calibration()
    let odd = calibration.disagreeing.map {
      "\($0.kind) \($0.entity ?? "") \($0.relationship ?? ""): \($0.requests)/\($0.replayed) requests, "
        + "\($0.rows)/\($0.replayedRows) rows"
    }.filter { Self.excluded[$0] != trip.scenario }
    #expect(odd == [], "\(calibration.leftOut) \(scenario)")
    #expect(calibration.failure == nil)
    #expect(calibration.requests == calibration.replayed && calibration.requests > 0)
    #expect(calibration.notUnderstood == 0)
    for line in calibration.statements where !Self.notCompared.contains(line.kind) {
      #expect(line.statements == line.replayed, "\(line.kind)")
      #expect(line.excludedAs == nil, "\(line.kind)")
    }
    for line in calibration.statements where Self.notCompared.contains(line.kind) {
      #expect(line.excludedAs != nil, "\(line.kind)")
    }
  }
}
