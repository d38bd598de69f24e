// A run as a document: the same bytes each time, exact numbers only, and clear words for bad files.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

struct `A run's result` {
  static let scenario = ScenarioResult(
    name: "pairs", title: "Two who hold each other", file: "Scenarios/pairs.yaml", rules: ["C1"],
    parameters: [Setting(name: "pairs", value: "2")], reference: "let go", repeats: 2,
    metrics: [
      Metric(
        name: "objects.live", group: .objects, scale: .count, polarity: .less, exactness: .exact,
        meaning: "Instances in the process.", rules: ["C1"]),
      Metric(
        name: "time.wall", group: .time, scale: .nanoseconds, polarity: .less,
        exactness: .informative, meaning: "Time from start to end."),
    ],
    columns: [Column(title: "live @end", metric: "objects.live", checkpoint: "end")],
    trials: [
      TrialResult(
        TrialKey(scenario: "pairs", variant: "let go"),
        settings: [Setting(name: "way", value: "none")],
        samples: [sample(1, live: 9_007_199_254_740_991), sample(2, live: 9_007_199_254_740_991)])
    ],
    judgements: [
      Judgement(
        that: "objects.live@end == 0", place: SourcePlace(file: "a.yaml", line: 3, column: 5),
        outcome: .held, detail: "")
    ])

  static func sample(_ pass: Int, live: Int, wall: Int = 0) -> Sample {
    Sample(
      pass: pass,
      checkpoints: [
        Checkpoint(
          name: "end",
          readings: [
            Reading(metric: "objects.live", quantity: .integer(live)),
            Reading(metric: "time.wall", quantity: .integer(wall + pass)),
          ])
      ])
  }

  @Test func `is a document of exact numbers`() throws {
    let text = RunResult(scenarios: [Self.scenario]).json
    let start = try #require(text.firstRange(of: "      \"trials\""))
    expectText(
      String(text[start.lowerBound...]),
      is: """
              "trials" : [
                {
                  "checkpoints" : [
                    {
                      "name" : "end",
                      "readings" : {
                        "objects.live" : 9007199254740991
                      }
                    }
                  ],
                  "findings" : [

                  ],
                  "id" : "pairs/let go",
                  "identical" : true,
                  "passes" : 2,
                  "settings" : [
                    {
                      "name" : "way",
                      "value" : "none"
                    }
                  ],
                  "variant" : "let go"
                }
              ]
            }
          ],
          "schemaVersion" : 2
        }

        """)
  }

  @Test func `keeps what a trial is, where checkpoints come from, and what an answer means`() throws
  {
    var scenario = Self.scenario
    scenario.parameters = [Setting(name: "rows", value: 1_000)]
    scenario.trials[0].key.axes = [Setting(name: "batch", value: 0)]
    scenario.trials[0].key.sizes = [Setting(name: "rows", value: 1_000)]
    scenario.trials[0].key.store = "sqlite"
    let origin = CheckpointOrigin(template: "b-{i}", rounds: [LoopRound(loop: "i", number: 3)])
    for pass in scenario.trials[0].samples.indices {
      scenario.trials[0].samples[pass].checkpoints[0].origin = origin
    }
    scenario.judgements[0].asks = [Judgement.Asked(metric: "objects.live", checkpoint: "end")]
    scenario.judgements[0].bound = Judgement.Bound(.lessOrEqual, 4)
    scenario.judgements[0].trials = [scenario.trials[0].id]
    let text = RunResult(scenarios: [scenario]).json
    let read = try JSONDecoder().decode(RunResult.self, from: Data(text.utf8)).scenarios[0]
    #expect(read.parameters == scenario.parameters)
    #expect(read.trials[0].key == scenario.trials[0].key)
    #expect(read.trials[0].samples[0].checkpoints[0].origin == origin)
    #expect(read.judgements == scenario.judgements)
    #expect(RunResult(scenarios: [read]).json == text)
  }

