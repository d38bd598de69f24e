// A baseline as a file: a reading a line, the same bytes each time, and clear words for bad files.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

struct `A baseline` {
  private static let baseline = Baseline(
    Bench.run([Bench.trial("let go")]).scenarios[0], facts: Bench.facts, file: "pairs.yaml")

  @Test func `is a document of exact readings and key facts`() {
    expectText(
      Self.baseline.json,
      is: """
        {
          "baseline" : "pairs",
          "file" : "pairs.yaml",
          "machines" : [
            {
              "facts" : {
                "architecture" : "x86_64",
                "build" : "release",
                "jemalloc" : "5.3.0",
                "pageSize" : 4096,
                "sqlite" : "3.40.1",
                "swift" : "6.3"
              },
              "trials" : [
                {
                  "checkpoints" : [
                    {
                      "name" : "saved",
                      "readings" : {
                        "bytes.live" : 9007199254740991
                      }
                    },
                    {
                      "name" : "end",
                      "readings" : {
                        "bytes.live" : 9007199254740991
                      }
                    }
                  ],
                  "id" : "pairs/let go"
                }
              ]
            }
          ],
          "schemaVersion" : 2,
          "trials" : [
            {
              "checkpoints" : [
                {
                  "name" : "saved",
                  "readings" : {
                    "cycles.broken" : 2,
                    "objects.live" : 4,
                    "rowcache.hits" : 0
                  }
                },
                {
                  "name" : "end",
                  "readings" : {
                    "cycles.broken" : 2,
                    "objects.live" : 4,
                    "rowcache.hits" : 0
                  }
                }
              ],
              "fingerprint" : "292092fde79f3a7c",
              "id" : "pairs/let go",
              "settings" : {
                "rows" : 4
              },
              "variant" : "let go"
            }
          ]
        }

        """)
  }

