// Which revision of the code is being measured, as the user, git or the build server says.

import FaultlineMeasures
import FaultlineScenarios
import Foundation

/// The revision of the working tree that the program runs in.
package enum Revision {
  /// Where a user says what is measured; an empty text says that nothing is to be said.
  package static let variable = "FAULTLINE_REVISION"

  /// Its name; nil where it is not known.
  package static var current: String? {
    let environment = ProcessInfo.processInfo.environment
    if let said = environment[variable] { return said.isEmpty ? nil : said }
    return checkedOut ?? servers.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// Where build servers say what they have fetched, which may be without git.
  private static let servers = ["GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT", "BUILDKITE_COMMIT"]

  /// What git says is checked out, marked where tracked files differ from it.
  ///
  /// Nothing that the folder's own settings name is run: it may come from anywhere.
  private static var checkedOut: String? {
    // A commit that may be changed or not is no revision, so both must be answered.
    guard let commit = git("rev-parse", "--verify", "--quiet", "HEAD")?.first,
      let names = git("config", "--list", "--name-only"),
      let changes = git(
        ["status", "--porcelain", "--untracked-files=no", "--ignore-submodules=dirty"],
        emptying: filters(among: names))
    else { return nil }
    return changes.isEmpty ? commit : commit + RevisionName.changed
  }

  /// Settings that switch off every filter among these names of settings: to compare a changed file, git would run it.
  package static func filters(among names: [String]) -> [(name: String, value: String)] {
    let drivers = names.compactMap { name -> Substring? in
      guard name.hasPrefix("filter."), let end = name.lastIndex(of: "."), end > name.startIndex
      else { return nil }
      let driver = name[..<end]
      return driver.count > "filter.".count ? driver : nil
    }
    return Set(drivers).sorted().flatMap { driver in
      [("\(driver).clean", ""), ("\(driver).process", ""), ("\(driver).required", "false")]
    }
  }

  /// The lines that git answers; nil where it refuses, takes too long, or is not there.
  package static func git(_ words: String...) -> [String]? { git(words, emptying: []) }

  private static func git(
    _ words: [String], emptying settings: [(name: String, value: String)]
  ) -> [String]? {
    // It neither takes the lock of another program that is at work here, nor starts a daemon, a hook, or a helper that
    // fetches what is missing.
    var child = ChildProcess(
      executable: "/usr/bin/env",
      arguments: ["git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"] + words,
      timeout: .seconds(10))
    let fixed = ["GIT_OPTIONAL_LOCKS": "0", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"]
    var environment = ProcessInfo.processInfo.environment.filter { name, _ in
      name.hasPrefix("GIT_") || name == "XDG_CONFIG_HOME"
    }.merging(fixed) { _, new in new }
    // The names of filters may have any characters, which a command line could not hand on. Those of the caller stay.
    var count = environment["GIT_CONFIG_COUNT"].flatMap { Int($0) } ?? 0
    for setting in settings {
      environment["GIT_CONFIG_KEY_\(count)"] = setting.name
      environment["GIT_CONFIG_VALUE_\(count)"] = setting.value
      count += 1
    }
    if !settings.isEmpty { environment["GIT_CONFIG_COUNT"] = "\(count)" }
    child.environment = environment.map { "\($0)=\($1)" }.sorted()
    var lines: [String] = []
    let report = child.run { lines.append($0.text) }
    return report.ending == .exited(0) ? lines : nil
  }
}
