// What articles quote is held against what was read: a figure that is wrong is named with its line and the right one.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

private let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

@Suite(.enabled(if: hasPython, "There is no /usr/bin/python3 to run .ci/figures with."))
struct `The figures of an article` {
  private let program: WholeProgram

  private static let article = """
    # Three rows

    Of 3 rows, `plain` leaves 3 and `odd` leaves
    5, in `rows: 7` or R6; on the heap it is 0.0 MiB.
    """

  init() throws {
    program = try WholeProgram([
      "small.yaml": smallScenario(), "Article.md": Self.article,
      ".ci/quoted-figures": """
      == all Article.md
      -- small
      Of # rows, `plain` leaves # and `odd` leaves #, in
        [plain objects.registered@saved], [rows], [odd objects.live@saved] + [rows] - [rows]
      on the heap it is #.
        [plain bytes.live@saved] * 0

      """,
    ])
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    for name in [".ci/figures", ".ci/readings.py"] {
      try FileManager.default.copyItem(
        at: root.appending(path: name), to: program.folder.appending(path: name))
    }
    _ = try program.run("run", "small.yaml", "-q")
    try program.write(try facts(), to: "Reports/gallery/made-with.json")
  }

  /// The facts of this machine, as a baseline has them.
  private func facts() throws -> String {
    _ = try program.run("accept", "--from", "Reports/out/small.json", "-q")
    let baseline = try program.text(of: "Reports/baselines/small.json")
    let found = try #require(baseline.firstMatch(of: /"facts" : (\{[^}]*\})/))
    return String(found.1)
  }

  private func figures(_ options: String = "") throws -> (status: Int, output: String) {
    let script = #"cd "$1" && python3 .ci/figures --results Reports/out \#(options) >answer 2>&1"#
    guard case .exited(let status) = program.shell(script, []).run().ending else {
      return (-1, "")
    }
    return (status, try program.text(of: "answer"))
  }

  @Test func `are right where they are what was read`() throws {
    #expect(
      try figures("--check") == (0, "Article.md: 4 figures are what was read.\n"))
  }

  @Test func `are named with their line where they are wrong, and written anew`() throws {
    let wrong = Self.article.replacing("leaves\n5", with: "leaves\n1,234")
    try program.write(wrong, to: "Article.md")
    let (status, output) = try figures("--check")
    #expect(status == 2)
    #expect(
      output.hasPrefix(
        "Article.md:4: 1,234 is quoted, and 5 was read (small: [odd objects.live@saved] + [rows] - [rows])\n"
      ))
    #expect(try program.text(of: "Article.md") == wrong)
    #expect(try figures().status == 0)
    expectText(try program.text(of: "Article.md"), is: Self.article)
  }

  @Test func `are accounted for, every one of them`() throws {
    try program.write(Self.article + "\nAnd 17 more.\n", to: "Article.md")
    let (status, output) = try figures("--check")
    #expect(status == 2)
    #expect(output.hasPrefix("Article.md:5: 17 is held against nothing"))
  }

  @Test func `are missed where the text around them has gone`() throws {
    try program.write(Self.article.replacing("on the heap", with: "there"), to: "Article.md")
    let (status, output) = try figures("--check")
    #expect(status == 2)
    #expect(output.hasPrefix("Article.md:4: after this line there is no such text"))
  }

  @Test func `in bytes are those of one machine, and others are not compared with them`() throws {
    let text = Self.article.replacing("0.0 MiB", with: "9.9 MiB").replacing(
      "Of 3 rows", with: "Of 4 rows")
    try program.write(text, to: "Article.md")
    try program.write(
      try facts().replacing("4096", with: "16384"), to: "Reports/gallery/made-with.json")
    let (status, output) = try figures("--check")
    #expect(status == 2)
    #expect(output.contains("bytes are not compared: pageSize was 16384 and is 4096\n"))
    #expect(output.contains("Article.md:3: 4 is quoted, and 3 was read"))
    #expect(!output.contains("9.9"))
    #expect(try figures().status == 1)
    #expect(try program.text(of: "Article.md") == text)
  }
}
