// The comparator against itself: known numbers in, known verdicts out, and a planted unit is found
// where it was planted and nowhere else.

import FaultlineAnalysis
import FaultlineMeasures
import Testing

/// A made-up run: two variants, two checkpoints, a metric of every kind.
enum Bench {
  static let metrics = [
    metric("objects.live", .less), metric("cycles.broken", .more),
    metric("rowcache.hits", .neutral),
    metric("bytes.live", .less, .heap, .bytes), metric("time.wall", .less, .time, .nanoseconds),
  ]

  static let facts = KeyFacts(
    architecture: "x86_64", build: "release", jemalloc: "5.3.0", pageSize: 4096, sqlite: "3.40.1",
    swift: "6.3")

  /// A gate of everything that is read.
  static let gate = Gate(metrics.map { Judgement.Asked(metric: $0.name, checkpoint: nil) })

  static func run(_ trials: [TrialResult] = [trial("let go"), trial("refresh")]) -> RunResult {
    var scenario = ScenarioResult(
      name: "pairs", title: "Pairs", file: "pairs.yaml", reference: "let go", repeats: 2,
      metrics: metrics, columns: [], trials: trials, judgements: [])
    scenario.gate = gate
    return RunResult(scenarios: [scenario])
  }

  static func trial(_ variant: String, rows: Int = 4, death: Death? = nil) -> TrialResult {
    let samples = (1...2).map { pass in
      Sample(
        pass: pass,
        checkpoints: ["saved", "end"].map { name in
          Checkpoint(
            name: name,
            readings: [
              Reading(metric: "objects.live", quantity: 4),
              Reading(metric: "cycles.broken", quantity: 2),
              Reading(metric: "rowcache.hits", quantity: 0),
              Reading(metric: "bytes.live", quantity: 9_007_199_254_740_991),
              Reading(metric: "time.wall", quantity: .integer(pass)),
            ])
        })
    }
    return TrialResult(
      TrialKey(scenario: "pairs", variant: variant),
      settings: [Setting(name: "rows", value: rows)], samples: samples, death: death)
  }

  private static func metric(
    _ name: String, _ polarity: Metric.Polarity, _ group: Metric.Group = .objects,
    _ scale: Metric.Scale = .count
  ) -> Metric {
    Metric(
      name: name, group: group, scale: scale, polarity: polarity,
      exactness: group == .time ? .informative : .exact, meaning: "")
  }
}

extension RunResult {
  /// A copy in which one reading of the first pass is another.
  fileprivate func changing(
    trial: Int, checkpoint: Int, reading: Int, by amount: Int
  ) -> RunResult {
    var copy = self
    let old = copy.scenarios[0].trials[trial].samples[0].checkpoints[checkpoint].readings[reading]
    guard case .integer(let value) = old.quantity else { return copy }
    copy.scenarios[0].trials[trial].samples[0].checkpoints[checkpoint].readings[reading].quantity =
      .integer(value + amount)
    return copy
  }
}

struct `A comparison` {
  @Test func `of a result with itself is the same everywhere`() {
    let run = Bench.run()
    let comparison = Comparison(base: run, head: run)
    #expect(comparison.trials.map(\.standing) == [.compared, .compared])
    // Two variants, two checkpoints, four exact metrics.
    #expect(comparison.pairs.map(\.verdict) == Array(repeating: .same, count: 16))
    #expect(!comparison.isAnythingDifferent)
    #expect(comparison.status(strict: true) == .held)
  }

