// No result, however odd, makes a line wider than the window or a table row of two lines.

import FaultlineMeasures
import FaultlineReports
import Testing

struct `A report of anything` {
  @Test func `every line of five hundred random reports fits`() {
    for seed in 1...500 {
      var dice = Dice(seed: UInt64(seed))
      let report = ReportBuilder().report(RunResult(scenarios: dice.list(0...3) { $0.scenario() }))
      let width = dice.number(TerminalFormat.narrowest...130)
      for ascii in [false, true] {
        let text = TerminalFormat(width: width, ascii: ascii).render(report)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let tooWide = lines.filter { TerminalWidth.of(String($0)) > width }
        #expect(tooWide == [], "seed \(seed), width \(width)")
        #expect(!lines.contains { $0.last == " " }, "seed \(seed), width \(width)")
      }
    }
  }

  @Test func `colour adds codes and changes nothing else`() throws {
    let code = try Regex("\u{1B}\\[[0-9;]*m").matchingSemantics(.unicodeScalar)
    for seed in 1...50 {
      var dice = Dice(seed: UInt64(seed))
      let report = ReportBuilder().report(dice.scenario())
      let plain = TerminalFormat(width: 80).render(report)
      let coloured = TerminalFormat(width: 80, color: true).render(report)
      #expect(coloured.replacing(code, with: "") == plain, "seed \(seed)")
    }
  }
}

/// A small generator whose numbers are the same everywhere.
private struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return range.lowerBound + Int(state % UInt64(range.count))
  }

  mutating func list<Element>(
    _ range: ClosedRange<Int>, _ make: (inout Dice) -> Element
  ) -> [Element] {
    let count = number(range)
    var elements: [Element] = []
    while elements.count < count { elements.append(make(&self)) }
    return elements
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  private static let letters = [
    "a", "o", "t", " ", " ", "@", "-", "0", "é", "e\u{301}", "依", "한", "👩‍👩‍👧", "🇩🇪", "\n",
    "\n\n", "\t", "\u{1B}[31m", "\u{202E}", "\u{7}", "▲", "…", "\u{FE0F}", "\u{308}", "\r\n", "·",
  ]

  private mutating func text(_ length: ClosedRange<Int>) -> String {
    list(length) { $0.pick(Self.letters) }.joined()
  }

  private mutating func quantity() -> Quantity {
    switch number(0...6) {
    case 0: 0
    case 1: .integer(pick([Int.max, Int.min, -1, 9_999, 10_000, 1_048_575]))
    case 2: .real(pick([0.5, -0.01, 1e300, .infinity, .nan, -7]))
    default: .integer(number(0...pick([9, 20_000, 1_000_000_000])))
    }
  }

  private mutating func trial(_ columns: [Column]) -> TrialResult {
    let samples = list(0...3) { dice in
      let checkpoints = columns.filter { _ in dice.number(0...5) > 0 }.map { column in
        Checkpoint(
          name: column.checkpoint,
          readings: [Reading(metric: column.metric, quantity: dice.quantity())])
      }
      return Sample(pass: 1, checkpoints: checkpoints)
    }
    let causes: [Death.Cause] = [
      .signal(11), .exit(-1), .timeout(seconds: 2.5), .memory(limit: 1_048_576, reached: .max),
      .silence,
    ]
    let death = Death(
      cause: pick(causes), lastStep: number(0...1) == 0 ? text(0...40) : nil,
      lastEvents: number(0...1) == 0 ? list(1...8) { $0.text(0...60) } : nil,
      output: list(0...3) { $0.text(0...90) })
    return TrialResult(
      TrialKey(scenario: text(0...20), variant: text(0...30)), samples: samples,
      findings: list(0...2) { dice in
        Finding(
          kind: dice.pick(Finding.Kind.allCases), message: dice.text(0...120),
          advice: dice.text(0...40), evidence: dice.list(0...3) { $0.text(0...40) })
      },
      death: number(0...3) == 0 ? death : nil)
  }

  mutating func scenario() -> ScenarioResult {
    let metrics = list(0...9) { dice in
      Metric(
        name: dice.text(1...12), group: .objects, scale: dice.pick(Metric.Scale.allCases),
        polarity: dice.pick(Metric.Polarity.allCases),
        exactness: dice.number(0...8) == 0 ? .informative : .exact, meaning: "")
    }
    let columns = metrics.enumerated().map { index, metric in
      Column(title: text(0...25), metric: metric.name, checkpoint: "c\(index)")
    }
    let trials = list(0...6) { $0.trial(columns) }
    return ScenarioResult(
      name: text(0...20), title: text(0...80), file: text(0...60), rules: list(0...4) { _ in "C1" },
      notes: list(0...2) { $0.text(0...300) },
      parameters: list(0...2) { Setting(name: $0.text(0...9), value: $0.text(0...20)) },
      reference: trials.first?.variant ?? "", repeats: number(-1...5), metrics: metrics,
      columns: columns, trials: trials,
      judgements: list(0...14) { dice in
        Judgement(
          that: dice.text(0...80), because: dice.number(0...1) == 0 ? dice.text(0...80) : nil,
          place: SourcePlace(file: dice.text(0...40), line: dice.number(1...99), column: 1),
          variant: dice.number(0...1) == 0 ? dice.text(0...20) : nil,
          outcome: dice.pick(Judgement.Outcome.allCases), detail: dice.text(0...90))
      })
  }
}
