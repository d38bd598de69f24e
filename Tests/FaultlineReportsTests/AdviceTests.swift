// Recommendation and what grew: the numbers behind the advice, and the price of it.

import FaultlineAnalysis
import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import FaultlineReports
import FaultlineTestSupport
import Testing

struct `Advice` {
  private func page(_ result: ScenarioResult, _ title: String) -> String {
    let blocks = ReportBuilder().report(result).blocks.filter { block in
      switch block {
      case .list(let list): list.title.hasPrefix(title)
      case .table(let table): table.title.hasPrefix(title)
      case .more(let more): more.title.hasPrefix(title)
      default: false
      }
    }
    guard !blocks.isEmpty else { return "nothing\n" }
    var report = Report(blocks: blocks, result: RunResult(scenarios: [result]))
    report.showsAll = true
    return TerminalFormat().render(report)
  }

  @Test func `names what no other beats, with its price, and why the rest is not to be taken`() {
    expectText(
      page(Loops.result, "Recommendation"),
      is: """
        Recommendation
          no-undo: has the least memory: 64.5 KiB at the peak (-81.4 %), 60 statements
            (=)
            price: undo = 0 instead of 1000
          scrub: has the least statements: 67.3 KiB at the peak (-80.5 %), 50 statements
            (-16.7 %)
            price: undo = 10 instead of 1000
          careless: is not to be chosen: it leaves 64 B behind
          in a build: 2 passes agree to the last unit, so a baseline needs no tolerance
          to learn: hold careless beside default: 1 against 0 objects are left at the
            end (U1 U5)

        """)
  }

