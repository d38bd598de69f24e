// Ten kinds of changes that a team makes to its scenarios: what the gate says of each, and how much of a baseline changes.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

/// Five scenarios with fifteen variants, accepted in their quick size.
struct ChangedScenarios {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Changes")

  private static let scenarios: [String: String] = {
    let folder = Self.folder.appending(path: "scenarios")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.reduce(into: [:]) { files, name in
      files["Scenarios/\(name)"] = try? String(
        contentsOf: folder.appending(path: name), encoding: .utf8)
    }
  }()

  /// The baselines, accepted once for all tests.
  private static let accepted: Result<[String: String], any Error> = Result {
    let program = try WholeProgram(scenarios)
    let answer = try program.run("accept", "--no-progress", "-q")
    #expect(answer.status == 0, "\(answer)")
    #expect(answer.output.hasPrefix("ACCEPTED  first baseline of 15 variants\n"))
    var files: [String: String] = [:]
    for name in program.files(in: "Reports/baselines") {
      files["Reports/baselines/\(name)"] = try program.text(of: "Reports/baselines/\(name)")
    }
    return files
  }

  let program: WholeProgram

  /// The scenarios with these alone, and their baselines.
  init(_ names: String...) throws {
    let all = Self.scenarios.merging(try Self.accepted.get()) { first, _ in first }
    program = try WholeProgram(
      all.filter { file, _ in
        names.isEmpty || names.contains { file.contains("/\($0).") }
      })
  }

  func apply(_ patch: String) throws {
    let file = Self.folder.appending(path: "\(patch).patch").path
    let report = program.shell(#"cd "$1" && patch -s -p1 -E -i "$3""#, [file]).run()
    #expect(report.ending == .exited(0), "\(report)")
  }

  func check(_ words: String...) throws -> (status: Int, lines: [String]) {
    let answer = try program.run(["check", "--no-progress", "-q", "--format", "brief"] + words)
    return (answer.status, answer.output.components(separatedBy: "\n"))
  }

  func baseline(_ name: String) throws -> [String] {
    try program.text(of: "Reports/baselines/\(name).json").components(separatedBy: "\n")
  }
}

struct `Of ten changes` {
  @Test func `none at all is the same, and fails nothing`() throws {
    let scenarios = try ChangedScenarios()
    let (status, lines) = try scenarios.check("--strict")
    #expect(status == 0 && lines[0].hasPrefix("UNCHANGED  "), "\(lines)")
  }

  @Test func `more levels of undo are worse, with the cause first`() throws {
    let scenarios = try ChangedScenarios("editing")
    try scenarios.apply("01-more-levels")
    let (status, lines) = try scenarios.check()
    #expect(status == 2)
    #expect(lines[0].hasPrefix("REGRESSED  "))
    #expect(lines[1] == "editing: undo was 20 levels and is 24 levels (levels)")
    #expect(lines[2].hasPrefix("  worse: levels objects.live@edited 20 → 24 (+20.0 %)"), "\(lines)")
    #expect(try scenarios.check("--strict").status == 2)
  }

  @Test func `a limit of undo is better, whatever else moves a little`() throws {
    let scenarios = try ChangedScenarios("import-batches")
    try scenarios.apply("02-undo-limited")
    let (status, lines) = try scenarios.check()
    #expect(status == 0)
    #expect(lines[0].hasPrefix("IMPROVED  "))
    #expect(lines[1] == "import-batches: undo was unlimited and is 2 levels (with-undo)")
    #expect(lines[2].hasPrefix("  better: with-undo objects.live@imported 200 → 100"), "\(lines)")
    #expect(try scenarios.check("--strict").status == 2)
  }

  @Test func `a renamed variant is recognized`() throws {
    let scenarios = try ChangedScenarios("article-list")
    try scenarios.apply("03-renamed")
    let (status, lines) = try scenarios.check()
    #expect(status == 0 && lines[0].hasPrefix("CHANGED  "))
    #expect(
      lines[1].contains("'prefetching' measures the same as 'batch-20' did"), "\(lines)")
    #expect(try scenarios.check("--strict").status == 2)
    // Accepted, both are there until the old one is pruned.
    _ = try scenarios.program.run("accept", "--no-progress", "-q")
    #expect(try scenarios.check("--strict").status == 2)
    let pruned = try scenarios.program.run("accept", "--no-progress", "--prune")
    #expect(pruned.output.contains("article-list/batch-20"), "\(pruned)")
    #expect(try scenarios.check("--strict").status == 0)
  }

  @Test func `a deleted scenario is gone, until its baseline is pruned`() throws {
    let scenarios = try ChangedScenarios("nested-edit", "editing")
    try scenarios.apply("04-deleted")
    let report = try scenarios.program.run("check", "--no-progress", "-q")
    #expect(report.status == 0 && report.output.hasPrefix("CHANGED  "))
    #expect(report.output.contains("gone: the scenario nested-edit"))
    #expect(report.output.contains("faultline accept --prune"))
    #expect(try scenarios.check("--strict").status == 2)
    let pruned = try scenarios.program.run("accept", "--no-progress", "-q", "--prune")
    #expect(pruned.output.contains("Reports/baselines/nested-edit.json"), "\(pruned)")
    #expect(scenarios.program.files(in: "Reports/baselines") == ["editing.json"])
    #expect(try scenarios.check("--strict").status == 0)
  }

