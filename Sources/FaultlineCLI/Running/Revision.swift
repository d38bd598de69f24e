// Which revision of the code is being measured, as the build server or git knows it.

import Foundation

/// The revision that is checked out.
enum Revision {
  /// Its name; nil where nobody knows.
  static var current: String? {
    let environment = ProcessInfo.processInfo.environment
    let told = ["GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT", "BUILDKITE_COMMIT"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    return told ?? asked
  }

  /// What git says is checked out; where files differ from that, the name says so too.
  private static var asked: String? {
    guard let commit = git("rev-parse", "HEAD"), !commit.isEmpty else { return nil }
    let changes = git("status", "--porcelain", "--untracked-files=no") ?? ""
    return changes.isEmpty ? commit : "\(commit)-dirty"
  }

  /// What git answers; nil where it refuses, or is not there.
  private static func git(_ words: String...) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git"] + words
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    return process.terminationStatus == 0 ? text : nil
  }
}
