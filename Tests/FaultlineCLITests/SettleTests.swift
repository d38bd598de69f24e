// What a Mac has measured: kept, shown, forgotten, refused where it cannot be read, and taken by runs.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI
@testable import FaultlineExperiments

@Suite struct SettleTests {
  private static let answers = """
    faultline settle 1
    # any remark
    on macOS 26.1 (25B78)
    rowCache kept
    parentObjects unclear
    temporaries at-once

    """

  private static let scenario = """
    faultline: 1
    name: read
    title: Read
    model: {Employee: {name: string}}
    behaves: core-data
    parameters:
      rows: {type: int, default: 4}
    steps:
      - insert: {entity: Employee, count: rows, into: staff}
      - save: {}
      - fetch: {entity: Employee, into: read}
    expect:
      - that: objects.live@end == 0
    """

  private struct Machine {
    let program: WholeProgram
    let settings: [String: String]

    init() throws {
      program = try WholeProgram([
        "answers.txt": SettleTests.answers, "read.yaml": SettleTests.scenario,
      ])
      settings = ["XDG_CONFIG_HOME": program.folder.path + "/config", "CI": "''"]
    }

    func run(_ words: String...) throws -> WholeProgram.Answer {
      try program.run(words, environment: settings)
    }
  }

  @Test("What was measured is kept, shown and forgotten")
  func kept() throws {
    let machine = try Machine()
    #expect(try machine.run("settle").output.hasPrefix("Nothing is settled"))
    let read = try machine.run("settle", "answers.txt")
    #expect(read.status == 0, "\(read)")
    #expect(
      try machine.program.text(of: "config/faultline/settled")
        == "faultline settle 1\non macOS 26.1 (25B78)\nrowCache kept\ntemporaries at-once\n")
    let shown = try machine.run("settle").output
    #expect(
      shown.contains("rowCache             kept, settled by a measurement on macOS 26.1 (25B78)"))
    #expect(shown.contains("parentObjects        open: absent or registered"))
    #expect(try machine.run("settle", "--forget").output.hasPrefix("Nothing is settled any more"))
    #expect(try machine.run("settle", "--forget").output == "Nothing was settled.\n")
    #expect(try machine.run("settle", "--forget", "answers.txt").status != 0)
  }

  @Test("A run takes what is settled, and in CI only where it is asked for")
  func taken() throws {
    let machine = try Machine()
    let settled = "settled by a measurement on macOS 26.1"
    let words = ["run", "read.yaml", "--no-progress", "--no-explain", "--out", "out"]
    #expect(
      try machine.program.run(words + ["--settled"], environment: machine.settings).status == 3)
    _ = try machine.run("settle", "answers.txt")
    let run = try machine.program.run(words, environment: machine.settings)
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains(settled), "\(run.output)")
    #expect(run.output.contains("rowCache: kept, temporaries: at-once"))
    #expect(
      try machine.program.text(of: "out/read.json").contains(
        #""settled" : "macOS 26.1 (25B78)""#))
    let open = try machine.program.run(words + ["--no-settled"], environment: machine.settings)
    #expect(!open.output.contains(settled))
    var build = machine.settings
    build["CI"] = "true"
    let built = try machine.program.run(words, environment: build)
    #expect(!built.output.contains(settled))
    #expect(
      try machine.program.run(words + ["--settled"], environment: build).output.contains(settled))
    let guides = try machine.program.run(
      words + ["--behaves", "guides"], environment: machine.settings)
    #expect(!guides.output.contains(settled))
  }

  @Test(
    "A line that is none is refused with its number",
    arguments: [
      ("", "line 1: this is no output of Settle.swift"),
      ("# nothing\nhello", "line 2: this is no output of Settle.swift"),
      ("faultline settle 1", "line 1: it is not said where this was measured"),
      ("faultline settle 1\non macOS 1\nrowCache", "line 3: 'rowCache' is no answer"),
      ("faultline settle 1\non macOS 1\n\nrowCash kept", "line 4: there is no band 'rowCash'"),
      ("faultline settle 1\non macOS 1\nrowCache keep", "line 3: 'keep' is no end of 'rowCache'"),
      ("faultline settle 1\non macOS 1\non macOS 2", "line 3: the version stands here a second"),
      (
        "faultline settle 1\non macOS 1\nrowCache kept\nrowCache unclear",
        "line 4: 'rowCache' stands here a second time"
      ),
    ])
  func wrongLines(_ text: String, _ sentence: String) {
    do throws(Diagnostic) {
      let settlement = try BehaviorCalibration(text, file: "answers.txt")
      Issue.record("\(settlement)")
    } catch {
      #expect(error.description.contains(sentence), "\(error)")
    }
  }

  @Test("What the program for the Mac can print is what is read back, and it says how it asks")
  func program() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let source = try String(
      contentsOf: folder.appending(
        path: "Sources/Faultline/Faultline.docc/Resources/Settle.swift"), encoding: .utf8)
    #expect(source.contains(BehaviorCalibration.title))
    for band in Behavior.bands {
      #expect(source.contains("answer(\"\(band.key)\""), "\(band.key)")
      for word in band.words { #expect(source.contains("\"\(word)\""), "\(band.key) \(word)") }
    }
  }

  @Test("What is too long to be an answer is refused by its name, and nothing is kept")
  func tooLong() throws {
    let machine = try Machine()
    let long = Self.answers + String(repeating: "# a remark that goes on\n", count: 4_000)
    try Data(long.utf8).write(to: machine.program.folder.appending(path: "long.txt"))
    let answer = try machine.run("settle", "long.txt")
    #expect(answer.status == 3)
    #expect(
      answer.errors
        == "long.txt: error: an output of Settle.swift has at most 65536 bytes, and this file has more\n"
    )
    #expect(try machine.run("settle").output.hasPrefix("Nothing is settled"))
  }
}
