// What the README shows is what its commands print.

import Foundation
import Testing

/// Where the README's commands left their output, when they were run before the tests.
private let outputFolder = ProcessInfo.processInfo.environment["FAULTLINE_README_OUTPUT"]

private func readme() throws -> String {
  let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "README.md")
  return try String(contentsOf: file, encoding: .utf8)
}

struct ReadmeTests {
  @Test(
    .enabled(
      if: outputFolder != nil, "FAULTLINE_README_OUTPUT names no folder; .ci/run makes one."))
  func `every command of the README prints what is shown`() throws {
    let folder = URL(filePath: try #require(outputFolder))
    let commands = ReadmeCommand.all(in: try readme())
    #expect(!commands.isEmpty)
    for (number, command) in zip(1..., commands) where !command.isTestRun {
      func text(_ ending: String) throws -> String {
        try String(
          contentsOf: folder.appending(path: "\(number).\(ending)"), encoding: .utf8)
      }
      #expect(try text("command") == command.command + "\n")
      guard !command.shown.isEmpty else { continue }
      let printed = ReadmeCommand.lines(of: try text("out"))
      #expect(command.difference(from: printed) == nil, "$ \(command.command)")
    }
  }

  /// A reader sees what it is and tries it without leaving the page.
  @Test func `the README fits a screen or two, and shows a result before it asks for anything`()
    throws
  {
    let readme = try readme()
    let commands = ReadmeCommand.all(in: readme)
    #expect(commands.count == 2 && commands[1].isTestRun)
    #expect((3...12).contains(commands[0].shown.count))
    #expect(commands.allSatisfy { !$0.command.contains("|") })
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 130)
    #expect(readme.utf8.count <= 7_000)
    let places = [
      "<picture>", "## Install", "## Try it", "## I want to", "## How close", "## Contributing",
    ]
    .map { readme.firstRange(of: $0)?.lowerBound }
    #expect(!places.contains(nil))
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
  }

  @Test func `commands and what is shown are found in console blocks only`() {
    let readme = """
      # Title
      ```swift
      $ not a command
      ```
      ```console
      $ first | second
      one

      two

      $ third && swift test
      ```
      $ prose
      ```console
      no command yet
      $ fourth
      …
      ```
      """
    let found = ReadmeCommand.all(in: readme)
    #expect(
      found == [
        ReadmeCommand(command: "first | second", shown: ["one", "", "two"]),
        ReadmeCommand(command: "third && swift test"),
        ReadmeCommand(command: "fourth", shown: ["…"]),
      ])
    #expect(found.map(\.isTestRun) == [false, true, false])
  }

  @Test(
    arguments: [
      ("a\nb", "a\nb\n", nil),
      ("a\n…\nd", "a\nb\nc\nd\n", nil),
      ("a\n…\nb", "a\nb\n", nil),
      ("…", "", nil),
      ("a\n…", "a\nb\nc", nil),
      ("a\nb", "a\nc", "line 2 is 'c', but 'b' is shown"),
      ("a\nb", "a", "'b' was not printed; the output ends before it"),
      ("a", "a\nb", "'b' was printed, but is not shown"),
      ("a\n…\nx", "a\nb", "after '…', the line 'x' was not printed"),
    ] as [(String, String, String?)])
  func `an ellipsis stands for any number of lines, and nothing else may differ`(
    shown: String, printed: String, difference: String?
  ) {
    let command = ReadmeCommand(command: "x", shown: ReadmeCommand.lines(of: shown))
    #expect(command.difference(from: ReadmeCommand.lines(of: printed)) == difference)
  }
}