  /// There the id was all that said what is varied, and every value was a text.
  @Test func `of the first version is read as far as it goes`() throws {
    let text = """
      {"schemaVersion": 1, "scenarios": [{"name": "grow", "title": "", "file": "", "rules": [], "notes": [],
       "parameters": [{"name": "rows", "value": "10"}, {"name": "batch", "value": "5"}], "reference": "plain",
       "repeats": 1, "metrics": [], "columns": [], "judgements": [], "trials": [
         {"id": "grow/plain/batch=5/pool=false/rows=100/sqlite", "variant": "plain", "store": "sqlite",
          "settings": [{"name": "rows", "value": "100"}], "passes": 0, "identical": true, "checkpoints": [],
          "findings": []},
         {"id": "grow/plain", "variant": "plain", "settings": [], "passes": 0, "identical": true,
          "checkpoints": [], "findings": []}]}]}
      """
    let run = try JSONDecoder().decode(RunResult.self, from: Data(text.utf8))
    #expect(run.schemaVersion == RunResult.currentSchemaVersion)
    let scenario = run.scenarios[0]
    #expect(scenario.parameters.map(\.value) == [.whole(10), .whole(5)])
    #expect(
      scenario.trials[0].key
        == TrialKey(
          scenario: "grow", variant: "plain",
          axes: [Setting(name: "batch", value: 5), Setting(name: "pool", value: "false")],
          sizes: [Setting(name: "rows", value: 100)], store: "sqlite"))
    #expect(scenario.trials[0].settings == [Setting(name: "rows", value: 100)])
    #expect(scenario.trials[1].key == TrialKey(scenario: "grow", variant: "plain"))
  }

  @Test func `is written the same after it was read`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("faultline-measures-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var scenario = Self.scenario
    scenario.trials.append(
      TrialResult(
        TrialKey(scenario: "pairs", variant: "refresh"),
        samples: [Self.sample(1, live: 0), Self.sample(2, live: 4)]))
    for cause in [
      Death.Cause.signal(11), .exit(3), .timeout(seconds: 1.5), .memory(limit: 5, reached: 7),
      .silence,
    ] {
      let death = Death(
        cause: cause, lastStep: "save: {}", pass: 1, lastEvents: ["save (2, unfinished)"],
        output: ["a/b"])
      scenario.trials.append(
        TrialResult(TrialKey(scenario: "pairs", variant: "dead"), samples: [], death: death))
    }
    let result = RunResult(scenarios: [scenario])
    let file = folder.appendingPathComponent("out/result.json")
    try result.write(to: file)
    let read = try RunResult.read(from: file)
    expectText(try String(contentsOf: file, encoding: .utf8), is: result.json)
    expectText(read.json, is: result.json)
    #expect(read.scenarios[0].trials[0].samples.map(\.pass) == [1, 2])
    #expect(read.scenarios[0].trials[0].reading("time.wall", at: "end") == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out").count == 1)
  }

  @Test func `does not know how long it took`() {
    var other = Self.scenario
    other.trials[0].samples = (1...2).map {
      Self.sample($0, live: 9_007_199_254_740_991, wall: 77)
    }
    expectText(
      RunResult(scenarios: [other]).json, is: RunResult(scenarios: [Self.scenario]).json)
  }

  @Test(arguments: [
    ("{", "it is not a faultline result"),
    ("[]", "a value has the wrong type"),
    ("{}", "'schemaVersion' is missing"),
    (#"{"schemaVersion": 3}"#, "its schemaVersion is 3, and this faultline reads up to 2"),
    (#"{"schemaVersion": 1}"#, "'scenarios' is missing"),
    (#"{"schemaVersion": 1, "scenarios": [{}]}"#, "'name' is missing in scenarios.0"),
  ])
  func `says what is wrong with a file`(text: String, reason: String) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent(
        "faultline-bad-\(abs(text.utf8.reduce(0) { $0 &* 31 &+ Int($1) })).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    let error = #expect(throws: ResultFileError.self) { try RunResult.read(from: file) }
    #expect(error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func `refuses a billion identical passes`() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("faultline-many.json")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = RunResult(scenarios: [Self.scenario]).json
      .replacing("\"passes\" : 2", with: "\"passes\" : 1000000000")
    try Data(text.utf8).write(to: file)
    let error = #expect(throws: ResultFileError.self) { try RunResult.read(from: file) }
    #expect(
      error?.reason
        == "1000000000 passes; 0 to 1000000 are possible in scenarios.0.trials.0.passes")
  }

  @Test func `says that there is no file`() {
    let error = #expect(throws: ResultFileError.self) {
      try RunResult.read(from: URL(fileURLWithPath: "/nowhere/result.json"))
    }
    #expect(
      error?.description
        == "/nowhere/result.json: there is no such file, or it cannot be read")
  }
}

struct `A run's sidecar` {
  @Test func `keeps what the result leaves out`() throws {
    let machine = Machine(
      os: "Debian", kernel: "6.1", architecture: "x86_64", cpu: "a cpu", cores: 2, pageSize: 4096,
      libraries: [Setting(name: "jemalloc", value: "5.3.0")])
    let run = RunResult(scenarios: [`A run's result`.scenario])
    let sidecar = RunSidecar(
      run, machine: machine, revision: "6ac794b+changes", seconds: ["pairs/let go": 0.25])
    #expect(sidecar.trials.map(\.seconds) == [0.25])
    #expect(
      sidecar.trials[0].samples.map { $0["end"]?.readings }
        == [
          [Reading(metric: "time.wall", quantity: 1)], [Reading(metric: "time.wall", quantity: 2)],
        ])
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("faultline-side.json")
    defer { try? FileManager.default.removeItem(at: file) }
    try sidecar.write(to: file)
    #expect(try RunSidecar.read(from: file) == sidecar)
    // Documents that were written before revisions were known are read as well.
    let older = sidecar.json.replacing(/[ ]*"revision" : "[^"]*",\n/, with: "")
    #expect(older != sidecar.json)
    try Data(older.utf8).write(to: file)
    #expect(try RunSidecar.read(from: file).revision == nil)
  }

  @Test func `knows the machine`() {
    let machine = Machine.current(swift: "6.3")
    #expect(machine.pageSize.nonzeroBitCount == 1)
    #expect(machine.cores > 0)
    #expect(!machine.kernel.isEmpty && machine.kernel.utf8.allSatisfy { $0 > 0x20 })
    #expect(machine.swift == "6.3")
  }
}