  @Test func `an added scenario has no baseline yet`() throws {
    let scenarios = try ChangedScenarios("editing")
    try scenarios.apply("05-added")
    let report = try scenarios.program.run("check", "--no-progress", "-q")
    #expect(report.status == 0)
    #expect(report.output.contains("no baseline: one-save/default"), "\(report)")
    #expect(report.output.contains("faultline accept Scenarios/one-save.yaml --quick"))
    #expect(try scenarios.check("--strict").status == 2)
  }

  @Test func `another quick value is named with its line`() throws {
    let scenarios = try ChangedScenarios("article-list")
    try scenarios.apply("06-default-and-quick")
    let answer = try scenarios.program.run(
      "check", "--no-progress", "-q", "--format", "github")
    #expect(answer.status == 2)
    // The expectation breaks, too, and the baseline says why.
    #expect(answer.output.contains("file=Scenarios/article-list.yaml,line=8,"), "\(answer.output)")
    #expect(answer.output.contains("rows was 120 and is 132"))
  }

  @Test func `another default is not of the quick size, and is seen in the full one`() throws {
    let scenarios = try ChangedScenarios("article-list")
    let full = ["Scenarios/article-list.yaml", "--variant", "batch-50"]
    _ = try scenarios.program.run(["accept", "--no-progress", "-q", "--force"] + full)
    try scenarios.apply("06-default-alone")
    #expect(try scenarios.check("--strict").status == 0)
    let answer = try scenarios.program.run(["check", "--no-progress", "-q"] + full)
    #expect(answer.output.contains("rows was 8,000 and is 5,000"), "\(answer)")
  }

