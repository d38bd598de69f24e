// Both sides of a scenario, as a user meets them.

import FaultlineExperiments
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct SidesTests {
  /// An import that keeps its rows only where a context has an undo manager by default.
  private static let scenario = """
    faultline: 1
    name: import
    title: An import
    model: {Employee: {name: string, notes: string}}
    parameters:
      rows: {type: int, default: 400}
    variants:
      as it is: {}
      without undo: {undo: none}
    steps:
      - repeat: rows / 20
        steps:
          - insert: {entity: Employee, count: 20, set: {name: text(24), notes: text(80)}}
          - save: {}
      - checkpoint: imported
    expect:
      - that: objects.live@imported == rows
        when: {variant: as it is, behaves: guides}
      - that: objects.live@imported == 0
        when: {variant: as it is, behaves: core-data}
    """

  @Test("The advice that turns is named with the difference that turns it")
  func turned() throws {
    let program = try WholeProgram(["import.yaml": Self.scenario])
    let answer = try program.run("sides", "import.yaml", "--no-progress")
    #expect(answer.status == 0)
    expectText(
      answer.output,
      is: """
        The best variant is another one in 1 of 1 that advise something, in full size.
        No end of a band turns anything.

        Played as Core Data's guides describe it (guides), and as the framework was
        observed to behave today (core-data). Variants joined by 'or' tie; each behind a
        ';' has something that the others have not.

          import
            best by the guides without undo · best in Core Data of today no variant: all
            cost the same · turned by undo

        """)
    #expect(program.files(in: ".") == ["import.yaml"])
  }

  /// A list is read twice, and its objects are held meanwhile or let go.
  private static let twice = """
    faultline: 1
    name: twice
    title: Read twice
    model: {Employee: {name: string}}
    stores: [sqlite]
    parameters:
      rows: {type: int, default: 40}
      way: {type: choice, of: [held, let-go], default: held}
    data:
      Employee: {count: rows, set: {name: 'Employee {index}'}}
    variants:
      held: {way: held}
      let go: {way: let-go}
    steps:
      - turn:
          - fetch: {entity: Employee, into: staff, as: keys}
          - touch: staff
      - when: way == let-go
        steps:
          - release: staff
      - turn:
          - fetch: {entity: Employee, into: again, as: keys}
          - touch: again
    expect:
      - that: objects.live@end == 0
    """

  @Test("An end of a band at which other variants are best is named, and bands can be left out")
  func turningEnds() throws {
    let program = try WholeProgram(["twice.yaml": Self.twice])
    let answer = try program.run("sides", "twice.yaml", "--no-progress")
    #expect(answer.status == 0, "\(answer)")
    let words = answer.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("At the other end of a band it is another one in 1."), "\(words)")
    #expect(words.contains("turned at an end of a band rowCache: kept: held or let go"), "\(words)")
    let table = try program.run("sides", "twice.yaml", "--no-progress", "--format", "markdown")
    #expect(table.output.contains("| twice |  | held | the same |  | rowCache: kept: "))
    let alone = try program.run("sides", "twice.yaml", "--no-progress", "--no-bands")
    #expect(
      alone.output.hasPrefix("The scenario advises the same on both sides"), "\(alone.output)")
    #expect(!alone.output.contains("rowCache"), "\(alone.output)")
  }

  @Test(
    "A run says of what is best whether it is so on the other side and at every end, or what turns it"
  )
  func scope() throws {
    let program = try WholeProgram([
      "twice.yaml": Self.twice, "import.yaml": Self.scenario,
    ])
    func run(_ words: String...) throws -> String {
      let answer = try program.run(
        ["run"] + words + ["--no-progress", "--no-explain", "--quick", "--all", "--out", "out"])
      #expect(answer.status == 0, "\(answer)")
      return answer.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let turned = try run("import.yaml", "--sides")
    #expect(
      turned.contains(
        "elsewhere: other variants are best with behaves: core-data; the same ones with behaves: guides"
      ),
      "\(turned)")
    #expect(
      turned.contains("with behaves: core-data: no variant: all cost the same, turned by undo"),
      "\(turned)")
    #expect(try program.text(of: "out/import.json").contains(#""turnedBy""#))
    let end = try run("twice.yaml", "--behaves", "core-data")
    #expect(end.contains("elsewhere: other variants are best with rowCache: kept"), "\(end)")
    #expect(
      end.contains("better or worse than the reference only here: ")
        && end.contains("round trips of let go"), "\(end)")
    let plain = try run("twice.yaml")
    #expect(!plain.contains("elsewhere") && !plain.contains("also in Core Data"), "\(plain)")
  }

  @Test("What is best everywhere is said to be so also in Core Data")
  func everywhere() throws {
    let text = Self.twice.replacing(
      "      - release: staff\n",
      with: "      - repeat: 200\n        steps: [{fetch: {entity: Employee, into: more}}]\n")
    let program = try WholeProgram(["twice.yaml": text])
    let answer = try program.run(
      "run", "twice.yaml", "--sides", "--no-progress", "--no-explain", "--all", "--out", "out")
    #expect(answer.status == 0, "\(answer)")
    let words = answer.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "also in Core Data: the same variants are best by the guides, in Core Data, with rowCache: kept and with "
          + "temporaries: at-once"), "\(words)")
  }

  @Test("Standard input is read once, for both sides and for each difference")
  func standardInput() throws {
    let program = try WholeProgram(["import.yaml": Self.scenario])
    let script = "cd \"$1\" && shift && exec \"$@\" <import.yaml >sides.md 2>errors"
    let report = program.shell(script, ["sides", "-", "--no-progress", "--format", "markdown"])
      .run()
    guard case .exited(0) = report.ending else {
      Issue.record("\(report): \(try program.text(of: "errors"))")
      return
    }
    #expect(
      try program.text(of: "sides.md").contains(
        "| import |  | without undo | no variant: all cost the same | undo |"))
  }

  @Test("A side is chosen for a run, whose headline and document name it")
  func chosenSide() throws {
    let program = try WholeProgram(["import.yaml": Self.scenario])
    for (side, words) in [("guides", "guides"), ("core-data", "core-data")] {
      let answer = try program.run(
        "run", "import.yaml", "--behaves", side, "--no-progress", "--out", "out")
      #expect(answer.status == 0, "\(answer.errors)")
      #expect(answer.output.contains("2 variants · behaves \(words)\n"))
      #expect(try program.text(of: "out/import.json").contains("\"behaves\" : \"\(words)\""))
    }
    let page = try program.run("report", "out/import.json", "--format", "markdown")
    #expect(page.output.contains("behaves core-data"))
    let plan = try program.run("plan", "import.yaml", "--behaves", "childBatches=ignored")
    #expect(plan.output.contains("behaves = guides, childBatches: ignored"))
  }

  @Test("A word that is none is refused with those that are near")
  func wrongWord() throws {
    let program = try WholeProgram(["import.yaml": Self.scenario])
    let answer = try program.run("run", "import.yaml", "--behaves", "childBatches=ignore")
    #expect(answer.status == 3 || answer.status == 64)
    #expect(answer.errors.contains("Did you mean 'childBatches=ignored'?"))
  }

  @Test("The article about deviations has a row for each switch, with how sure it is")
  func article() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: folder.appending(path: "Sources/Faultline/Faultline.docc/Deviations.md"),
      encoding: .utf8)
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| D") }
    #expect(rows.count == Behavior.differences.count)
    for (row, behaviour) in zip(rows, Behavior.differences) {
      let sure =
        switch behaviour.confidence {
        case .documented: "D"
        case .severalReports: "S"
        case .measured: "M"
        case .oneReport: "1"
        case .unreported: "0"
        case .formerly: "fixed"
        case .notSettled: "open"
        }
      #expect(row.hasPrefix("| \(behaviour.id) |"))
      #expect(row.contains("| `\(behaviour.key): \(behaviour.coreData)` | \(sure) |"), "\(row)")
    }
  }

  @Test("Every switch is listed and explained with its sources")
  func explained() throws {
    let program = try WholeProgram([:])
    let list = try program.run("list", "behaviours")
    #expect(list.output.contains("childBatches          counted | ignored: "))
    #expect(list.output.contains("off unless it is named"))
    let page = try program.run("explain", "mergeRequests")
    #expect(page.output.contains("DATAStack#57"))
    #expect(page.output.contains("several independent reports"))
  }
}
