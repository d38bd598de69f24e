// The published schemas are true of what is written, and false of what is not.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineTestSupport
import Testing

struct `The published schemas` {
  private static let schemas: [DocumentSchema] = [
    .result, .machine, .baseline, .comparison, .plan, .history,
  ]

  /// Documents in which everything is there that may be there.
  private static let documents: [(name: String, json: String)] = {
    var run = Bench.run([
      Bench.trial("let go"),
      Bench.trial("refresh", death: Death(cause: .silence, lastStep: "save", lastEvents: ["save"])),
    ])
    run.scenarios[0].trials[0].key.store = "sqlite"
    run.scenarios[0].trials[0].key.axes = [Setting(name: "pool", value: "true")]
    run.scenarios[0].trials[0].key.sizes = [Setting(name: "rows", value: 1_000)]
    run.scenarios[0].trials[0].peak = PeakExplanation(
      bytes: 8, step: "save (pairs.yaml:3:4)",
      parts: [PeakExplanation.Part(.undo, count: 1, bytes: 8, holders: ["undo"])],
      timeline: MemoryTimeline(
        moments: 4, at: [0, 3], played: [0, 2], steps: [-1, 0], rounds: [-1, 1], bytes: [0, 8],
        owners: [MemoryTimeline.Share(owner: "undo", bytes: [0, 8])],
        titles: ["save (pairs.yaml:3:4)"],
        checkpoints: [MemoryTimeline.Mark(name: "end", moment: 4)]))
    run.scenarios[0].trials[0].tried = TriedChanges(
      [
        TriedChange(
          name: "undo-none", advice: "Do without", part: 0, outcome: .helps, reason: "x", peak: 1,
          removed: 7, roundTrips: 0, statements: -1, change: ["+ context: {undo: none}"], pace: 2)
      ], failureReason: "a signal ended it before all was tried")
    run.scenarios[0].trials[0].ranges = [
      ReadingRange(
        checkpoint: "end", metric: "objects.live", least: 0, most: .real(1.5), band: "rowCache")
    ]
    run.scenarios[0].bands = [
      PlayedBehavior(
        key: "rowCache", end: "in-use", other: "kept", moved: 1,
        turned: ["round trips of 'let go'"], settled: "macOS 26.1",
        failureReason: "there pairs/refresh died")
    ]
    run.scenarios[0].elsewhere = [
      AdviceElsewhere(
        key: "behaves", value: "core-data", place: "", best: "reset", holds: false,
        turnedBy: ["undo"])
    ]
    run.scenarios[0].trials[0].samples[0].checkpoints[0].origin = CheckpointOrigin(
      template: "batch-{i}",
      rounds: [LoopRound(loop: "i", number: 1), LoopRound(loop: nil, number: 0)])
    run.scenarios[0].trials[0].samples[1].checkpoints[0].readings[0].quantity = 5
    run.scenarios[0].trials[0].samples[1].checkpoints[0].readings[1].quantity = .real(.infinity)
    run.scenarios[0].workload = [Setting(name: "steps", value: "0123")]
    run.scenarios[0].columns = [Column(title: "live", metric: "objects.live", checkpoint: "end")]
    run.scenarios[0].tolerances = [Tolerance(metrics: "bytes.*", absolute: 3, range: 1...2)]
    run.scenarios[0].judgements = [
      Judgement(
        that: "leaked.bytes == 0", because: "C1",
        place: SourcePlace(file: "pairs.yaml", line: 3, column: 4), variant: "refresh",
        outcome: .broken, detail: "was 1",
        asks: [
          Judgement.Asked(metric: "leaked.bytes", checkpoint: "end"),
          Judgement.Asked(metric: "bytes.peak", checkpoint: nil),
        ], bound: Judgement.Bound(.equal, 0), trials: ["pairs/refresh"])
    ]
    run.scenarios[0].judgements[0].end = "rowCache: kept"
    let machine = Machine.current(libraries: [Setting(name: "jemalloc", value: "5.3.0")])
    let other = Bench.run([Bench.trial("let go", rows: 9), Bench.trial("reset")])
    let history = History(
      runs: [HistoryRun(revision: "a+changes", recorded: "2026-01-31 12:00:00", machine: "b")],
      trends: [
        Trend(
          scenario: "pairs", trial: "pairs/reset", checkpoint: "end", metric: "bytes.live",
          scale: .bytes, polarity: .less,
          points: [Trend.Point(run: 0, quantity: .real(0.5), work: "c")], isByMachine: true)
      ])
    return [
      ("result", run.json), ("history", history.readings().map(\.json).joined()),
      (
        "machine",
        RunSidecar(run, machine: machine, revision: "a+changes", seconds: ["pairs/let go": 0.5])
          .json
      ),
      ("baseline", Baseline(run.scenarios[0], facts: Bench.facts).json),
      ("comparison", Comparison(base: other, head: run).json),
      ("comparison", Comparison(base: Bench.run(), head: run).json),
      (
        "plan",
        PlannedRun(scenarios: [
          PlannedScenario(
            name: "pairs", title: "Pairs", file: "pairs.yaml",
            parameters: [Setting(name: "rows", value: 1_000)],
            trials: [
              PlannedTrial(
                run.scenarios[0].trials[0].key, settings: [Setting(name: "pool", value: "true")],
                warmup: 1, repeats: 3, operations: 12)
            ],
            findings: [
              Finding(kind: .measurement, message: "A column is empty.", advice: "Fill it.")
            ])
        ]).json
      ),
    ]
  }()

  private func schema(_ name: String) throws -> String {
    try #require(Self.schemas.first { $0.name == name }).json
  }

  @Test func `hold for every kind of document`() throws {
    for document in Self.documents {
      #expect(
        try JSONSchema(schema(document.name)).problems(of: document.json) == [], "\(document.name)")
    }
    #expect(Set(Self.documents.map(\.name)) == Set(Self.schemas.map(\.name)))
  }

  @Test func `do not hold for another kind of document`() throws {
    for document in Self.documents {
      for other in Self.schemas where other.name != document.name {
        #expect(try JSONSchema(other.json).problems(of: document.json) != [])
      }
    }
  }

  @Test(arguments: [
    ("\"polarity\" : \"less\"", "\"polarity\" : \"fewer\"", "'fewer' is not allowed"),
    ("\"passes\" : 2", "\"passes\" : -2", "is below 0"),
    ("\"identical\" : false", "\"identical\" : 0", "is no boolean"),
    ("\"schemaVersion\" : 2", "\"schemaVersion\" : 3", "'3' is not allowed"),
    ("\"objects.live\" : 5", "\"objects.live\" : \"five\"", "fits 0 of several shapes"),
  ])
  func `find what is wrong`(text: String, instead: String, problem: String) throws {
    let result = Self.documents[0].json
    #expect(result.contains(text))
    let wrong = result.replacing(text, with: instead)
    let problems = try JSONSchema(schema("result")).problems(of: wrong)
    #expect(problems.contains { $0.hasSuffix(problem) }, "\(problems)")
  }

  @Test func `are what another validator takes them for`() throws {
    let pairs = try Self.documents.map { (try schema($0.name), $0.json) }
    guard let answer = try ForeignValidator.problems(of: pairs) else { return }
    #expect(answer == "")
  }
}