  @Test func `a loosened or deleted expectation is found strictly, and a tightened one breaks`()
    throws
  {
    let loosened = try ChangedScenarios("article-list")
    try loosened.apply("07-loosened")
    let (status, lines) = try loosened.check()
    #expect(status == 0 && lines[0].hasPrefix("CHANGED  "))
    #expect(
      lines[1]
        == "article-list: the expectation objects.live@shown <= 120 was loosened to objects.live@shown <= 150"
    )
    #expect(try loosened.check("--strict").status == 2)
    let deleted = try ChangedScenarios("article-list")
    try deleted.apply("07-deleted")
    #expect(
      try deleted.check().lines[1]
        == "article-list: the expectation objects.live@shown <= 120 is gone")
    #expect(try deleted.check("--strict").status == 2)
    let tightened = try ChangedScenarios("article-list")
    try tightened.apply("07-tightened")
    let broken = try tightened.check()
    #expect(broken.status == 2 && broken.lines[0].hasPrefix("FAIL  "))
  }

  @Test func `a metric that decides no longer is found strictly`() throws {
    let scenarios = try ChangedScenarios("editing")
    let file = "Scenarios/editing.yaml"
    let text = try scenarios.program.text(of: file)
    try scenarios.program.write(
      text.replacing("  groups: undo.groups@edited\n", with: ""), to: file)
    let (status, lines) = try scenarios.check()
    #expect(status == 0 && lines[0].hasPrefix("CHANGED  "), "\(lines)")
    #expect(lines[0].contains("1 metric no longer decisive"), "\(lines)")
    #expect(
      lines[1]
        == "editing: undo.groups decided the verdict at edited, and does not any more", "\(lines)")
    #expect(try scenarios.check("--strict").status == 2)
  }

  /// What a check prints to accept a change is run as it stands; then nothing is left to be said.
  @Test(arguments: [
    ("02-undo-limited", "import-batches"), ("03-renamed", "article-list"),
    ("07-deleted", "article-list"), ("07-loosened", "article-list"),
  ])
  func `is accepted by the command that the check prints`(patch: String, name: String) throws {
    let scenarios = try ChangedScenarios(name)
    try scenarios.apply(patch)
    let (_, lines) = try scenarios.check()
    let command = try #require(lines.first { $0.hasPrefix("accept: faultline ") }, "\(lines)")
    let words = command.split(separator: " ").dropFirst(2).map(String.init)
    let answer = try scenarios.program.run(words + ["--no-progress", "-q"])
    #expect(answer.status == 0, "\(answer)")
    let again = try scenarios.check("--strict")
    #expect(again.status == 0, "\(again.lines)")
  }

  @Test func `is not to be accepted while an expectation fails`() throws {
    let scenarios = try ChangedScenarios("article-list")
    try scenarios.apply("06-default-and-quick")
    let (status, lines) = try scenarios.check()
    #expect(status == 2 && !lines.contains { $0.hasPrefix("accept: ") }, "\(lines)")
  }

  @Test func `another Faultline is named, and is no regression`() throws {
    let scenarios = try ChangedScenarios("import-batches")
    let path = "Reports/baselines/import-batches.json"
    var text = try scenarios.program.text(of: path)
    text.replace(try Regex(#""behavior" : "[0-9a-f]+""#), with: #""behavior" : "0000""#)
    text.replace(#""faultline" : "0.1.0""#, with: #""faultline" : "0.0.9""#)
    // It measured 5 % more or less.
    let peaks = text.matches(of: try Regex(#""bytes.peak" : ([0-9]+)"#))
    for peak in peaks.reversed() {
      let bytes = try #require(Int(peak.output[1].substring ?? ""))
      text.replaceSubrange(peak.range, with: #""bytes.peak" : \#(bytes * 95 / 100)"#)
    }
    try scenarios.program.write(text, to: path)
    let (status, lines) = try scenarios.check()
    #expect(status == 0, "\(lines)")
    #expect(
      lines[0].contains(
        "another Faultline measured the baseline (Faultline was 0.0.9 and is 0.1.0"),
      "\(lines)")
    #expect(lines[0].contains("faultline accept Scenarios/import-batches.yaml --quick"))
    #expect(try scenarios.check("--strict").status == 2)
  }

  @Test func `another kind of machine lets no peak grow fifty times`() throws {
    let scenarios = try ChangedScenarios("import-batches")
    let path = "Reports/baselines/import-batches.json"
    var text = try scenarios.program.text(of: path)
    text.replace(try Regex(#""architecture" : "[a-z0-9_]+""#), with: #""architecture" : "other64""#)
    try scenarios.program.write(text, to: path)
    #expect(try scenarios.check().status == 0)
    text.replace(try Regex(#""bytes.peak" : [0-9]+"#), with: #""bytes.peak" : 27600"#)
    try scenarios.program.write(text, to: path)
    let (status, lines) = try scenarios.check()
    #expect(
      status == 2 && lines[0].hasPrefix("REGRESSED  another machine measured the baseline"),
      "\(lines)")
  }

  @Test func `a conflict in a baseline is found before anything runs, and the rest is checked`()
    throws
  {
    let scenarios = try ChangedScenarios("import-batches", "editing")
    let path = "Reports/baselines/editing.json"
    let lines = try scenarios.baseline("editing")
    try scenarios.program.write(
      (lines.prefix(17) + ["<<<<<<< HEAD", lines[17], "=======", lines[17], ">>>>>>> theirs"]
        + lines.dropFirst(18)).joined(separator: "\n"), to: path)
    let answer = try scenarios.program.run(
      "check", "--no-progress", "-q", "--format", "brief", "--format", "junit=j.xml", "--format",
      "markdown=m.md", "--format", "github=g.txt", "--format", "html=pages/", "--format",
      "sarif=s.sarif")
    #expect(answer.status == 3)
    #expect(
      answer.errors.hasPrefix(
        "\(path):18: error: this baseline cannot be used: it has a merge conflict"),
      "\(answer.errors)")
    #expect(answer.output.hasPrefix("UNUSABLE BASELINE  1 baseline cannot be used"))
    #expect(answer.output.contains("git checkout --ours -- \(path)"))
    // 'import-batches' was checked.
    #expect(answer.output.contains("the same"))
    #expect(try scenarios.program.text(of: "j.xml").contains("errors=\"1\""))
    #expect(try scenarios.program.text(of: "m.md").contains("UNUSABLE BASELINE"))
    #expect(
      try scenarios.program.text(of: "g.txt").contains("::error file=\(path),line=18,"))
    #expect(try scenarios.program.text(of: "s.sarif").contains("\"startLine\" : 18"))
    #expect(scenarios.program.files(in: "pages").contains("index.html"))
    // Nothing is accepted over it.
    let refused = try scenarios.program.run("accept", "--no-progress", "-q")
    #expect(refused.status == 3)
  }

  @Test(arguments: ["", "[]", "{", "{\"schemaVersion\": 9, \"baseline\": \"editing\"}"])
  func `a baseline that is none is named with what to do`(text: String) throws {
    let scenarios = try ChangedScenarios("editing", "nested-edit")
    try scenarios.program.write(text, to: "Reports/baselines/editing.json")
    let answer = try scenarios.program.run("check", "--no-progress", "-q", "--format", "brief")
    #expect(answer.status == 3)
    #expect(answer.errors.contains("git checkout -- Reports/baselines/editing.json"), "\(answer)")
  }

  /// A changed setting is a short difference to review.
  @Test(arguments: [
    ("01-more-levels", "editing"), ("02-undo-limited", "import-batches"),
    ("06-default-and-quick", "article-list"), ("07-loosened", "article-list"),
  ])
  func `a changed setting changes at most thirty lines of a baseline`(
    patch: String, name: String
  ) throws {
    let scenarios = try ChangedScenarios(name)
    let before = try scenarios.baseline(name)
    try scenarios.apply(patch)
    let answer = try scenarios.program.run("accept", "--no-progress", "-q", "--force")
    #expect(answer.status == 0, "\(answer)")
    let difference = try scenarios.baseline(name).difference(from: before)
    #expect(!difference.isEmpty)
    #expect(difference.removals.count <= 30, "\(difference.removals.count)")
    #expect(difference.insertions.count <= 30, "\(difference.insertions.count)")
  }
}
