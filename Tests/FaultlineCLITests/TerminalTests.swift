// How wide, in colour or not, and one line that changes ten times a second.

import Testing

@testable import FaultlineCLI
@testable import FaultlineExperiments

struct ConsoleTests {
  private func console(
    isTerminal: Bool = true, _ surroundings: Console.Surroundings = .init(),
    color: ColorChoice = .auto
  ) -> Console {
    // A number that is not open has no size to ask for.
    Console(
      output: .init(-1, isTerminal: isTerminal), errors: .init(-1, isTerminal: isTerminal),
      surroundings: surroundings, color: color)
  }

  @Test(
    arguments: [
      ("120", 120), ("20", 20), ("19", 80), ("0", 80), ("-7", 80), ("wide", 80), ("", 80),
      (nil, 80),
      ("99999999999999999999", 80),
    ] as [(String?, Int)])
  func `the width is what COLUMNS says, or 80`(columns: String?, width: Int) {
    #expect(console(.init(columns: columns)).width == width)
  }

  @Test func `colour needs a terminal that wants it and a person that sees it`() {
    func isColored(_ console: Console) -> Bool { console.usesColor(on: console.output) }
    #expect(isColored(console()))
    #expect(isColored(console(.init(noColor: "", term: "xterm", ci: "false"))))
    #expect(!isColored(console(isTerminal: false)))
    #expect(!isColored(console(.init(noColor: "1"))))
    #expect(!isColored(console(.init(term: "dumb"))))
    #expect(!isColored(console(.init(ci: "true"))))
    #expect(isColored(console(isTerminal: false, .init(noColor: "1"), color: .always)))
    #expect(!isColored(console(color: .never)))
  }
}

struct ProgressLineTests {
  /// What appears when updates come every 40 ms and a variant finishes at the end.
  private func shown(_ style: ProgressLine.Style, columns: String = "20") -> String {
    let readable = ReadableConsole(isTerminal: true, surroundings: .init(columns: columns))
    var instant = ContinuousClock.now
    let line = ProgressLine(console: readable.console, style: style) { instant }
    for step in 1...6 {
      line.update("step \(step)")
      instant += .milliseconds(40)
    }
    line.finish("a variant that was finished\u{1B}\n")
    line.clear()
    line.clear()
    return readable.read().errors
  }

  @Test func `a live line is redrawn at most ten times a second, cut to the width, and cleared`() {
    let end = "\u{1B}[K"
    #expect(
      shown(.live)
        == "\rstep 1\(end)\rstep 4\(end)\ra variant that was…\(end)\r\(end)")
  }

  @Test func `elsewhere every finished variant is a line`() {
    #expect(shown(.perVariant) == "a variant that was finished\u{FFFD} \n")
  }

  @Test func `silence is silent`() {
    #expect(shown(.silent) == "")
  }

  @Test(
    arguments: [
      (true, nil, [], "\rx\u{1B}[K"), (true, "1", [], "x\n"), (false, nil, [], "x\n"),
      (true, nil, ["--quiet"], ""), (false, "1", ["--no-progress"], ""),
    ] as [(Bool, String?, [String], String)])
  func `terminal, CI and options choose the style`(
    isTerminal: Bool, ci: String?, words: [String], expected: String
  ) throws {
    let readable = ReadableConsole(isTerminal: isTerminal, surroundings: .init(ci: ci))
    let arguments = try ParsedArguments(words, for: SampleCommand())
    ProgressLine(arguments, console: readable.console).finish("x")
    #expect(readable.read().errors == expected)
  }

  @Test func `a trial's progress names what is known and leaves out the rest`() {
    var progress = TrialProgress(
      number: 7, count: 24, scenario: "import-undo", variant: "levels-10")
    #expect(progress.text == "[ 7/24] import-undo · levels-10")
    progress.step = 340
    #expect(progress.text == "[ 7/24] import-undo · levels-10 · step 340")
    progress.steps = 1_000
    progress.objects = 12_031
    progress.remaining = .milliseconds(8_200)
    #expect(
      progress.text
        == "[ 7/24] import-undo · levels-10 · step 340/1000 · 12,031 registered · ETA 8 s")
    progress.objects = 1_000_000
    progress.remaining = .seconds(600)
    #expect(
      progress.text
        == "[ 7/24] import-undo · levels-10 · step 340/1000 · 1,000,000 registered · ETA 10 min")
  }
}
