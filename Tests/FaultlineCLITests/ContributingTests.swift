// The page for contributors quotes and names what there is.

import FaultlineTestSupport
import Foundation
import Testing

struct `The page for contributors` {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// The names in the text that stand between backticks, outside of blocks of code.
  private func names() throws -> [String] {
    let parts = try text(".github/CONTRIBUTING.md").components(separatedBy: "\n```")
    let prose = stride(from: 0, to: parts.count, by: 2).map { parts[$0] }.joined(separator: "\n")
    return prose.matches(of: /`([^`\n]+)`/).map { String($0.1) }
  }

  @Test func `quotes what stands in the tree`() throws {
    let words = [".ci/quotes", "--check"]
    let answer = try #require(Outsider.run("bash", words, in: Self.root))
    #expect(answer == "")
    #expect(try text(".github/CONTRIBUTING.md").components(separatedBy: "<!-- quote ").count > 8)
  }

  @Test func `has its quotes written anew, and a mistake in one named with its line`() throws {
    let folder = try StoreFolder()
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: folder.url.appending(path: name))
    }
    func quotes(_ words: String...) throws -> String {
      let script = Self.root.appending(path: ".ci/quotes").path
      return try #require(Outsider.run("bash", [script] + words + ["page.md"], in: folder.url))
    }
    try write("one\n  two {\n    three\n  }\nfour\n", to: "a.txt")
    let page = """
      A page.

      <!-- quote a.txt -->
      ```text
      OLD
      ```
      <!-- quote a.txt from "two" to "}" -->
      ```text
      ```

      """
    try write(page, to: "page.md")
    #expect(try quotes("--check").contains("-OLD\n+one\n"))
    #expect(try quotes() == "")
    #expect(try quotes("--check") == "")
    expectText(
      try String(contentsOf: folder.url.appending(path: "page.md"), encoding: .utf8),
      is: page.replacing("OLD", with: "one\n  two {\n    three\n  }\nfour")
        .replacing("-->\n```text\n```", with: "-->\n```text\ntwo {\n  three\n}\n```"))
    for (wrong, sentence) in [
      ("<!-- quote b.txt -->\n```text\n```\n", "line 2: there is no file b.txt"),
      ("<!-- quote a.txt -->\nthree\n", "line 2: no block of code stands below the quote"),
      (
        "<!-- quote a.txt from \"five\" to \"one\" -->\n```text\n```\n",
        "line 2: a.txt has no line with five"
      ),
      ("<!-- quote a.txt from one -->\n", "line 1: this is no quote as --help shows it"),
    ] {
      try write(wrong, to: "page.md")
      #expect(try quotes().contains(sentence))
      let left = try String(contentsOf: folder.url.appending(path: "page.md"), encoding: .utf8)
      #expect(left == wrong)
    }
  }

  @Test func `names files that there are`() throws {
    let paths = try names().filter { $0.contains("/") && !$0.contains(" ") || $0.hasPrefix(".ci") }
    #expect(paths.count >= 20)
    for path in paths {
      let file = Self.root.appending(path: path.split(separator: " ")[0])
      let isThere = FileManager.default.fileExists(atPath: file.path)
      #expect(isThere || path.hasPrefix(".build/"), "\(path)")
    }
  }

  /// A suite that is a sentence is named by its file, and a target by the manifest.
  @Test func `names types, lists, suites and targets that there are`() throws {
    let names = try names().filter { $0.wholeMatch(of: /[A-Z][A-Za-z]+(\.all)?/) != nil }
    #expect(names.count >= 20)
    var declared = Set(
      try text("Package.swift").matches(of: /name: "(\w+)"/).map { $0.1 })
    for folder in ["Sources", "Tests"] {
      let place = Self.root.appending(path: folder)
      for case let path as String in try #require(
        FileManager.default.enumerator(atPath: place.path)) where path.hasSuffix(".swift")
      {
        let text = try String(contentsOf: place.appending(path: path), encoding: .utf8)
        if let file = path.split(separator: "/").last { declared.insert(file.dropLast(6)) }
        for found in text.matches(of: /\b(?:struct|enum|class|protocol|extension) (\w+)/) {
          declared.insert(found.1)
          if text.contains(" static let all") { declared.insert("\(found.1).all") }
        }
      }
    }
    #expect(names.filter { !declared.contains($0[...]) } == [])
  }
}
