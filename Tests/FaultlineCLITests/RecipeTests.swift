// The recipes of the documents are what build servers understand, and name options that there are.

import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

struct `The recipes` {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// The folder with the checker that knows the schemas of build servers.
  private var tools: URL? {
    let folder = ProcessInfo.processInfo.environment["FAULTLINE_SCHEMAS"].map {
      URL(filePath: $0).appending(path: "tools")
    }
    guard let folder, FileManager.default.fileExists(atPath: folder.path) else { return nil }
    return folder
  }

  @Test func `fit the schemas of GitHub and GitLab`() throws {
    guard let tools else {
      print("Skipped: FAULTLINE_SCHEMAS names no folder with tools ('.ci/schemas' makes one).")
      return
    }
    let article = try text("Sources/Faultline/Faultline.docc/ContinuousIntegration.md")
    let blocks = article.components(separatedBy: "```yaml\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count == 5)
    let recipes = [
      ("vendor.github-workflows", blocks[2]), ("vendor.gitlab-ci", blocks[3]),
      ("vendor.gitlab-ci", blocks[4]),
      ("vendor.github-workflows", try text(".github/workflows/ci.yml")),
      ("vendor.github-actions", try text(".github/actions/faultline/action.yml")),
      ("vendor.github-actions", try text(".github/actions/comment/action.yml")),
    ]
    for (schema, recipe) in recipes {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "faultline-recipe-\(UInt64.random(in: .min ... .max)).yml")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(recipe.utf8).write(to: file)
      let answer = Outsider.run(
        "python3",
        ["-W", "ignore", "-m", "check_jsonschema", "--builtin-schema", schema, file.path],
        in: tools)
      #expect(answer == "ok -- validation done\n", "\(schema)")
    }
  }
}