  /// Each place is changed by one unit in each direction: 32 plants, 32 single finds.
  @Test(arguments: [1, -1])
  func `finds each planted unit, in its place and direction, and nothing else`(amount: Int) {
    let run = Bench.run()
    let up: [Comparison.Pair.Verdict] = [.worse, .better, .changed, .worse]
    let down: [Comparison.Pair.Verdict] = [.better, .worse, .changed, .better]
    for trial in 0...1 {
      for checkpoint in 0...1 {
        for reading in 0...3 {
          let other = run.changing(
            trial: trial, checkpoint: checkpoint, reading: reading, by: amount)
          let comparison = Comparison(base: run, head: other)
          let found = comparison.pairs.filter { $0.verdict != .same }
          #expect(comparison.pairs.count == 16)
          #expect(found.map(\.trial) == [["pairs/let go", "pairs/refresh"][trial]])
          #expect(found.map(\.checkpoint) == [["saved", "end"][checkpoint]])
          #expect(found.map(\.metric.name) == [Bench.metrics[reading].name])
          #expect(found.map(\.verdict) == [(amount > 0 ? up : down)[reading]])
          let difference = found.first?.head.flatMap { head in
            found.first?.base.map { head.subtracting($0) }
          }
          #expect(difference == .integer(amount))
        }
      }
    }
  }

  @Test func `takes no notice of what only informs`() {
    let run = Bench.run()
    let slower = run.changing(trial: 0, checkpoint: 0, reading: 4, by: 1_000_000)
    #expect(!Comparison(base: run, head: slower).isAnythingDifferent)
    #expect(Comparison(base: run, head: slower).pairs.count == 16)
  }

