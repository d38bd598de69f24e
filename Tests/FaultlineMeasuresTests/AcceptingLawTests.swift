// Accepting loses nothing, over random scenarios, subsets and machines: what was not run stays to the byte.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

/// Random results of one scenario.
struct RandomRuns {
  var random: SplitMix64
  private let variants: [String]
  private let stores: [String?]
  private let axes: [[Setting]]
  private let hasParts: Bool

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    variants = (0...Int.random(in: 0...3, using: &random)).map { "variant \($0)" }
    stores = Bool.random(using: &random) ? [nil] : ["memory", "sqlite"]
    axes =
      Bool.random(using: &random)
      ? [[]] : ["true", "false"].map { [Setting(name: "pool", value: $0)] }
    hasParts = Bool.random(using: &random)
  }

  static let machines = [
    KeyFacts(architecture: "x86_64", pageSize: 4_096, faultline: "0.1.0", behavior: "01"),
    KeyFacts(architecture: "aarch64", pageSize: 16_384, faultline: "0.1.0", behavior: "02"),
  ]

  private static let metrics = [
    ("objects.live", Metric.Group.objects, Metric.Scale.count), ("leaked.objects", .end, .count),
    ("store.roundtrips", .store, .count), ("bytes.live", .heap, .bytes),
    ("bytes.peak", .heap, .bytes), ("bytes.objects", .heap, .bytes), ("bytes.undo", .heap, .bytes),
    ("alloc.count", .heap, .count), ("bytes.script", .heap, .bytes), ("free.count", .heap, .count),
    ("sql.statements", .store, .count),
  ].map { name, group, scale in
    Metric(
      name: name, group: group, scale: scale, polarity: .less, exactness: .exact, meaning: "")
  }

  /// A result of some of the trials, with numbers of its own.
  mutating func result(_ size: RunSize, keeping isWanted: (TrialKey) -> Bool = { _ in true })
    -> ScenarioResult
  {
    let rows = size == .quick ? 50 : 5_000
    var trials: [TrialResult] = []
    for variant in variants {
      for axis in axes {
        for store in stores {
          let key = TrialKey(
            scenario: "random", variant: variant, axes: axis,
            sizes: [Setting(name: "rows", value: rows)], store: store)
          guard isWanted(key) else { continue }
          trials.append(
            TrialResult(
              key, settings: [Setting(name: "rows", value: rows)], samples: [sample()]))
        }
      }
    }
    var result = ScenarioResult(
      name: "random", title: "", file: "random.yaml", reference: variants[0], repeats: 1,
      metrics: Self.metrics,
      columns: hasParts ? [Column(title: "live", metric: "bytes.live", checkpoint: "end")] : [],
      trials: trials, judgements: [],
      // In the order of a run, which no document has.
      workload: ["steps", "data", "behaves", "model"].map {
        Setting(name: $0, value: "\(Int.random(in: 0...3, using: &random))")
      }, behaves: "guides")
    result.size = size
    if hasParts {
      result.parts = [
        ScenarioPart(kind: .step, name: "save", text: "01", line: 3),
        ScenarioPart(
          kind: .expectation, name: "expect",
          text: "objects.live@end <= \(Int.random(in: 0...9, using: &random))", line: 4),
      ]
    }
    return result
  }

  private mutating func sample() -> Sample {
    let checkpoints = ["saved", "end"].map { name in
      Checkpoint(
        name: name,
        readings: Self.metrics.map {
          Reading(metric: $0.name, quantity: .integer(Int.random(in: 0...9_999, using: &random)))
        })
    }
    return Sample(pass: 1, checkpoints: checkpoints)
  }

  mutating func flip() -> Bool { Bool.random(using: &random) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
}

