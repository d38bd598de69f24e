// A baseline as a file: a reading a line, the same bytes each time, and clear words for bad files.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

struct `A baseline` {
  private static let baseline = Baseline(
    Bench.run([Bench.trial("let go")]).scenarios[0], facts: Bench.facts, file: "pairs.yaml")

  @Test func `is a document of what gates and informs, and of how it was measured`() {
    expectText(
      Self.baseline.json,
      is: """
        {
          "baseline" : "pairs",
          "file" : "pairs.yaml",
          "schemaVersion" : 3,
          "sets" : [
            {
              "measured" : {
                "facts" : {
                  "architecture" : "x86_64",
                  "build" : "release",
                  "jemalloc" : "5.3.0",
                  "pageSize" : 4096,
                  "sqlite" : "3.40.1",
                  "swift" : "6.3"
                }
              },
              "size" : "quick",
              "trials" : [
                {
                  "checkpoints" : [
                    {
                      "at" : "saved",
                      "gates" : { "bytes.live" : 9007199254740991, "cycles.broken" : 2, "objects.live" : 4, "rowcache.hits" : 0 }
                    },
                    {
                      "at" : "end",
                      "gates" : { "bytes.live" : 9007199254740991, "cycles.broken" : 2, "objects.live" : 4, "rowcache.hits" : 0 }
                    }
                  ],
                  "id" : "pairs/let go",
                  "settings" : { "rows" : 4 },
                  "variant" : "let go"
                }
              ]
            }
          ]
        }

        """)
  }

  private static func reread(_ baseline: Baseline) throws -> Baseline {
    try JSONDecoder().decode(Baseline.self, from: Data(baseline.json.utf8))
  }