  @Test(arguments: [
    (0, 5, Metric.Polarity.less, Comparison.Pair.Verdict.worse),
    (0, 5, .more, .better), (0, 5, .neutral, .changed), (5, 0, .less, .better),
    (0, 0, .less, .same),
  ])
  func `gives a base of nothing a verdict like any other`(
    base: Int, head: Int, polarity: Metric.Polarity, verdict: Comparison.Pair.Verdict
  ) {
    #expect(
      Comparison.Pair.Verdict(from: .integer(base), to: .integer(head), polarity) == verdict)
  }

  @Test func `reports readings that only one side has`() {
    let run = Bench.run()
    var other = run
    other.scenarios[0].trials[0].samples[0].checkpoints[0].readings.remove(at: 1)
    other.scenarios[0].trials[1].samples[0].checkpoints[1].name = "closed"
    let comparison = Comparison(base: run, head: other)
    #expect(
      comparison.pairs(.gone).map { "\($0.trial) \($0.metric.name)@\($0.checkpoint)" } == [
        "pairs/let go cycles.broken@saved", "pairs/refresh objects.live@end",
        "pairs/refresh cycles.broken@end", "pairs/refresh rowcache.hits@end",
        "pairs/refresh bytes.live@end",
      ])
    #expect(comparison.pairs(.new).map(\.checkpoint) == Array(repeating: "closed", count: 4))
    #expect(comparison.pairs(.same).count == 11)
    #expect(comparison.status(strict: false) == .held)
    #expect(comparison.status(strict: true) == .broken)
  }

  @Test func `reports variants that only one side has`() {
    let base = Bench.run([Bench.trial("let go"), Bench.trial("reset")])
    let comparison = Comparison(base: base, head: Bench.run())
    #expect(comparison.trials.map(\.id) == ["pairs/let go", "pairs/refresh", "pairs/reset"])
    #expect(comparison.trials.map(\.standing) == [.compared, .new, .gone])
    #expect(comparison.status(strict: false) == .held)
    #expect(comparison.status(strict: true) == .broken)
  }

  @Test func `of other work has its numbers, marked, and fails until they are accepted`() {
    let base = Bench.run([Bench.trial("let go", rows: 4)])
    var head = Bench.run([Bench.trial("let go", rows: 400)])
    head.scenarios[0].trials[0].samples[0].checkpoints[0].readings[0].quantity = 400
    let comparison = Comparison(base: base, head: head)
    #expect(comparison.trials.map(\.standing) == [.workloadChanged])
    #expect(comparison.trials.map(\.reasons) == [["rows was 4 and is 400"]])
    #expect(comparison.pairs(.worse).map(\.head) == [400])
    #expect(comparison.pairs.map(\.isOtherWork) == Array(repeating: true, count: 8))
    #expect(comparison.status(strict: false) == .broken)
    for excused in [AcrossChanges.warn, .allow] {
      #expect(comparison.status(strict: false, acrossChanges: excused) == .held)
      #expect(comparison.status(strict: true, acrossChanges: excused) == .broken)
      #expect(excused.shows(comparison.pairs(.worse)[0]) == (excused == .warn))
    }
  }

  @Test func `of a run whose expectations broke is broken, whatever its numbers`() {
    var head = Bench.run()
    let comparison = Comparison(base: head, head: head)
    #expect(comparison.status(of: head, strict: false) == .held)
    head.scenarios[0].judgements = [
      Judgement(
        that: "objects.live == 0", place: SourcePlace(file: "pairs.yaml", line: 1, column: 1),
        outcome: .broken, detail: "it was 4")
    ]
    #expect(comparison.status(of: head, strict: false) == .broken)
    head.scenarios[0].trials[0].death = Death(cause: .signal(9))
    #expect(comparison.status(of: head, strict: false) == .died)
  }

  /// Worst first: what the table shows, then what grew most in proportion, and of a metric one line.
  @Test func `lists columns first, then the largest, and each metric once`() {
    let base = Bench.run([Bench.trial("let go"), Bench.trial("refresh")])
    var head = base
    func set(_ trial: Int, _ checkpoint: Int, _ reading: Int, _ quantity: Quantity) {
      head.scenarios[0].trials[trial].samples[0].checkpoints[checkpoint].readings[reading]
        .quantity = quantity
    }
    set(0, 0, 0, 5)
    set(0, 1, 0, 8)
    set(0, 1, 1, 1)
    set(1, 0, 0, 400)
    set(1, 1, 3, 9_007_199_254_740_994)
    func lines(_ columns: [Column]) -> [String] {
      head.scenarios[0].columns = columns
      return Comparison(base: base, head: head).groups([.worse]).map { group in
        "\(group.first.trial) \(group.first.metric.name)@\(group.first.checkpoint) "
          + "\(group.pairs.count)\(group.column.map { " column \($0)" } ?? "")"
      }
    }
    #expect(
      lines([]) == [
        "pairs/refresh objects.live@saved 1", "pairs/let go objects.live@end 2",
        "pairs/let go cycles.broken@end 1", "pairs/refresh bytes.live@end 1",
      ])
    let columns = [
      Column(title: "bytes", metric: "bytes.live", checkpoint: "end"),
      Column(title: "live", metric: "objects.live", checkpoint: "saved"),
    ]
    #expect(
      lines(columns) == [
        "pairs/refresh bytes.live@end 1 column 0", "pairs/refresh objects.live@saved 1 column 1",
        "pairs/let go objects.live@saved 2 column 1", "pairs/let go cycles.broken@end 1",
      ])
  }

  @Test func `of a trial that died is none, whichever side it died on`() {
    let dead = Bench.run([Bench.trial("let go", death: Death(cause: .signal(11)))])
    let alive = Bench.run([Bench.trial("let go")])
    let after = Comparison(base: alive, head: dead)
    #expect(
      after.trials.map(\.reasons) == [["it was killed by signal 11 (segmentation fault)"]])
    let before = Comparison(base: dead, head: alive)
    #expect(
      before.trials.map(\.reasons) == [["before, it was killed by signal 11 (segmentation fault)"]])
    #expect(after.trials.map(\.standing) == [.died])
    #expect(before.trials.map(\.standing) == [.died])
  }

  @Test func `strictly, fails where one side of a trial has died or read nothing`() {
    let whole = Bench.run()
    var unread = Bench.run()
    unread.scenarios[0].trials[1].samples = []
    let dead = Bench.run([
      Bench.trial("let go"), Bench.trial("refresh", death: Death(cause: .signal(11))),
    ])
    for part in [unread, dead] {
      for comparison in [Comparison(base: whole, head: part), Comparison(base: part, head: whole)] {
        #expect(comparison.status(strict: false) == .held)
        #expect(comparison.status(strict: true) == .broken)
      }
    }
  }

  @Test func `of an empty run has nothing to say`() {
    let nothing = RunResult(scenarios: [])
    #expect(Comparison(base: nothing, head: nothing).status(strict: true) == .nothingCompared)
    #expect(Comparison(base: Bench.run(), head: nothing).trials.map(\.standing) == [.gone, .gone])
    #expect(Comparison(base: nothing, head: Bench.run()).trials.map(\.standing) == [.new, .new])
  }
}