struct `Accepting a part` {
  /// The measurements of each trial as bytes of the document, by size, machine and id.
  static func measurements(_ baseline: Baseline) throws -> [String: Data] {
    let document = try JSONSerialization.jsonObject(with: Data(baseline.json.utf8))
    let sets = try #require((document as? [String: Any])?["sets"] as? [[String: Any]])
    var found: [String: Data] = [:]
    for set in sets {
      for trial in try #require(set["trials"] as? [[String: Any]]) {
        let measured = try #require((trial["measured"] ?? set["measured"]) as? [String: Any])
        let facts = try #require(measured["facts"] as? [String: Any])
        let key = "\(set["size"] ?? "") \(facts["architecture"] ?? "") \(trial["id"] ?? "")"
        #expect(found[key] == nil, "\(key) is there twice")
        found[key] = try JSONSerialization.data(
          withJSONObject: [trial["checkpoints"], trial["settings"], measured], options: .sortedKeys)
      }
    }
    return found
  }

  @Test(arguments: 0..<Effort.laws) func `leaves every measurement outside of it as it was`(
    seed: UInt64
  ) throws {
    var runs = RandomRuns(seed: seed)
    var baseline: Baseline?
    for machine in RandomRuns.machines {
      for size in RunSize.allCases where runs.flip() || baseline == nil {
        let new = Baseline(runs.result(size), facts: machine, file: "random.yaml")
        baseline = baseline.map { new.replacing($0) } ?? new
      }
    }
    let before = try #require(baseline)
    var random = SplitMix64(seed: ~seed)
    let size = RunSize.allCases[Int.random(in: 0...1, using: &random)]
    let machine = RandomRuns.machines[Int.random(in: 0...1, using: &random)]
    let part = runs.result(size) { _ in Bool.random(using: &random) }
    let new = Baseline(part, facts: machine, file: "random.yaml")
    // As a command does it: the older one is read from its file.
    let read = try JSONDecoder().decode(Baseline.self, from: Data(before.json.utf8))
    let after = new.replacing(read, gate: part.decidingGate)
    let (old, now, own) = try (
      Self.measurements(before), Self.measurements(after), Self.measurements(new)
    )
    for (key, data) in old where own[key] == nil { #expect(now[key] == data, "\(key)") }
    for (key, data) in own { #expect(now[key] == data, "\(key)") }
    #expect(Set(now.keys) == Set(old.keys).union(own.keys))
    let again = try JSONDecoder().decode(Baseline.self, from: Data(after.json.utf8))
    #expect(again == after)
    #expect(again.json == after.json)
  }

  @Test(arguments: 0..<Effort.laws)
  func `the owners of a gated total sum to it, and their gains to its gain`(
    seed: UInt64
  ) throws {
    var runs = RandomRuns(seed: seed)
    let (before, after) = (runs.result(.quick), runs.result(.quick))
    let baseline = Baseline(before, facts: RandomRuns.machines[0])
    for accepted in baseline.sets[0].trials {
      for total in accepted.owners {
        #expect(
          Quantity.integer(total.total)
            == accepted.trial.reading(total.metric, at: total.checkpoint))
      }
    }
    let comparison = Comparison(
      base: RunResult(scenarios: []), head: RunResult(scenarios: [after]),
      headFacts: ["random": RandomRuns.machines[0]],
      accepted: [try #require(baseline.accepted(for: RandomRuns.machines[0]))])
    for trial in comparison.trials {
      guard let gains = trial.owners else { continue }
      #expect(gains.owners.reduce(0) { $0 + $1.change } == gains.whole.change)
    }
  }
}

struct `A broken baseline` {
  private static func fault(_ text: String) -> BaselineFault? {
    do throws(BaselineFault) {
      _ = try Baseline.read(from: Data(text.utf8), of: "random")
      return nil
    } catch {
      return error
    }
  }

  private static func lines(of seed: UInt64) -> [String] {
    var runs = RandomRuns(seed: seed)
    return Baseline(runs.result(.quick), facts: RandomRuns.machines[0]).json
      .components(separatedBy: "\n")
  }

  @Test(arguments: 0..<Effort.laws) func `is found with its line, whatever is wrong with it`(
    seed: UInt64
  ) throws {
    var lines = Self.lines(of: seed)
    #expect(Self.fault(lines.joined(separator: "\n")) == nil)
    var random = SplitMix64(seed: seed)
    switch seed % 4 {
    case 0:
      let place = Int.random(in: 1..<lines.count - 1, using: &random)
      lines.insert("<<<<<<< HEAD", at: place)
      let fault = Self.fault(lines.joined(separator: "\n"))
      #expect(fault?.kind == .conflict && fault?.line == place + 1)
    case 1:
      let count = Int.random(in: 1..<lines.count - 1, using: &random)
      let fault = Self.fault(lines.prefix(count).joined(separator: "\n"))
      #expect(fault?.kind == .damaged)
      #expect(fault?.line == count, "\(fault.debugDescription)")
    case 2:
      let gates = lines.indices.filter { lines[$0].contains("\"gates\"") }
      let place = try #require(gates.randomElement(using: &random))
      let number = try #require(lines[place].range(of: " : ", options: .backwards))
      lines[place].replaceSubrange(number, with: " : -1")
      let fault = Self.fault(lines.joined(separator: "\n"))
      #expect(fault?.kind == .impossible && fault?.line == place + 1, "\(lines[place])")
    default:
      let place = try #require(lines.firstIndex { $0.contains("\"schemaVersion\"") })
      lines[place] = lines[place].replacing("3", with: "9")
      let fault = Self.fault(lines.joined(separator: "\n"))
      #expect(fault?.kind == .newer && fault?.line == place + 1)
    }
  }

  @Test(arguments: [
    ("", BaselineFault.Kind.damaged, "it is empty"), ("[]", .foreign, "it is no baseline"),
    ("{}", .foreign, "it is no baseline"), ("null", .foreign, "it is no baseline"),
    (
      #"{"schemaVersion": 3, "baseline": "other", "sets": []}"#, .foreign,
      "it is of the scenario 'other'"
    ),
    (#"{"schemaVersion": 3, "baseline": "random"}"#, .damaged, "'sets' is missing"),
    (
      #"{"schemaVersion": 3, "baseline": "random", "sets": 3}"#, .impossible,
      "a value has the wrong type"
    ),
  ])
  func `says what it is instead`(text: String, kind: BaselineFault.Kind, reason: String) {
    #expect(Self.fault(text)?.kind == kind)
    #expect(Self.fault(text)?.reason == reason)
  }

  @Test func `has counts that are whole, of metrics that there are`() throws {
    let text = Self.lines(of: 1).joined(separator: "\n")
    var runs = RandomRuns(seed: 1)
    let metrics = runs.result(.quick).metrics
    func fault(_ text: String) -> BaselineFault? {
      do throws(BaselineFault) {
        _ = try Baseline.read(from: Data(text.utf8), of: "random") { name in
          metrics.first { $0.name == name }
        }
        return nil
      } catch {
        return error
      }
    }
    #expect(fault(text) == nil)
    let half = text.replacing(
      try Regex(#""objects.live" : [0-9]+"#), with: "\"objects.live\" : 24.5", maxReplacements: 1)
    #expect(fault(half)?.reason == "objects.live is 24.5, and it is counted in whole numbers")
    let unknown = text.replacing("objects.live", with: "objects.lively", maxReplacements: 1)
    #expect(fault(unknown)?.reason == "there is no metric 'objects.lively'")
  }
}

struct `The gate` {
  /// The head's numbers move at random; some metrics gate and some do not.
  @Test(arguments: 0..<Effort.laws) func `decides by what gates alone`(seed: UInt64) throws {
    var runs = RandomRuns(seed: seed)
    let base = runs.result(.quick)
    var head = base
    var random = SplitMix64(seed: ~seed)
    let names = base.metrics.map(\.name)
    head.gate = Gate(
      names.filter { _ in Bool.random(using: &random) }.map {
        Judgement.Asked(metric: $0, checkpoint: Bool.random(using: &random) ? nil : "end")
      })
    let gate = head.decidingGate
    var isWorse = false
    for trial in head.trials.indices {
      for checkpoint in 0...1 {
        for reading in names.indices where Int.random(in: 0...9, using: &random) == 0 {
          let place = head.trials[trial].samples[0].checkpoints[checkpoint]
          let delta = Bool.random(using: &random) ? 1 : -1
          head.trials[trial].samples[0].checkpoints[checkpoint].readings[reading].quantity =
            .integer(Int(place.readings[reading].quantity.double) + delta)
          if delta > 0, gate.contains(names[reading], at: place.name) { isWorse = true }
        }
      }
    }
    var accepted = base
    accepted.gate = gate
    let facts = RandomRuns.machines[0]
    let comparison = Comparison(
      base: RunResult(scenarios: []), head: RunResult(scenarios: [head]),
      headFacts: ["random": facts],
      accepted: [try #require(Baseline(accepted, facts: facts).accepted(for: facts))])
    #expect((comparison.status(strict: false) == .broken) == isWorse)
    #expect(
      comparison.pairs.allSatisfy { $0.isGated == gate.contains($0.metric.name, at: $0.checkpoint) }
    )
    // Nothing else than what gates and four totals is looked at.
    let kept = Set(gate.measurements.map(\.metric)).union(Gate.informing)
    #expect(Set(comparison.pairs.map(\.metric.name)).isSubset(of: kept))
  }

  @Test(arguments: 0..<Effort.laws)
  func `is coarse for heap and SQLite elsewhere, and exact for the graph`(
    seed: UInt64
  ) throws {
    var runs = RandomRuns(seed: seed)
    var (base, head) = (runs.result(.quick), runs.result(.quick))
    let all = Gate(base.metrics.map { Judgement.Asked(metric: $0.name, checkpoint: nil) })
    (base.gate, head.gate) = (all, all)
    let tolerance = Double(runs.number(0...200)) / 100
    if runs.flip() { head.tolerances = [Tolerance(metrics: "bytes.*", relative: tolerance)] }
    var elsewhere = RandomRuns.machines[0]
    if runs.flip() { elsewhere.behavior = "03" } else { elsewhere = RandomRuns.machines[1] }
    let comparison = Comparison(
      base: RunResult(scenarios: []), head: RunResult(scenarios: [head]),
      headFacts: ["random": elsewhere],
      accepted: [
        try #require(
          Baseline(base, facts: RandomRuns.machines[0]).accepted(for: elsewhere))
      ])
    for pair in comparison.pairs {
      let (old, new) = (try #require(pair.base).double, try #require(pair.head).double)
      let isWorse = pair.isGated && pair.verdict == .worse
      guard pair.metric.dependsOnMachine else {
        #expect(isWorse == (new > old))
        continue
      }
      let own = head.tolerances.isEmpty || pair.metric.family != .bytes ? 0 : tolerance
      #expect(isWorse == (new > old * max(1.25, 1 + own)), "\(pair)")
    }
  }
}
