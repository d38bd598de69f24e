// What progress leaves on a terminal when a command has ended: nothing.

import FaultlineTestSupport
import Testing

/// The lines that a terminal shows once it has drawn a text over and over.
private func screen(_ text: String) -> String {
  var lines: [[Character]] = [[]]
  var column = 0
  var rest = Substring(text)
  while let character = rest.first {
    if rest.hasPrefix("\u{1B}[K") {
      lines[lines.count - 1].removeSubrange(min(column, lines[lines.count - 1].count)...)
      rest.removeFirst(3)
      continue
    }
    rest.removeFirst()
    switch character {
    case "\r": column = 0
    case "\n", "\r\n":
      lines.append([])
      column = 0
    default:
      if column < lines[lines.count - 1].count {
        lines[lines.count - 1][column] = character
      } else {
        lines[lines.count - 1].append(character)
      }
      column += 1
    }
  }
  return lines.map { String($0) }.joined(separator: "\n")
}

@Suite struct `A terminal when a command has ended` {
  private static let log = """
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZPET t0 ORDER BY t0.ZNAME
    CoreData: annotation: sql connection fetch time: 0.0010s
    CoreData: annotation: total fetch execution time: 0.0020s for 12 rows.

    """

  private static let model = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Pet" representedClassName="Pet">
        <attribute name="name" optional="YES" attributeType="String"/>
      </entity>
    </model>
    """

  /// What a command writes to a terminal that 'script' makes; nil where it is not installed.
  private func text(of words: [String], _ program: WholeProgram) -> String? {
    let line = ([WholeProgram.executable] + words).joined(separator: " ")
    let text = Outsider.run(
      "sh",
      [
        "-c",
        #"unset CI; export NO_COLOR=1 COLUMNS=80; exec script -qec "$0" /dev/null </dev/null"#,
        line,
      ], in: program.folder)
    return text.flatMap { $0.contains("not found") ? nil : $0 }
  }

  /// The same lines as without progress: what was drawn is gone before anything else is printed.
  @Test(
    arguments: [
      ["run", "small.yaml", "--no-explain", "--out", "out"],
      ["replay", "small.yaml", "--set", "rows=5000", "--out", "film.html"],
      ["import", "app.log"],
      ["tune", "small.yaml", "--over", "rows=1..3", "--least", "objects.live"],
      ["sweep", "run", "sweep", "--shard", "1", "--retry-died"],
      ["import", "app.log", "--model", "App.xcdatamodel", "--calibrate"],
      ["sweep", "script", "parallel", "sweep", "--submit", "--out", "merged"],
    ])
  func `shows what it shows without progress`(words: [String]) throws {
    func program() throws -> WholeProgram {
      let program = try WholeProgram([
        "small.yaml": smallScenario(), "app.log": Self.log, "App.xcdatamodel/contents": Self.model,
      ])
      guard words[0] == "sweep" else { return program }
      let plan = try program.run(
        "sweep", "plan", "small.yaml", "--shards", "1", "--out", "sweep")
      #expect(plan.status == 0, "\(plan.errors)")
      return program
    }
    guard let drawn = text(of: words, try program()),
      let plain = text(of: words + ["--no-progress"], try program())
    else { return print("Skipped: 'script' is not installed.") }
    // It was drawn, or there is nothing that could be left.
    #expect(drawn.contains("\u{1B}[K") && !plain.contains("\u{1B}[K"), "\(drawn)")
    expectText(screen(drawn), is: screen(plain))
  }

  @Test func `shows a line of progress over the one before`() {
    #expect(screen("\rstep 10\u{1B}[K\rstep 9\u{1B}[K\r\u{1B}[Kdone\r\nmore") == "done\nmore")
    #expect(screen("\rstep 10\u{1B}[Kdone") == "step 10done")
    #expect(screen("abc\rx") == "xbc")
  }
}
