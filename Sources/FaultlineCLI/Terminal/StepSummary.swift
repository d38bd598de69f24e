// The page that GitHub shows below a workflow's run: it names a file, and we add to it.

import FaultlineReports
import Foundation

/// The step summary of a workflow, where there is one.
struct StepSummary {
  /// GitHub refuses more than a mebibyte a step.
  static let mostBytes = 1_000_000

  private let file: String

  /// The file that the environment names.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard let file = environment["GITHUB_STEP_SUMMARY"], !file.isEmpty else { return nil }
    self.file = file
  }

  /// Adds the report as Markdown; returns what went wrong, which is no reason to fail a build.
  func add(_ report: Report) -> String? {
    let page = Self.fitting(MarkdownFormat().render(report))
    if !FileManager.default.fileExists(atPath: file) {
      _ = FileManager.default.createFile(atPath: file, contents: nil)
    }
    guard let handle = FileHandle(forUpdatingAtPath: file) else {
      return "faultline: the step summary '\(file)' cannot be written."
    }
    defer { try? handle.close() }
    do {
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(page.utf8))
      return nil
    } catch {
      return "faultline: the step summary '\(file)' cannot be written: \(error)."
    }
  }

  /// The page, or as many whole lines of it as are taken.
  static func fitting(_ page: String) -> String {
    guard page.utf8.count > mostBytes else { return page }
    var size = 0
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).prefix { line in
      size += line.utf8.count + 1
      return size < mostBytes - 100
    }
    return lines.joined(separator: "\n") + "\n\nThe rest does not fit; see the report.\n"
  }
}