  @Test func `is written the same after it was read, and its run is the same as it`() throws {
    let read = try Self.reread(Self.baseline)
    #expect(read == Self.baseline)
    expectText(read.json, is: Self.baseline.json)
    let comparison = Comparison(
      base: RunResult(scenarios: []), head: Bench.run([Bench.trial("let go")]),
      headFacts: ["pairs": Bench.facts], accepted: [try #require(read.accepted(for: Bench.facts))])
    #expect(comparison.pairs.map(\.verdict) == Array(repeating: .same, count: 8))
  }

  @Test func `keeps what gates and four totals, the owners of what gates, and nothing else`() throws
  {
    let names = [
      "objects.live", "store.roundtrips", "bytes.live", "alloc.count", "bytes.objects",
      "bytes.undo",
      "bytes.script", "bytes.other", "free.count", "sql.statements",
    ]
    let metrics = names.map {
      Metric(
        name: $0, group: .heap, scale: $0.hasPrefix("bytes") ? .bytes : .count, polarity: .less,
        exactness: .exact, meaning: "")
    }
    let numbers: [Quantity] = [4, 2, 100, 7, 60, 20, 10, 10, 3, 9]
    let readings = zip(names, numbers).map { Reading(metric: $0, quantity: $1) }
    var run = ScenarioResult(
      name: "pairs", title: "", file: "", reference: "a", repeats: 1, metrics: metrics,
      columns: [Column(title: "bytes", metric: "bytes.live", checkpoint: "end")],
      trials: [
        TrialResult(
          TrialKey(scenario: "pairs", variant: "a"),
          samples: [
            Sample(
              pass: 1,
              checkpoints: ["saved", "end"].map { Checkpoint(name: $0, readings: readings) })
          ])
      ], judgements: [])
    let kept = Baseline(run, facts: nil).sets[0].trials[0]
    #expect(kept.gating == ["end": ["bytes.live"]])
    #expect(
      kept.trial.samples[0].checkpoints.map { $0.readings.map(\.metric) }
        == Array(
          repeating: ["alloc.count", "bytes.live", "objects.live", "store.roundtrips"], count: 2))
    #expect(
      kept.owners == [
        OwnedTotal(
          checkpoint: "end", metric: "bytes.live", parts: ["objects": 60, "undo": 20, "others": 20])
      ])
    // Nobody cares about anything: then the usual metrics gate.
    run.columns = []
    #expect(
      Baseline(run, facts: nil).sets[0].trials[0].gating
        == [
          "saved": ["objects.live", "store.roundtrips"],
          "end": ["objects.live", "store.roundtrips"],
        ])
  }

  /// Each of axes and sizes may be there without the other: `rows=10` is a size where the file says so.
  @Test(
    arguments: [
      ([Setting(name: "fetch", value: "batched")], [Setting(name: "rows", value: 10)]),
      ([], [Setting(name: "rows", value: 10)]), ([Setting(name: "rows", value: 10)], []), ([], []),
    ] as [([Setting], [Setting])])
  func `knows what is an axis and what is a size`(axes: [Setting], sizes: [Setting]) throws {
    let key = TrialKey(
      scenario: "pairs", variant: "let go", axes: axes, sizes: sizes)
    let trial = TrialResult(key, settings: [], samples: Bench.trial("let go").samples)
    let written = Baseline(
      Bench.run([trial]).scenarios[0], facts: Bench.facts, file: "pairs.yaml")
    let read = try Self.reread(written)
    #expect(read.sets[0].trials.map(\.trial.key) == [key])
    expectText(read.json, is: written.json)
  }

  @Test func `knows the same work in any order, and other work by its fingerprint`() {
    func fingerprint(_ settings: (String, String)...) -> String {
      TrialResult(
        TrialKey(scenario: "", variant: ""),
        settings: settings.map { Setting(name: $0, value: $1) }, samples: []
      ).fingerprint
    }
    #expect(fingerprint(("a", "1"), ("b", "2")) == fingerprint(("b", "2"), ("a", "1")))
    #expect(fingerprint(("a", "1"), ("b", "2")) != fingerprint(("a", "2"), ("b", "1")))
    #expect(fingerprint(("a", "bc")) != fingerprint(("ab", "c")))
    #expect(fingerprint() == "cbf29ce484222325")
  }

  @Test func `keeps an older one's other variants where they were`() {
    let older = Baseline(
      Bench.run([Bench.trial("a"), Bench.trial("b", rows: 1), Bench.trial("c")]).scenarios[0],
      facts: nil)
    let newer = Baseline(
      Bench.run([Bench.trial("d"), Bench.trial("b", rows: 2)]).scenarios[0], facts: nil)
    let whole = newer.replacing(older)
    #expect(whole.sets.map { $0.trials.map(\.trial.variant) } == [["a", "b", "c", "d"]])
    #expect(whole.sets[0].trials.map { $0.trial.settings[0].value.whole } == [4, 2, 4, 4])
    let pruned = whole.pruned(
      keeping: ["pairs/b", "pairs/d"], of: .quick, variants: ["b", "d"])
    #expect(pruned.baseline.sets[0].trials.map(\.trial.variant) == ["b", "d"])
    #expect(pruned.removed == ["pairs/a", "pairs/c"])
  }

  /// A document of the second format, in which graph counters are kept once for all machines.
  private static func former(
    _ trial: TrialResult, version: Int = 2, machines: [(facts: KeyFacts, bytes: Int)]
  ) throws -> Data {
    func object(_ value: some Encodable) throws -> Any {
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
    }
    func checkpoints(_ readings: [String: Int]) -> [[String: Any]] {
      ["saved", "end"].map { ["name": $0, "readings": readings] }
    }
    let settings: [String: Any] = version < 2 ? ["rows": "4"] : ["rows": 4]
    var record: [String: Any] = [
      "id": trial.id, "variant": trial.variant, "fingerprint": trial.fingerprint,
      "settings": settings,
      "checkpoints": checkpoints(["objects.live": 4, "cycles.broken": 2, "rowcache.hits": 0]),
    ]
    record["store"] = trial.store
    var parts: [[String: Any]] = []
    for machine in machines {
      let part: [String: Any] = [
        "id": trial.id, "checkpoints": checkpoints(["bytes.live": machine.bytes]),
      ]
      parts.append(["facts": try object(machine.facts), "trials": [part]])
    }
    return try JSONSerialization.data(withJSONObject: [
      "schemaVersion": version, "baseline": "pairs", "trials": [record], "machines": parts,
    ])
  }

  /// There a number was a text, and what is varied was in the id alone.
  @Test func `of the first version is still compared`() throws {
    var run = Bench.run([Bench.trial("let go")])
    run.scenarios[0].trials[0].key.axes = [Setting(name: "pool", value: "true")]
    run.scenarios[0].trials[0].key.sizes = [Setting(name: "rows", value: 4)]
    run.scenarios[0].trials[0].key.store = "sqlite"
    let read = try JSONDecoder().decode(
      Baseline.self,
      from: Self.former(
        run.scenarios[0].trials[0], version: 1, machines: [(Bench.facts, 9_007_199_254_740_991)]))
    #expect(read.sets.map { $0.trials.map(\.id) } == [["pairs/let go/pool=true/rows=4/sqlite"]])
    let comparison = Comparison(
      base: RunResult(scenarios: []), head: run, headFacts: ["pairs": Bench.facts],
      accepted: [try #require(read.accepted(for: Bench.facts))])
    #expect(comparison.trials.map(\.standing) == [.compared])
    #expect(comparison.pairs.map(\.verdict) == Array(repeating: .same, count: 8))
  }

  @Test func `of the second version is compared by what gates, and loses no machine`() throws {
    var other = Bench.facts
    other.architecture = "aarch64"
    let data = try Self.former(
      Bench.trial("let go"), machines: [(other, 77), (Bench.facts, 9_007_199_254_740_991)])
    let former = try JSONDecoder().decode(Baseline.self, from: data)
    #expect(former.sets.map(\.facts) == [other, Bench.facts])
    #expect(former.sets.map(\.size) == [nil, nil])
    var run = Bench.run([Bench.trial("let go")])
    run.scenarios[0].gate = Gate([Judgement.Asked(metric: "cycles.broken", checkpoint: "end")])
    let accepted = try #require(former.accepted(for: Bench.facts, size: .full))
    let comparison = Comparison(
      base: RunResult(scenarios: []), head: run, headFacts: ["pairs": Bench.facts],
      accepted: [accepted])
    #expect(
      comparison.pairs.map { "\($0.metric.name)@\($0.checkpoint) \($0.isGated)" } == [
        "objects.live@saved false", "bytes.live@saved false", "objects.live@end false",
        "cycles.broken@end true", "bytes.live@end false",
      ])
    let whole = Baseline(run.scenarios[0], facts: Bench.facts)
      .replacing(former, gate: run.scenarios[0].decidingGate)
    #expect(whole.sets.map(\.facts) == [other, Bench.facts])
    #expect(whole.sets[0].trials[0].trial.reading("bytes.live", at: "end") == 77)
    #expect(whole.sets[0].trials[0].gating == ["end": ["cycles.broken"]])
  }

  @Test func `has a set for each size and kind of machine, and the nearest is taken`() throws {
    var other = Bench.facts
    other.architecture = "aarch64"
    var full = Bench.run([Bench.trial("let go", rows: 400)]).scenarios[0]
    full.size = .full
    let quick = Bench.run([Bench.trial("let go")]).scenarios[0]
    let baseline = [
      Baseline(full, facts: Bench.facts), Baseline(quick, facts: other),
      Baseline(full, facts: other),
    ].reduce(Self.baseline) { $1.replacing($0) }
    #expect(baseline.sets.map(\.size) == [.quick, .full, .quick, .full])
    #expect(
      baseline.sets.map(\.facts) == [Bench.facts, Bench.facts, other, other])
    for (facts, size, place) in [
      (Bench.facts, RunSize.quick, 0), (Bench.facts, .full, 1), (other, .quick, 2),
      (other, .full, 3),
    ] {
      #expect(baseline.accepted(for: facts, size: size)?.set == baseline.sets[place])
      // Accepted again, one set is replaced and the others stay.
      let again = Baseline(size == .quick ? quick : full, facts: facts).replacing(baseline)
      #expect(again == baseline)
    }
    #expect(Self.baseline.accepted(for: Bench.facts, size: .full) == nil)
  }

  @Test func `knows of each trial how it was measured`() throws {
    var newer = Bench.facts
    newer.behavior = "0123"
    var run = Bench.run([Bench.trial("a"), Bench.trial("b")]).scenarios[0]
    run.workload = [Setting(name: "steps", value: "one")]
    let older = Baseline(run, facts: Bench.facts)
    run.trials.removeFirst()
    run.workload = [Setting(name: "steps", value: "two")]
    let whole = try Self.reread(Baseline(run, facts: newer).replacing(older))
    #expect(whole.sets[0].trials.map(\.provenance.facts) == [Bench.facts, newer])
    #expect(whole.sets[0].trials.map { $0.provenance.workload[0].value.plain } == ["one", "two"])
  }

  @Test func `has nothing of a trial that died`() {
    let run = Bench.run([
      Bench.trial("let go"), Bench.trial("refresh", death: Death(cause: .silence)),
    ])
    #expect(
      Baseline(run.scenarios[0], facts: nil).sets[0].trials.map(\.trial.variant) == ["let go"])
  }

  @Test(arguments: [
    ("{", "it is not a faultline result"),
    (#"{"schemaVersion": 1, "scenarios": []}"#, "'baseline' is missing"),
    (#"{"schemaVersion": 9}"#, "its schemaVersion is 9, and this faultline reads up to 3"),
    (
      #"{"schemaVersion": 1, "baseline": "a", "trials": 3, "machines": []}"#,
      "a value has the wrong type in trials"
    ),
  ])
  func `that is damaged is refused with a reason`(text: String, reason: String) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent(
        "faultline-baseline-\(abs(text.utf8.reduce(0) { $0 &* 31 &+ Int($1) })).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    let error = #expect(throws: ResultFileError.self) { try Baseline.read(from: file) }
    #expect(error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
    #expect(error?.file == file.path)
  }
}
