// The steps of the actions, carried out as a runner does: with bash, a folder for its files, and nothing from the network.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

/// One step of an action: its script, as the file has it.
private struct ActionStep {
  let script: String

  init(_ name: String, of action: String) throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: ".github/actions/\(action)/action.yml"), encoding: .utf8)
    let step = try #require(text.components(separatedBy: "    - name: \(name)\n").last)
    let lines = try #require(step.components(separatedBy: "      run: |\n").last)
      .split(separator: "\n", omittingEmptySubsequences: false)
    script = lines.prefix { $0.isEmpty || $0.hasPrefix("        ") }
      .map { String($0.dropFirst(8)) }.joined(separator: "\n")
  }
}

/// What a step has left.
private struct Left {
  let status: Int
  let log: String
  let summary: String
  let outputs: [String: String]
}

extension WholeProgram {
  /// Carries out a step with these settings; programs that stand in for others lie in the folder `bin`.
  fileprivate func carryOut(_ step: ActionStep, _ settings: [String: String]) throws -> Left {
    try write(step.script, to: "runner/step.sh")
    for name in ["summary", "output", "path"] { try write("", to: "runner/\(name)") }
    let runner = folder.appending(path: "runner").path
    let programs = URL(filePath: Self.executable).deletingLastPathComponent().path
    var child = shell(
      #"""
      cd "$1" && export PATH="$1/bin:$PROGRAMS:$PATH"
      exec bash --noprofile --norc -e -o pipefail runner/step.sh >runner/log 2>&1 </dev/null
      """#, [])
    child.environment =
      [
        "PROGRAMS=\(programs)", "GITHUB_STEP_SUMMARY=\(runner)/summary",
        "GITHUB_OUTPUT=\(runner)/output", "GITHUB_PATH=\(runner)/path", "CI=true",
      ] + settings.map { "\($0.key)=\($0.value)" }
    guard case .exited(let status) = child.run().ending else {
      return Left(status: -1, log: "", summary: "", outputs: [:])
    }
    let outputs = try text(of: "runner/output").split(separator: "\n").map {
      $0.split(separator: "=", maxSplits: 1).map(String.init)
    }
    return Left(
      status: status, log: try text(of: "runner/log"), summary: try text(of: "runner/summary"),
      outputs: Dictionary(uniqueKeysWithValues: outputs.map { ($0[0], $0.count > 1 ? $0[1] : "") }))
  }

  /// Puts a program in the place of another.
  fileprivate func standIn(for name: String, _ script: String) throws {
    try write("#!/bin/bash\n\(script)\n", to: "bin/\(name)")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.appending(path: "bin/\(name)").path)
  }
}

struct `The action that checks` {
  private static let settings = [
    "SCENARIOS": "", "BASELINES": "Reports/baselines", "OUT": "Reports/out", "STRICT": "false",
    "OPTIONS": "",
  ]

  private func check(_ program: WholeProgram, _ settings: [String: String] = [:]) throws -> Left {
    try program.carryOut(
      try ActionStep("Check", of: "faultline"),
      Self.settings.merging(settings) { _, new in new })
  }

  @Test func `leaves pages, a comment and a summary of what held, names with spaces among them`()
    throws
  {
    let program = try WholeProgram([
      "My Scenarios/a small one.yaml": smallScenario(),
      "more/other.yaml": smallScenario(name: "other"),
    ])
    let settings = [
      "SCENARIOS": "My Scenarios\nmore/other.yaml\n", "OPTIONS": "--quick --jobs 2\n--no-progress",
    ]
    let first = try program.run(
      "accept", "My Scenarios", "more/other.yaml", "--quick", "-q")
    #expect(first.status == 0, "\(first.errors)")
    let left = try check(program, settings)
    #expect(left.status == 0, "\(left.log)")
    #expect(
      left.outputs == [
        "status": "0", "comment": "Reports/out/comment.md", "sarif": "Reports/out/faultline.sarif",
      ])
    #expect(left.summary.contains("### Faultline: UNCHANGED"))
    #expect(try program.text(of: "Reports/out/comment.md") == left.summary)
    #expect(try program.text(of: "Reports/out/faultline.sarif").contains(#""version" : "2.1.0""#))
    let files = program.files(in: "Reports/out")
    #expect(Set(["index.html", "small.html", "other.html"]).isSubset(of: files))
  }

  @Test func `says the same of what broke in the comment, the summary and the status`() throws {
    let program = try WholeProgram(["Scenarios/small.yaml": smallScenario()])
    #expect(try program.run("accept", "-q").status == 0)
    try program.write(smallScenario(expect: "objects.live == 1"), to: "Scenarios/small.yaml")
    let left = try check(program)
    #expect(left.status == 2)
    #expect(left.outputs["status"] == "2")
    let comment = try program.text(of: try #require(left.outputs["comment"]))
    #expect(comment.hasPrefix("<!-- faultline: Scenarios -->\n"))
    for text in [comment, left.summary] { #expect(text.contains("### Faultline: FAIL")) }
    #expect(left.log.contains("::error file=Scenarios/small.yaml"))
    // Strictly, what is merely different fails as well.
    try program.write(smallScenario(), to: "Scenarios/small.yaml")
    let other = ["OPTIONS": "--set rows=4 --across-changes warn"]
    #expect(try check(program, other).status == 0)
    #expect(try check(program, other.merging(["STRICT": "true"]) { $1 }).status == 2)
    #expect(try check(program, ["STRICT": "true"]).status == 0)
  }

  @Test func `of a check that could not begin, the cause is the last word`() throws {
    let program = try WholeProgram(["Scenarios/small.yaml": "faultline: nine"])
    let left = try check(program)
    #expect(left.status == 3)
    #expect(left.outputs == ["status": "3"])
    #expect(left.summary.contains("The check ended with status 3"))
    #expect(left.log.contains("Scenarios/small.yaml:1:1: error: "))
    #expect(!left.log.contains("there are no results"))
    #expect(program.files(in: "Reports/out") == [])
    let missing = try check(program, ["SCENARIOS": "No Such Folder"])
    #expect(missing.status == 3)
    #expect(missing.log.contains("No Such Folder: error: there is no such file or folder"))
  }

  @Test func `pages that cannot be made leave the status of what broke, and what could be written`()
    throws
  {
    let program = try WholeProgram([
      "Scenarios/small.yaml": smallScenario(expect: "objects.live == 1"),
      "Reports/out/index.html/in-the-way": "",
    ])
    let left = try check(program)
    #expect(left.status == 2)
    #expect(left.outputs["comment"] == "Reports/out/comment.md")
    #expect(left.log.contains("Reports/out/index.html: error: the report cannot be written"))
    #expect(try program.text(of: "Reports/out/comment.md").contains("### Faultline: FAIL"))
  }
}

struct `The action that comments` {
  /// Stands in for GitHub's program: it notes its words, and knows the comments of a file.
  private static let gh = #"""
    printf '%s\n' "$*" >>runner/asked
    case "$*" in *--paginate*) [ "$mark" = "<!-- faultline: Scenarios -->" ] && cat runner/comments;; esac
    exit 0
    """#

  private func comment(
    _ settings: [String: String], comments: String = "", file: String? = "report.md"
  ) throws -> (left: Left, asked: [String]) {
    let program = try WholeProgram([
      "report.md": "<!-- faultline: Scenarios -->\n\n### Faultline: UNCHANGED\n",
      "runner/comments": comments, "runner/asked": "",
    ])
    try program.standIn(for: "gh", Self.gh)
    let usual = [
      "FILE": file ?? "", "GH_TOKEN": "secret", "NUMBER": "7", "HOME_REPOSITORY": "us/app",
      "HEAD_REPOSITORY": "us/app",
    ]
    let left = try program.carryOut(
      try ActionStep("Comment", of: "comment"), usual.merging(settings) { _, new in new })
    let asked = try program.text(of: "runner/asked").split(separator: "\n").map(String.init)
    return (left, asked)
  }

  @Test func `writes a comment, and renews the one that has its mark`() throws {
    let first = try comment([:])
    #expect(first.left.status == 0, "\(first.left.log)")
    #expect(first.asked.count == 2)
    #expect(
      first.asked.last
        == "api --method POST repos/us/app/issues/7/comments -F body=@report.md --silent")
    let second = try comment([:], comments: "11\n12\n")
    #expect(
      second.asked.last
        == "api --method PATCH repos/us/app/issues/comments/12 -F body=@report.md --silent")
  }

  @Test(arguments: [
    (["HEAD_REPOSITORY": "them/app"], "::notice::A fork may write no comment"),
    (["NUMBER": ""], "::notice::This run is of no pull request"),
    (["FILE": ""], "::notice::The check has left no report"),
    (["FILE": "gone.md"], "::notice::The check has left no report"),
  ])
  func `where it cannot, it says so and fails nothing`(
    settings: [String: String], notice: String
  ) throws {
    let (left, asked) = try comment(settings)
    #expect(left.status == 0)
    #expect(asked == [])
    #expect(left.log.hasPrefix(notice))
  }
}

struct `The script that builds` {
  @Test func `builds anew only what has changed`() throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let program = try WholeProgram([
      "Package.swift": "", "Sources/a.swift": "one", ".ci/setup": "", "asked": "",
    ])
    try program.write(
      try String(contentsOf: root.appending(path: ".ci/build"), encoding: .utf8), to: ".ci/build")
    try program.standIn(
      for: "swift",
      #"""
      [ "$1" = --version ] && echo 'Swift 6.3' && exit
      echo "$*" >>asked && mkdir -p .build/release && : >.build/release/faultline
      chmod +x .build/release/faultline && echo built
      """#)
    let script = #"""
      cd "$1" && export PATH="$1/bin:$PATH" && chmod +x .ci/setup
      bash .ci/build >one 2>log && bash .ci/build >two 2>>log && echo two >Sources/a.swift \
      && bash .ci/build >three 2>>log
      """#
    #expect(program.shell(script, []).run().ending == .exited(0))
    let place = URL(filePath: program.folder.path).resolvingSymlinksInPath().path
    for name in ["one", "two", "three"] {
      #expect(try program.text(of: name) == "\(place)/.build/release\n")
    }
    #expect(
      try program.text(of: "asked")
        == String(
          repeating: "build -c release --product faultline -Xlinker --build-id=sha1\n", count: 2))
  }
}
