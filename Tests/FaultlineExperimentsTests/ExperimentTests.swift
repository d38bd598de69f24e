// A scenario is run, gated, tuned and rendered without a command line, a console or a terminal.

import FaultlineAnalysis
import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios
import Foundation
import Testing

@testable import FaultlineTesting

/// Follows a run and remembers what it was told.
private final class RecordingObserver: RunObserver {
  private(set) var finished: [String] = []
  private(set) var warnings: [String] = []
  /// The number of trials after which the run is cancelled; nil for never.
  private let limit: Int?

  init(cancelledAfter limit: Int? = nil) { self.limit = limit }

  var isCancelled: Bool { limit.map { finished.count >= $0 } ?? false }
  func report(_ activity: String) {}
  func update(_ status: @autoclosure () -> String) {}
  func plan(_ plans: [Plan]) {}
  func show(_ event: RunEvent, of scenario: String, _ place: RunPlace) {
    if case .finished(_, let trial, _) = event { finished.append(trial.id) }
  }
  func show(statement line: String) {}
  func finish() {}
  func warn(_ message: String) { warnings.append(message) }
}

struct `A scenario without a command line` {
  /// An import that an undo manager keeps alive.
  private static func text(rows: Int) -> String {
    """
    faultline: 1
    name: import
    title: An import with and without undo
    parameters: {rows: {type: int, default: \(rows)}}
    model: {Employee: {name: string}}
    stores: [memory]
    reference: kept
    variants:
      kept: {undo: unlimited}
      free: {undo: none}
    steps:
      - insert: {entity: Employee, count: rows, set: {name: text(24)}}
      - save: {}
      - checkpoint: imported
    columns:
      alive: objects.live@imported
    expect:
      - that: objects.live@imported == 0
        when: {variant: free}
      - that: objects.live@imported == rows
        when: {variant: kept}
    """
  }

  private let folder: URL
  private let results: String
  private var file: String { folder.appending(path: "import.yaml").path }

  private let player = PlayerSettings(environment: TrialProcess.environment)

  init() throws {
    folder = URL.temporaryDirectory.appending(path: "experiment-\(UUID())")
    results = folder.appending(path: "out").path
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(rows: 40)
  }

  private func write(rows: Int) throws {
    try Self.text(rows: rows).write(toFile: file, atomically: true, encoding: .utf8)
  }

  private func run(_ observer: RecordingObserver = RecordingObserver()) throws -> MeasuredRun {
    var settings = RunSettings(Choices(), player)
    settings.folder = results
    settings.explainsPeaks = true
    settings.advisedTrials = .reference
    return try Experiment(settings, observer: observer).run(ScenarioFiles([file]))
  }

  @Test func `runs, and its report is written in any format`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let observer = RecordingObserver()
    let run = try run(observer)
    #expect(observer.finished == ["import/kept", "import/free"])
    #expect(observer.warnings == [])
    #expect(run.result.verdict == .held && run.cut == nil && run.unwritten.isEmpty)
    let peak = try #require(run.result.scenarios.first?.trials.first?.peak)
    #expect(peak.failureReason == nil)
    #expect(run.result.scenarios[0].trials[0].tried?.remedies.isEmpty == false)
    #expect(
      try RunResult.read(from: URL(filePath: results + "/import.json")).scenarios[0].trials.count
        == 2)
    let report = ReportBuilder(facts: run.facts, revisions: run.revisions).report(run.result)
    for format in ReportFormats.all {
      #expect(!format.init().render(report).isEmpty, "\(format.name)")
    }
  }

  @Test func `that is cancelled keeps what has ended, and says what is missing`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try run(RecordingObserver(cancelledAfter: 1))
    guard case .trials(let scenario, let ran, let planned, let kept)? = run.cut else {
      Issue.record("\(String(describing: run.cut))")
      return
    }
    #expect(scenario == "import" && ran == 1 && planned == 2)
    #expect(kept?.hasSuffix("import.unfinished.json") == true)
  }

  @Test func `is held against what was accepted`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let baselines = try BaselineFolder(
      folder.appending(path: "baselines").path, besideResultsIn: results)
    let accepted = try run()
    let scenario = try #require(accepted.result.scenarios.first)
    try baselines.locked {
      try baselines.write(Baseline(scenario, facts: accepted.facts["import"], file: "import.yaml"))
    }
    func compared() throws -> Comparison {
      let gate = BaselineGate(baselines)
      let plans = try ScenarioFiles([file]).plans(choosing: Choices()).map(\.plan)
      try gate.prepare(plans)
      #expect(gate.problems.isEmpty)
      return gate.comparison(try run())
    }
    #expect(try compared().status(strict: false) == .held)
    try write(rows: 80)
    #expect(try compared().status(strict: false) == .broken)
  }

  @Test func `is tuned for the least of a metric`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var query = TuneQuery(Choices())
    query.least = ["objects.live"]
    query.over = [Setting(name: "pool", value: "true,false")]
    let player = Player(player, observer: RecordingObserver())
    let request = try TuneRequest(query, of: ScenarioFiles([file]), player)
    let run = try TuneRun(request, player, keptIn: results)
    var search = FrontSearch(request.axes.space) { try run.measure($0) }
    try search.run()
    let document = TuneAdvice(search, run, after: nil, isComplete: true).document
    let settings = try #require(document.recommended?.settings)
    #expect(settings.map(\.assignment).contains("variant=free"), "\(settings)")
  }

  @Test func `is tuned for a metric with an argument, which has to be known`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var query = TuneQuery(Choices())
    query.least = ["cycles.broken(refresh)"]
    let player = Player(player, observer: RecordingObserver())
    let request = try TuneRequest(query, of: ScenarioFiles([file]), player)
    #expect(request.goals.map(\.metric.name) == ["cycles.broken(refresh)"])
    query.least = ["cycles.broken(refersh)"]
    let error = #expect(throws: RequestError.self) {
      try TuneRequest(query, of: ScenarioFiles([file]), player)
    }
    #expect(error?.message.contains("Did you mean 'cycles.broken(refresh)'?") == true)
  }

  @Test func `says which behaviors cannot be planned at their other values`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var choices = Choices()
    choices.behaves = [.init(.coreData)]
    let planned = try #require(try ScenarioFiles([file]).plans(choosing: choices).first)
    let met = planned.plan.metBehaviors.map(\.key)
    try #require(!met.isEmpty)
    choices.variants = ["missing"]
    var result = Runner.result(of: planned.plan, after: [])
    let player = Player(player, observer: RecordingObserver())
    #expect(player.follow(&result, with: UndocumentedBehaviors(planned, choices)))
    #expect(result.bands.map(\.key) == met)
    #expect(result.bands.allSatisfy { $0.failureReason?.contains("'missing'") == true })
  }
}
