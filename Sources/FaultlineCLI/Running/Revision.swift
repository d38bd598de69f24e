// Which revision of the code is being measured, as the user, git or the build server says.

import FaultlineMeasures
import FaultlineScenarios
import Foundation

/// The revision of the working tree that the program runs in.
enum Revision {
  /// Where a user says what is measured; an empty text says that nothing is to be said.
  static let variable = "FAULTLINE_REVISION"

  /// Its name; nil where it is not known.
  static var current: String? {
    let environment = ProcessInfo.processInfo.environment
    if let said = environment[variable] { return said.isEmpty ? nil : said }
    return checkedOut ?? servers.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// Where build servers say what they have fetched, which may be without git.
  private static let servers = ["GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT", "BUILDKITE_COMMIT"]

  /// What git says is checked out, marked where tracked files differ from it.
  private static var checkedOut: String? {
    // A commit that may be changed or not is no revision, so both must be answered.
    guard let commit = git("rev-parse", "--verify", "--quiet", "HEAD")?.first,
      let changes = git(
        "status", "--porcelain", "--untracked-files=no", "--ignore-submodules=untracked")
    else { return nil }
    return changes.isEmpty ? commit : commit + RevisionName.changed
  }

  /// The lines that git answers; nil where it refuses, takes too long, or is not there.
  static func git(_ words: String...) -> [String]? {
    // It neither takes the lock of another program that is at work here, nor starts a daemon.
    var child = ChildProcess(
      executable: "/usr/bin/env", arguments: ["git", "-c", "core.fsmonitor=false"] + words,
      timeout: .seconds(10))
    child.environment =
      ["GIT_OPTIONAL_LOCKS=0"]
      + ProcessInfo.processInfo.environment.filter { name, _ in
        name.hasPrefix("GIT_") && name != "GIT_OPTIONAL_LOCKS" || name == "XDG_CONFIG_HOME"
      }.map { "\($0)=\($1)" }.sorted()
    var lines: [String] = []
    let report = child.run { lines.append($0.text) }
    return report.ending == .exited(0) ? lines : nil
  }
}