  /// What costs the least by a rule that does not hold helps nobody.
  @Test func `never recommends to switch a rule off`() {
    var result = Loops.result
    for rule in RuleSwitch.allCases {
      result.trials = Loops.result.trials.prefix(2).map { trial in
        var trial = trial
        if trial.variant == "no-undo" {
          trial.settings = [Setting(name: rule.rawValue, value: "false")]
        }
        return trial
      }
      #expect(
        page(result, "Recommendation").contains(
          "no-undo: is not to be chosen: it switches off a rule, which no app can"))
    }
  }

  /// A side is a description of the framework, and no setting of an app.
  @Test func `never recommends another side than that of the reference`() {
    var result = Loops.result
    result.trials = result.trials.prefix(2).map { trial in
      var trial = trial
      if trial.variant == "no-undo" {
        trial.settings.append(Setting(name: "behaves", value: "core-data"))
      }
      return trial
    }
    #expect(
      page(result, "Recommendation").replacing("\n", with: " ").replacing("    ", with: "")
        .contains(
          "no-undo: is not to be chosen: it behaves as core-data and not as guides, which no app can"
        ))
    for index in result.trials.indices {
      result.trials[index].settings = [Setting(name: "behaves", value: "core-data")]
    }
    #expect(page(result, "Recommendation").contains("no-undo: costs the least in everything"))
  }

  @Test func `is given for each store by itself (P9)`() {
    var result = Loops.result
    result.trials = ["memory", "sqlite"].flatMap { store in
      Loops.result.trials.prefix(3).map { trial in
        var trial = trial
        trial.key.store = store
        return trial
      }
    }
    let titles = page(result, "Recommendation").split(separator: "\n")
      .filter { $0.hasPrefix("Rec") }
    #expect(titles == ["Recommendation, memory", "Recommendation, sqlite"])
  }

  @Test func `weighs the settings of a matrix against each other, and sizes not`() {
    var result = Loops.result
    result.trials = [(10, true), (20, true), (20, false)].map { rows, pool in
      var trial = Loops.result.trials[pool ? 0 : 1]
      trial.key = TrialKey(
        scenario: "import", variant: "default", axes: [Setting(name: "pool", value: "\(pool)")],
        sizes: [Setting(name: "rows", value: rows)])
      return trial
    }
    expectText(
      page(result, "Recommendation"),
      is: """
        Recommendation, rows=20
          pool=false: costs the least in everything: 64.5 KiB at the peak (-81.4 %)
            price: undo = 0 instead of 1000
          in a build: 2 passes agree to the last unit, so a baseline needs no tolerance

        """)
  }

  /// The least memory of all wins, and not the largest number.
  @Test func `weighs a parameter that the matrix varies, for only sizes are other work`() {
    var result = Loops.result
    result.parameters = [Setting(name: "batch", value: 50)]
    result.trials = [100, 1_000].map { batch in
      var trial = Loops.result.trials[batch == 100 ? 1 : 0]
      let chosen = Setting(name: "batch", value: batch)
      trial.key = TrialKey(scenario: "import", variant: "default", axes: [chosen])
      trial.settings = [chosen]
      return trial
    }
    expectText(
      page(result, "Recommendation"),
      is: """
        Recommendation
          batch=100: costs the least in everything: 64.5 KiB at the peak
          in a build: 2 passes agree to the last unit, so a baseline needs no tolerance

        """)
  }

  /// A name that ends in a digit is no round, and a loop inside another is reported for each round of that.
  @Test func `knows loops by their steps and not by their names`() {
    var result = Loops.result
    result.metrics = Array(result.metrics.prefix(1))
    func checkpoint(_ name: String, _ value: Int, _ rounds: [LoopRound]) -> Checkpoint {
      Checkpoint(
        name: name, readings: [Reading(metric: "objects.registered", quantity: .integer(value))],
        origin: CheckpointOrigin(template: rounds.isEmpty ? name : "{day}-{i}-rows", rounds: rounds)
      )
    }
    let figures = (1...5).map { checkpoint("figure-\($0)", $0, []) }
    let rounds = (0...1).flatMap { day in
      (1...4).map { round in
        checkpoint(
          "\(day)-\(round)-rows", 10 + round + 4 * day,
          [LoopRound(loop: "day", number: day), LoopRound(loop: "i", number: round)])
      }
    }
    result.trials = [
      TrialResult(
        TrialKey(scenario: "import", variant: "a"),
        samples: [Sample(pass: 1, checkpoints: figures + rounds)])
    ]
    let text = page(result, "What grew")
    #expect(text.contains("…-…-rows, day 0 × 4"))
    #expect(text.contains("…-…-rows, day 1 × 4"))
    #expect(!text.contains("figure"))
  }

  @Test func `is none where all cost the same or only one is left`() {
    var same = Loops.result
    same.trials = [same.trials[0], same.trials[0]]
    #expect(page(same, "Recommendation") == "nothing\n")
    same.trials = [same.trials[0]]
    #expect(page(same, "Recommendation") == "nothing\n")
    #expect(page(FirstLight.scenario(columns: []), "Recommendation") != "nothing\n")
  }

  @Test func `never rests on a time`() {
    var result = FirstLight.scenario()
    for index in result.trials.indices {
      for pass in result.trials[index].samples.indices {
        result.trials[index].samples[pass].checkpoints[2].readings[4].quantity = .integer(index)
        result.trials[index].samples[pass].checkpoints[2].readings[3].quantity = 7
      }
    }
    #expect(page(result, "Recommendation") == "nothing\n")
  }

  @Test func `says what grew along a loop, how much a round, and what filled up once last`() {
    expectText(
      page(Loops.result, "What grew"),
      is: """
        What grew along a loop
        variant what grew          at              from        to   a round
        ──────────────────────────────────────────────────────────────────────────────
        default objects.registered batch-… × 6      100       600      +100 linear
                undo.objects       batch-… × 6    1,000     6,000    +1,000 linear
                bytes.live         batch-… × 6 56.6 KiB 339.8 KiB +56.6 KiB linear
                bytes.undo         batch-… × 6 46.9 KiB 281.3 KiB +46.9 KiB linear
                bytes.objects      batch-… × 6  9,000 B  52.7 KiB  +9,000 B linear
                held.undo          batch-… × 6    1,000     6,000    +1,000 linear
                rowcache.entries   batch-… × 6      100       300       +40 saturating
        no-undo objects.registered batch-… × 6      100       600      +100 linear
                bytes.live         batch-… × 6  9.8 KiB  58.6 KiB  +9.8 KiB linear
                bytes.objects      batch-… × 6  9,000 B  52.7 KiB  +9,000 B linear
        … 26 more

        """)
  }

  @Test(arguments: [
    ([1, 2, 3, 4, 5], "linear"), ([1, 2, 4, 8, 16], "superlinear"),
    ([100, 180, 240, 280, 300], "saturating"), ([1, 2, 3, 3, 4], "linear"),
    ([1, 2, 3], "nothing"), ([5, 4, 3, 2, 1], "nothing"), ([3, 3, 3, 3, 3], "nothing"),
    ([1, 2, 3, 2, 4], "nothing"),
    ([5, 9, 9, 9, 9], "saturating"),
  ])
  func `knows the ways to grow`(values: [Int], form: String) {
    let text = page(loop(of: values, .exact), "What grew")
    #expect(form == "nothing" ? text == "nothing\n" : text.contains("  \(form)\n"))
  }

  /// It may be another run's noise.
  @Test func `does not say that an inexact reading grew`() {
    #expect(page(loop(of: [1, 2, 3, 4, 5], .informative), "What grew") == "nothing\n")
  }

  /// A variant with one metric, read in each round of a loop.
  private func loop(of values: [Int], _ exactness: Metric.Exactness) -> ScenarioResult {
    var result = Loops.result
    result.metrics = Array(result.metrics.prefix(1))
    result.metrics[0].exactness = exactness
    result.trials = [
      TrialResult(
        TrialKey(scenario: "import", variant: "a"),
        samples: [
          Sample(
            pass: 1,
            checkpoints: values.enumerated().map { index, value in
              Checkpoint(
                name: "round \(index)",
                readings: [Reading(metric: "objects.registered", quantity: .integer(value))],
                origin: CheckpointOrigin(
                  template: "round {i}", rounds: [LoopRound(loop: "i", number: index)]))
            })
        ])
    ]
    return result
  }
}
