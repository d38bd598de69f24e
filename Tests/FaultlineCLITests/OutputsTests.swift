// One run, several readers: reports in files, events as they happen, a page that opens.

import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Foundation
import Glibc
import Testing

@testable import FaultlineCLI

@Suite struct `Several formats` {
  private func program() throws -> WholeProgram {
    try WholeProgram(["small.yaml": smallScenario(expect: "objects.live == 1")])
  }

  /// Each file has what the format alone would have printed.
  @Test(arguments: ["run", "check"])
  func `of one run go into files, and the terminal's report is printed`(command: String) throws {
    let program = try program()
    func answer(_ words: String...) throws -> WholeProgram.Answer {
      try program.run([command, "small.yaml", "--no-progress"] + words)
    }
    let printed = try answer()
    let formats = ["junit", "html", "markdown", "brief", "json", "jsonl"]
    let files = formats.flatMap { ["--format", "\($0)=made/a.\($0)"] }
    let all = try program.run([command, "small.yaml", "--no-progress"] + files)
    #expect(all.status == printed.status)
    expectText(all.output, is: printed.output)
    for format in formats {
      let alone = try answer("--format", format)
      expectText(try program.text(of: "made/a.\(format)"), is: alone.output)
    }
    // One of them alone is printed in place of the terminal's.
    let two = try answer("--format", "csv", "--format=junit=made/b.junit")
    expectText(two.output, is: try answer("--format", "csv").output)
    expectText(
      try program.text(of: "made/b.junit"), is: try program.text(of: "made/a.junit"))
  }

  @Test func `of other commands go into files as well`() throws {
    let program = try program()
    _ = try program.run("run", "small.yaml", "-q")
    let report = try program.run(
      "report", "Reports/out", "--format", "csv=a.csv", "--format", "html=pages/")
    #expect(report.status == 0)
    #expect(program.files(in: "pages") == ["index.html", "small.html"])
    #expect(try program.text(of: "a.csv").hasPrefix("scenario,"))
    let same = ["Reports/out", "Reports/out"]
    #expect(try program.run(["compare"] + same + ["--format", "markdown=c.md"]).status == 2)
    #expect(try program.text(of: "c.md").contains("### Faultline"))
    _ = try program.run("history", "add", "Reports/out", "--revision", "one")
    #expect(try program.run("history", "trend", "--format", "html=h.html").status == 0)
    #expect(try program.text(of: "h.html").hasPrefix("<!doctype html>"))
  }

  @Test(
    arguments: [
      (
        ["--format", "html", "--format", "junit"],
        "faultline: Only one report can be printed, and these are 2: html, junit. Write the others into files, as in "
          + "--format junit=FILE.\nSee 'faultline help run'.\n"
      ),
      (
        ["--format", "html=a", "--format", "junit=./a"],
        "faultline: './a' is to hold two reports: html and junit. Give each a file of its own.\n"
          + "See 'faultline help run'.\n"
      ),
      (
        ["--format", "html=folder"],
        "folder: error: the report cannot be written here: it is a folder\n"
          + "    = a folder ends in a slash: html=folder/\n"
      ),
      (
        ["--format", "html=small.yaml/a.html"],
        "small.yaml/a.html: error: the report cannot be written here: it is a file\n"
      ),
      (
        ["--format", "jsonl=pipe"],
        "pipe: error: the events cannot be written here: nothing reads it\n"
      ),
    ])
  func `that cannot be are reported before anything runs`(words: [String], says: String) throws {
    let program = try program()
    try program.write("", to: "folder/note")
    mkfifo(program.folder.appending(path: "pipe").path, 0o600)
    let answer = try program.run(["run", "small.yaml"] + words)
    #expect(answer.status == 3)
    #expect(answer.output == "")
    expectText(answer.errors, is: says)
    #expect(program.files(in: "Reports") == [])
  }

  @Test func `that there are not are reported with the nearest`() throws {
    let answer = try program().run("run", "small.yaml", "--format", "htm=a.html")
    #expect(answer.status == 3)
    #expect(answer.errors.contains("'htm=a.html' is not one of terminal, "))
    #expect(answer.errors.contains("Did you mean 'html'?"))
  }

