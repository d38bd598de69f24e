// Texts of others on their way to a terminal or a page: none of them steers the one or becomes a part of the other.

import FaultlineReports
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct HostileTextTests {
  /// A title with everything that moves a cursor or turns the reading order.
  private static let title = #""\e]0;owned\a\e[31mred\u202Etxt\u2066\uFEFF\u009B31m""#

  private static let scenario = """
    faultline: 1
    name: hostile
    title: \(title)
    notes: [\(title)]
    model: {A: {n: string}}
    stores: [sqlite]
    variants:
      "<img src=x onerror=alert(1)> @everyone #1 [x](y) ```": {}
      b: {undo: none}
    steps:
      - insert: {entity: A, count: 2, into: x, set: {n: "\\e[2J\\nsql: DROP\\u202E"}}
      - save: {}
      - checkpoint: x
    expect:
      - that: objects.live@x == 7
        because: \(title)
    measure: {repeats: 1}
    """

  @Test func `no command prints text of a scenario raw`() throws {
    let program = try WholeProgram([
      "hostile.yaml": Self.scenario, "S/hostile.yaml": Self.scenario,
    ])
    _ = try program.run("run", "hostile.yaml", "-q", "--out", "out", "--no-advice")
    let lines: [[String]] = [
      ["plan", "hostile.yaml"], ["list", "scenarios", "S"], ["list", "rules", "S"],
      ["list", "questions", "S"], ["run", "hostile.yaml", "-q", "--sql", "3", "--no-advice"],
      ["run", "hostile.yaml", "-q", "--sql", "2", "--sql-format", "sqldebug", "--no-advice"],
      ["report", "out/hostile.json"], ["check", "hostile.yaml", "-q"],
      ["compare", "out/hostile.json", "out/hostile.json"],
      ["accept", "--from", "out", "--force"],
      ["tune", "hostile.yaml", "-q", "--least", "bytes.peak"], ["sides", "hostile.yaml", "-q"],
      ["replay", "hostile.yaml"],
      ["sweep", "plan", "hostile.yaml", "--shards", "1", "--out", "w"], ["sweep", "status", "w"],
      ["history", "add", "out", "--revision", "\u{202E}one", "--file", "h.sqlite"],
      ["history", "list", "--file", "h.sqlite"], ["history", "trend", "--file", "h.sqlite"],
    ]
    for words in lines {
      let answer = try program.run(words)
      for text in [answer.output, answer.errors] {
        #expect(harmfulScalars(in: text) == [], "\(words): \(text.debugDescription.prefix(2_000))")
      }
      let forged = answer.errors.split(separator: "\n").filter { $0.hasPrefix("sql: DROP") }
      #expect(forged == [], "\(words)")
    }
  }

  /// Each command that takes a format, with each format; JSON writes as escapes what a terminal would obey.
  @Test func `no format of a report hands on what steers a terminal or a page`() throws {
    let program = try WholeProgram(["hostile.yaml": Self.scenario])
    _ = try program.run("run", "hostile.yaml", "-q", "--out", "out", "--no-advice")
    _ = try program.run("history", "add", "out", "--revision", "one", "--file", "h.sqlite")
    let commands = [
      ["report", "out/hostile.json"], ["compare", "out/hostile.json", "out/hostile.json"],
      ["history", "trend", "--file", "h.sqlite"],
      ["accept", "--from", "out", "--force", "--baselines", "b"],
    ]
    for format in ReportFormats.all.map({ $0.name }) {
      for command in commands {
        let answer = try program.run(command + ["--format", format])
        guard answer.status != 3 else { continue }
        let text = answer.output + answer.errors
        let harmful = harmfulScalars(in: text).filter { $0 != "\r" }
        #expect(harmful == [], "\(command) \(format): \(text.debugDescription.prefix(1_000))")
        if format == "html" || format == "markdown" {
          #expect(!text.contains("<img src=x"), "\(command) \(format)")
        }
      }
    }
  }

  @Test func `usage errors name words without what steers a terminal`() throws {
    let program = try WholeProgram()
    for text in HostileTexts.attempts where !text.contains("\0") {
      for words in [
        [text], ["run", text], ["list", text], ["explain", text], ["ask", text],
        ["run", "--\(text)"], ["report", text], ["run", "--format", text], ["new", text],
        ["inspect", text], ["help", text], ["run", "--set", "a=\(text)", text],
        ["history", "list", "--file", text], ["sweep", text],
      ] {
        let answer = try program.run(words)
        for text in [answer.errors, answer.output] {
          #expect(harmfulScalars(in: text) == [], "\(words): \(text.debugDescription)")
        }
      }
    }
  }

  @Test(arguments: [
    ["tune", "hostile.yaml", "-q", "--least", "bytes.peak", "--format", "markdown"],
    ["sides", "hostile.yaml", "-q", "--format", "markdown"],
    ["report", "out/hostile.json", "--format", "markdown"],
  ])
  func `Markdown has no markup, link or mention of a scenario's`(words: [String]) throws {
    let program = try WholeProgram(["hostile.yaml": Self.scenario])
    _ = try program.run("run", "hostile.yaml", "-q", "--out", "out", "--no-advice")
    let answer = try program.run(words)
    var inCode = false
    let prose = answer.output.split(separator: "\n").filter { line in
      if line.hasPrefix("```") { inCode.toggle() }
      return !inCode
    }.joined(separator: "\n")
    #expect(prose.contains("img src") || words[0] == "sides", "\(answer)")
    #expect(!prose.contains("<img"), "\(prose)")
    #expect(!prose.contains("@everyone"), "\(prose)")
    #expect(!prose.contains("[x](y)"), "\(prose)")
  }
}
