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

  @Test func `fit the schemas of GitHub and GitLab`() throws {
    let article = try text("Sources/Faultline/Faultline.docc/ContinuousIntegration.md")
    let blocks = article.components(separatedBy: "```yaml\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count == 3)
    let recipes = [
      ("vendor.github-workflows", blocks[1]), ("vendor.gitlab-ci", blocks[2]),
      ("vendor.github-actions", try text(".github/actions/faultline/action.yml")),
    ]
    for (schema, recipe) in recipes {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "faultline-recipe-\(UInt64.random(in: .min ... .max)).yml")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(recipe.utf8).write(to: file)
      let answer = Outsider.run("check-jsonschema", ["--builtin-schema", schema, file.path])
      guard let answer else {
        print("Skipped: check-jsonschema is not installed (pip install check-jsonschema).")
        return
      }
      #expect(answer == "ok -- validation done\n", "\(schema)")
    }
  }

  @Test func `name commands and options that there are`() throws {
    let texts = try [
      "Sources/Faultline/Faultline.docc/ContinuousIntegration.md",
      "Sources/Faultline/Faultline.docc/Reports.md", ".github/actions/faultline/action.yml",
    ].map(text).joined(separator: "\n")
    for found in texts.matches(of: /\bfaultline ([a-z]+)((?: [^\n`|;>&]+)?)/) {
      guard let command = Commands.all.first(where: { $0.name == found.1 }) else { continue }
      let known = command.options.map(\.spelling)
      for option in found.2.matches(of: /--[a-z-]+/) {
        #expect(known.contains(String(option.0)), "\(found.0)")
      }
    }
  }
}