  /// What is lost is reported, and the rest is there.
  @Test func `of which one is lost leave the others`() throws {
    let program = try program()
    let answer = try program.run(
      "run", "small.yaml", "--no-progress", "--format", "junit=/dev/full", "--format", "csv=a.csv")
    #expect(answer.status == 2)
    #expect(answer.output.contains("FAIL"))
    #expect(
      answer.errors == "/dev/full: error: the report cannot be written: No space left on device\n")
    #expect(try program.text(of: "a.csv").hasPrefix("scenario,"))
    let held = try WholeProgram(["small.yaml": smallScenario()])
    #expect(try held.run("run", "small.yaml", "-q", "--format", "jsonl=/dev/full").status == 1)
  }
}

extension `Several formats` {
  private func events(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test(arguments: ["1", "3"])
  func `report a run while it goes on, as the schema says`(jobs: String) throws {
    let program = try WholeProgram([
      "a.yaml": smallScenario(name: "a"),
      "b.yaml": smallScenario(name: "b", step: "misbehave: crash"),
    ])
    let answer = try program.run(
      "run", "a.yaml", "b.yaml", "-q", "--format", "jsonl", "--jobs", jobs)
    #expect(answer.status == 4, "\(answer.errors)")
    let schema = try JSONSchema(DocumentSchema.events.json)
    for line in answer.output.split(separator: "\n") {
      #expect(try schema.problems(of: String(line)) == [])
    }
    let events = try events(answer.output)
    func names(_ event: String, _ key: String) -> [String] {
      events.filter { $0["event"] as? String == event }.compactMap { $0[key] as? String }
    }
    #expect(events.prefix(2).map { $0["event"] as? String } == ["planned", "planned"])
    #expect(names("planned", "scenario") == ["a", "b"])
    let trials = ["a/plain", "a/odd", "a/last", "b/plain", "b/odd", "b/last"]
    for event in ["started", "finished"] {
      #expect(names(event, "trial").sorted() == trials.sorted())
      if jobs == "1" { #expect(names(event, "trial") == trials) }
    }
    // A trial begins before it ends.
    for trial in trials {
      let own = events.filter { $0["trial"] as? String == trial }.map { $0["event"] as? String }
      #expect(own == ["started", "finished"])
    }
    #expect(names("finished", "outcome").count { $0 == "died" } == 1)
    let verdict = try #require(events.last)
    #expect(verdict["event"] as? String == "verdict" && verdict["verdict"] as? String == "CRASHED")
    #expect((verdict["troubles"] as? [[String: Any]])?.isEmpty == false)
  }

  @Test func `open a page, or say that it has to be opened by hand`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    try program.write("#!/bin/sh\necho \"$1\" >>opened\n", to: "bin/xdg-open")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: program.folder.appending(path: "bin/xdg-open").path)
    let path = "\(program.folder.path)/bin:/usr/bin:/bin"
    func open(_ environment: [String: String]) throws -> WholeProgram.Answer {
      try program.run(["run", "small.yaml", "-q", "--open"], environment: environment)
    }
    let opened = try open(["PATH": path, "BROWSER": ""])
    #expect(opened.status == 0)
    #expect(opened.errors == "page: Reports/out/small.html\n")
    #expect(try program.text(of: "opened").hasSuffix("/Reports/out/small.html\n"))
    #expect(try program.text(of: "Reports/out/small.html").hasPrefix("<!doctype html>"))
    let closed = try open(["PATH": "/nowhere", "BROWSER": ""])
    #expect(closed.status == 0)
    expectText(
      closed.errors,
      is: """
        page: Reports/out/small.html
        faultline: The page cannot be opened: there is neither xdg-open nor open here, and BROWSER names none. Open it in a browser.

        """)
    let refused = try open(["PATH": path, "BROWSER": "false"])
    #expect(refused.errors.contains("ended with status 1. Open it in a browser."))
  }
}
