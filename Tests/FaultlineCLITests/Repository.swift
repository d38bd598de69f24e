// A repository of git with a scenario, in which the program is run by scripts.

import FaultlineScenarios
import Foundation
import Testing

/// A working tree with one commit, in which `small.yaml` is tracked.
struct Repository {
  let program: WholeProgram

  init(_ files: [String: String] = [:]) throws {
    program = try WholeProgram(["small.yaml": smallScenario()].merging(files) { $1 })
    try shell("git init -q . && git add small.yaml && git commit -qm one")
  }

  /// The commit that is checked out.
  var head: String {
    get throws {
      try shell("git rev-parse HEAD >.git/revision")
      return String(try program.text(of: ".git/revision").dropLast())
    }
  }

  /// Runs lines of a script in the working tree, where `faultline` is the program; all of them must do what they do.
  func shell(_ script: String, environment: [String] = []) throws {
    let begin = #"cd "$1" && program=$2 && faultline() { "$program" "$@" </dev/null; } && set -e"#
    var child = program.shell("\(begin)\n\(script)", [])
    child.environment =
      [
        "HOME=\(program.folder.path)", "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a",
        "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b",
      ] + environment
    let report = child.run()
    #expect(report.ending == .exited(0), "\(report)")
  }

  /// What the file beside the result says of the revision; nil where it says nothing.
  func recorded(by file: String = "Reports/out/small.machine.json") throws -> String? {
    try program.text(of: file).firstMatch(of: /"revision" : "([^"]*)"/).map { String($0.1) }
  }
}