struct `On another machine` {
  private func compare(
    _ base: KeyFacts?, _ head: KeyFacts?, exchanged: Bool = false
  ) -> Comparison {
    let run = Bench.run([Bench.trial("let go")])
    var other = run
    for checkpoint in 0...1 {
      for reading in [0, 3] {
        other.scenarios[0].trials[0].samples[0].checkpoints[checkpoint].readings[reading]
          .quantity = 9
      }
    }
    return Comparison(
      base: exchanged ? other : run, head: exchanged ? run : other,
      baseFacts: base.map { ["pairs": $0] } ?? [:],
      headFacts: head.map { ["pairs": $0] } ?? [:])
  }

  @Test func `heap readings are compared coarsely, and counters of the graph to the unit`() {
    var other = Bench.facts
    other.jemalloc = "5.2.1"
    other.pageSize = 16_384
    other.swift = nil
    let comparison = compare(Bench.facts, other)
    #expect(
      comparison.pairs.filter(\.isCoarse).map(\.metric.name) == ["bytes.live", "bytes.live"])
    #expect(comparison.pairs(.worse).map(\.metric.name) == ["objects.live", "objects.live"])
    // A peak 52 times as large is worse on any machine.
    let back = compare(Bench.facts, other, exchanged: true)
    #expect(back.pairs(.worse).map(\.metric.name) == ["bytes.live", "bytes.live"])
    #expect(
      comparison.trials[0].reasons == [
        "jemalloc was 5.3.0 and is 5.2.1", "the page size was 4096 and is 16384",
        "Swift was 6.3 and is not known",
      ])
    #expect(!comparison.isMachineUnknown)
  }

  @Test func `that is the same, all is compared`() {
    let comparison = compare(Bench.facts, Bench.facts)
    #expect(comparison.pairs.filter(\.isCoarse) == [])
    #expect(comparison.pairs(.better).map(\.metric.name) == ["bytes.live", "bytes.live"])
  }

  @Test func `that one side does not name, heap readings are compared coarsely`() {
    #expect(
      compare(nil, Bench.facts).trials[0].reasons
        == ["the base does not say where it was measured"])
    #expect(
      compare(Bench.facts, nil).trials[0].reasons
        == ["the new result does not say where it was measured"])
    #expect(compare(nil, Bench.facts).pairs.count { $0.isCoarse } == 2)
    #expect(compare(nil, Bench.facts).status(strict: true) == .broken)
  }

  @Test func `that neither side names, all is compared and the failureReason is reported`() {
    #expect(compare(nil, nil).isMachineUnknown)
    #expect(compare(nil, nil).pairs.filter(\.isCoarse) == [])
  }

  @Test func `bytes and SQLite's counters hang on it, other counters do not`() {
    func depends(_ name: String, _ group: Metric.Group, _ scale: Metric.Scale) -> Bool {
      Metric(
        name: name, group: group, scale: scale, polarity: .less, exactness: .exact, meaning: ""
      ).dependsOnMachine
    }
    #expect(depends("alloc.count", .heap, .count))
    #expect(depends("leaked.bytes", .end, .bytes))
    #expect(depends("sql.statements", .store, .count))
    #expect(depends("wal.bytes", .store, .bytes))
    #expect(!depends("store.roundtrips", .store, .count))
    #expect(!depends("leaked.objects", .end, .count))
  }
}
