// What nothing public settles, as a user meets it: ranges, the band that moves most, and what fails at one end.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct BandsTests {
  /// Rows are read twice, and no object is kept meanwhile.
  private static func scenario(_ expect: String = "", _ keys: String = "") -> String {
    """
    faultline: 1
    name: twice
    title: Read twice
    model: {Employee: {name: string}}
    stores: [sqlite]
    parameters:
      rows: {type: int, default: 20, quick: 10}
    data:
      Employee: {count: rows, set: {name: 'Employee {index}'}}
    \(keys)
    steps:
      - fetch: {entity: Employee, into: staff, as: keys}
      - touch: staff
      - release: staff
      - fetch: {entity: Employee, into: staff, as: keys}
      - touch: staff
      - checkpoint: twice
    columns:
      trips: store.roundtrips@twice
    expect:
      - that: objects.live@end == 0
    \(expect)
    """
  }

  private static func run(_ text: String, _ words: String...) throws -> (
    WholeProgram, WholeProgram.Answer
  ) {
    let program = try WholeProgram(["twice.yaml": text])
    return (
      program,
      try program.run(
        ["run", "twice.yaml", "--no-progress", "--no-explain", "--out", "out"] + words)
    )
  }

  @Test("Both ends of a band are played, and a reading comes with its range and what moves it")
  func ranges() throws {
    let (program, answer) = try Self.run(Self.scenario(), "--behaves", "core-data", "--quick")
    #expect(answer.status == 0, "\(answer)")
    #expect(answer.output.contains("behaves core-data"))
    #expect(answer.output.contains("ranges by "), "\(answer.output)")
    #expect(answer.output.contains("Where Core Data is not known"))
    #expect(answer.output.contains("12 to 22"), "\(answer.output)")
    let document = try program.text(of: "out/twice.json")
    #expect(document.contains(#""band" : "rowCache""#), "\(document.prefix(3_000))")
    let again = try program.run("report", "out/twice.json", "--format", "markdown")
    #expect(again.output.contains("moved most by"))
    let page = try program.run("report", "out/twice.json", "--format", "html")
    #expect(page.output.contains("Where Core Data is not known"))
    let brief = try program.run("report", "out/twice.json", "--format", "brief")
    #expect(brief.output.contains("range of twice/default: "), "\(brief.output)")
  }

  @Test("A reading that is better at one end and worse at the other is a range")
  func openReadings() throws {
    let text = """
      faultline: 1
      name: twice
      title: Read twice, or asked often
      model: {Employee: {name: string}}
      stores: [sqlite]
      parameters: {way: {type: choice, of: [touching, asking], default: touching}}
      data: {Employee: {count: 10, set: {name: 'Employee {index}'}}}
      variants:
        touching: {}
        asking: {way: asking}
      steps:
        - when: way == touching
          steps:
            - fetch: {entity: Employee, into: staff, as: keys}
            - touch: staff
            - release: staff
            - fetch: {entity: Employee, into: staff, as: keys}
            - touch: staff
        - when: way == asking
          steps:
            - repeat: 15
              steps:
                - count: {entity: Employee}
        - checkpoint: done
      columns:
        trips: store.roundtrips@done
      """
    let (_, open) = try Self.run(text, "--behaves", "core-data", "--bands")
    #expect(open.status == 0, "\(open.errors)")
    func table(_ answer: WholeProgram.Answer, _ title: String, lines: Int) -> String {
      answer.output.components(separatedBy: "\n").drop { $0 != title }.dropFirst().prefix(lines)
        .joined(separator: "\n")
    }
    expectText(
      table(open, "Variants", lines: 4),
      is: """
        variant        trips
        ────────────────────
        touching ●  12 to 22
        asking            15
        """)
    let (_, guides) = try Self.run(text)
    expectText(
      table(guides, "Variants", lines: 4),
      is: """
        variant     trips
        ─────────────────
        touching ●     22
        asking         15
        """)
  }

  private static let lists = """
    faultline: 1
    name: twice
    title: Two lists
    model: {Employee: {name: string}}
    stores: [sqlite]
    data: {Employee: {count: 20, set: {name: 'Employee {index}'}}}
    parameters: {size: {type: int, default: 5}}
    variants: {in batches: {}, all at once: {size: none}}
    steps:
      - fetch: {entity: Employee, into: list, batch: size}
      - scroll: {list: list}
      - checkpoint: scrolled
    columns: {trips: store.roundtrips@scrolled}
    expect:
      - that: objects.live@end == 0
    """

  @Test("A report says where a Swift array fills the batches, of the variants that have any")
  func filledBatches() throws {
    let (program, answer) = try Self.run(
      Self.lists, "--behaves", "core-data", "--quick", "--no-bands")
    #expect(answer.status == 0, "\(answer)")
    #expect(answer.output.contains("What Core Data does here"), "\(answer.output)")
    let sentence = answer.output.split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    .joined(separator: " ")
    #expect(
      sentence.contains("saves no memory: a Swift array fills every batch at once"), "\(sentence)")
    #expect(sentence.contains("faults.batched is 20) (in batches)"), "\(sentence)")
    let again = try program.run("report", "out/twice.json", "--format", "markdown")
    #expect(again.output.contains("What Core Data does here"))
    let (_, guides) = try Self.run(Self.lists, "--quick")
    #expect(!guides.output.contains("What Core Data does here"))
  }

  @Test("Whether a retain cycle outlives its context is a band, and leaks are judged where it does")
  func retainCycles() throws {
    let text = """
      faultline: 1
      name: twice
      title: A cycle
      model:
        Employee:
          manager: {to one: Employee, inverse: reports}
          reports: {to many: Employee, inverse: manager}
      behaves: {temporaries: turn}
      steps:
        - insert: {entity: Employee, count: 2, into: staff}
        - insert: {entity: Employee, into: chief}
        - relate: {objects: staff, by: manager, to: chief}
        - save: {}
      columns: {left: leaked.objects@end}
      expect:
        - that: leaked.objects == 0
      """
    let (_, answer) = try Self.run(text, "--behaves", "core-data", "--quick")
    #expect(answer.status == 2, "\(answer)")
    #expect(answer.output.contains("0 to 3"), "\(answer.output)")
    #expect(answer.output.contains("retainCycles"), "\(answer.output)")
    let (_, other) = try Self.run(
      text, "--behaves", "core-data", "--behaves", "retainCycles=end-with-context", "--quick")
    #expect(other.status == 0, "\(other)")
  }

  @Test("The guides have no bands, nor has a report that puts both sides beside each other")
  func otherSides() throws {
    for words in [[], ["--behaves", "guides"]] {
      let program = try WholeProgram(["twice.yaml": Self.scenario()])
      let answer = try program.run(
        ["run", "twice.yaml", "--no-progress", "--quick", "--bands", "--out", "out"] + words)
      #expect(!answer.output.contains("Where Core Data is not known"))
      #expect(!(try program.text(of: "out/twice.json").contains("bands")))
    }
    let both = "variants:\n  as the guides say: {}\n  as today: {behaves: core-data}"
    let (_, answer) = try Self.run(Self.scenario("", both), "--quick", "--bands")
    #expect(!answer.output.contains("Where Core Data is not known"))
  }

  @Test("An end that is chosen is no band any more")
  func chosenEnds() throws {
    let (_, answer) = try Self.run(
      Self.scenario(), "--behaves", "core-data", "--behaves", "rowCache=in-use", "--behaves",
      "temporaries=turn", "--quick")
    #expect(answer.status == 0)
    #expect(!answer.output.contains("Where Core Data is not known"), "\(answer.output)")
    let (_, pool) = try Self.run(
      Self.scenario("", "context: {pool: true}"), "--behaves", "core-data", "--quick")
    #expect(!pool.output.contains("temporaries"), "\(pool.output)")
  }

  @Test("In CI a full size is played once, unless both ends are asked for")
  func buildServers() throws {
    let (_, full) = try Self.run(Self.scenario(), "--behaves", "core-data")
    #expect(!full.output.contains("Where Core Data is not known"))
    let (_, asked) = try Self.run(Self.scenario(), "--behaves", "core-data", "--bands")
    #expect(asked.output.contains("Where Core Data is not known"))
    let (_, refused) = try Self.run(
      Self.scenario(), "--behaves", "core-data", "--quick", "--no-bands")
    #expect(!refused.output.contains("Where Core Data is not known"))
  }

  @Test("An expectation that fails at one end is undecided, and says at which")
  func undecided() throws {
    let expect =
      "  - that: store.roundtrips@twice == 2 * rows + 2\n    because: Rows go with their objects."
    let (program, answer) = try Self.run(
      Self.scenario(expect), "--behaves", "core-data", "--quick")
    #expect(answer.status == 0, "\(answer)")
    // The line is broken where there is room.
    let words = answer.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.hasPrefix("PASS 1 of 2 expectations, 1 undecided "), "\(answer.output)")
    #expect(
      words.contains(
        "store.roundtrips@twice was 12, rows was 10, if 'rowCache: kept'; it holds at the default, 'in-use'"
      ), "\(answer.output)")
    #expect(try program.text(of: "out/twice.json").contains(#""end" : "rowCache: kept""#))
    let (_, usual) = try Self.run(
      Self.scenario(expect), "--behaves", "core-data", "--quick", "--no-bands")
    #expect(usual.status == 0, "\(usual)")
    #expect(!usual.output.contains("undecided"))
  }

  @Test("Each end of each band can be shown, and an expectation can name it")
  func bothEnds() throws {
    for band in Behavior.bands {
      for word in band.words {
        let expect = """
            - that: objects.live@end == 0
              when: {\(band.key): \(word)}
          """
        let (_, answer) = try Self.run(
          Self.scenario(expect), "--behaves", "core-data", "--behaves", "\(band.key)=\(word)",
          "--quick", "--no-bands")
        #expect(answer.status == 0, "\(answer)")
        #expect(answer.output.contains("2 of 2 expectations"), "\(answer.output)")
      }
    }
  }

  @Test("The article about deviations has a row for each band, with both ends")
  func article() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: folder.appending(path: "Sources/Faultline/Faultline.docc/Deviations.md"),
      encoding: .utf8)
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| B") }
    #expect(rows.count == Behavior.bands.count)
    for (row, band) in zip(rows, Behavior.bands) {
      #expect(row.hasPrefix("| \(band.id) | `\(band.key)` | "), "\(row)")
      #expect(band.words.allSatisfy { row.contains("`\($0)`") }, "\(row)")
    }
  }

  @Test("A band is listed and explained with both ends, its default and its sources")
  func explained() throws {
    let program = try WholeProgram([:])
    let list = try program.run("list", "behaviours")
    #expect(
      list.output.contains("rowCache              in-use | kept: ")
        || list.output.contains("rowCache "))
    #expect(list.output.contains("a band: nothing public settles it"))
    let page = try program.run("explain", "parentObjects")
    #expect(page.output.contains("shown by default: absent"))
    #expect(page.output.contains("five.agency"))
  }
}