  @Test func `is written the same after it was read, and its run is the same as it`() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("faultline-baseline-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Self.baseline.write(to: file)
    let read = try Baseline.read(from: file)
    expectText(read.json, is: Self.baseline.json)
    let comparison = Comparison(
      base: RunResult(scenarios: [read.result(for: Bench.facts).result]),
      head: Bench.run([Bench.trial("let go")]),
      baseFacts: ["pairs": try #require(read.machines[0].facts)], headFacts: ["pairs": Bench.facts])
    #expect(comparison.pairs.map(\.verdict) == Array(repeating: .same, count: 8))
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
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("faultline-axes-\(UInt64.random(in: .min ... .max))")
    defer { try? FileManager.default.removeItem(at: file) }
    try written.write(to: file)
    let read = try Baseline.read(from: file)
    #expect(read.trials.map(\.key) == [key])
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

  @Test func `keeps an older one's other variants where they stood`() {
    let older = Baseline(
      Bench.run([Bench.trial("a"), Bench.trial("b", rows: 1), Bench.trial("c")]).scenarios[0],
      facts: nil)
    let newer = Baseline(
      Bench.run([Bench.trial("d"), Bench.trial("b", rows: 2)]).scenarios[0], facts: nil)
    let whole = newer.replacing(older, isPartial: true)
    #expect(whole.trials.map(\.variant) == ["a", "b", "c", "d"])
    #expect(whole.trials.map(\.settings[0].value.whole) == [4, 2, 4, 4])
    #expect(
      whole.machines.map { $0.checkpoints.keys.sorted() } == [
        ["pairs/a", "pairs/b", "pairs/c", "pairs/d"]
      ])
    #expect(newer.replacing(older, isPartial: false).trials.map(\.variant) == ["d", "b"])
  }

  /// There a number was a text, and what is varied stood in the id alone.
  @Test func `of the first version is still compared`() throws {
    var run = Bench.run([Bench.trial("let go")])
    run.scenarios[0].trials[0].key.axes = [Setting(name: "pool", value: "true")]
    run.scenarios[0].trials[0].key.sizes = [Setting(name: "rows", value: 4)]
    run.scenarios[0].trials[0].key.store = "sqlite"
    let baseline = Baseline(run.scenarios[0], facts: Bench.facts)
    var old = try #require(
      JSONSerialization.jsonObject(with: Data(baseline.json.utf8)) as? [String: Any])
    var trials = try #require(old["trials"] as? [[String: Any]])
    #expect(trials[0]["axes"] != nil && trials[0]["sizes"] != nil)
    trials[0]["axes"] = nil
    trials[0]["sizes"] = nil
    trials[0]["settings"] = ["rows": "4"]
    old["trials"] = trials
    old["schemaVersion"] = 1
    let read = try JSONDecoder().decode(
      Baseline.self, from: JSONSerialization.data(withJSONObject: old))
    #expect(read.trials[0].id == "pairs/let go/pool=true/rows=4/sqlite")
    let base = RunResult(scenarios: [read.result(for: Bench.facts).result])
    #expect(Comparison(base: base, head: run).trials.map(\.standing) == [.compared])
  }

  @Test func `has several machines side by side, each compared with its own`() throws {
    var other = Bench.facts
    other.jemalloc = "5.2.1"
    var there = Bench.run([Bench.trial("let go")])
    there.scenarios[0].trials[0].samples[0].checkpoints[1].readings[3].quantity = 77
    let both = Baseline(there.scenarios[0], facts: other)
      .replacing(Self.baseline, isPartial: false)
    #expect(both.machines.map(\.facts) == [Bench.facts, other])
    for (facts, bytes) in [(Bench.facts, 9_007_199_254_740_991 as Quantity), (other, 77)] {
      let (result, machine) = both.result(for: facts)
      #expect(machine == facts)
      #expect(result.trials[0].reading("bytes.live", at: "end") == bytes)
      #expect(result.trials[0].reading("objects.live", at: "end") == 4)
    }
    // Accepted again, a machine's part is replaced and the other's stays.
    let again = Self.baseline.replacing(both, isPartial: false)
    #expect(again.machines.map(\.facts) == [Bench.facts, other])
    #expect(again.machines[1] == both.machines[1])
  }

  @Test func `names the nearest machine where there is none like this`() {
    var near = Bench.facts
    near.sqlite = "3.45.0"
    var far = near
    far.architecture = "aarch64"
    var baseline = Self.baseline
    baseline.machines = [far, near].map { facts in
      Baseline.MachinePart(facts: facts, checkpoints: ["pairs/let go": []])
    }
    #expect(baseline.result(for: Bench.facts).facts == near)
    #expect(baseline.result(for: far).facts == far)
  }

  @Test func `drops what other machines read of work that changed`() {
    var other = Bench.facts
    other.pageSize = 65_536
    let older = Baseline(
      Bench.run([Bench.trial("a"), Bench.trial("b")]).scenarios[0], facts: other)
    let newer = Bench.run([Bench.trial("a"), Bench.trial("b", rows: 9)]).scenarios[0]
    let whole = Baseline(newer, facts: Bench.facts).replacing(older, isPartial: false)
    #expect(
      whole.machines.map { $0.checkpoints.keys.sorted() } == [["pairs/a"], ["pairs/a", "pairs/b"]])
    var stranger = newer
    stranger.workload = [Setting(name: "steps", value: "others")]
    #expect(
      Baseline(stranger, facts: Bench.facts).replacing(older, isPartial: true).machines.count == 1)
  }

  @Test func `has nothing of a trial that died`() {
    let run = Bench.run([
      Bench.trial("let go"), Bench.trial("refresh", death: Death(cause: .silence)),
    ])
    #expect(Baseline(run.scenarios[0], facts: nil).trials.map(\.variant) == ["let go"])
  }

  @Test(arguments: [
    ("{", "it is not a faultline result"),
    (#"{"schemaVersion": 1, "scenarios": []}"#, "'baseline' is missing"),
    (#"{"schemaVersion": 9}"#, "its schemaVersion is 9, and this faultline reads up to 2"),
    (
      #"{"schemaVersion": 1, "baseline": "a", "trials": 3, "machines": []}"#,
      "a value has the wrong type in trials"
    ),
    (
      baseline.json.replacing("\"rows\" : 4", with: "\"rows\" : 5"),
      "the fingerprint of 'pairs/let go' does not belong to its settings in trials"
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
