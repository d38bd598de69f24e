// Cells of a search that are run as a sweep, and a search that small sizes go before, as commands.

import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

@Suite struct `A search beside other machines` {
  /// A list that is read in pages, from an object of each row or from dictionaries.
  private static let pages = """
    faultline: 1
    name: pages
    title: Pages of a list
    model: {Employee: {name: string}}
    stores: [sqlite]
    parameters:
      page: {type: int, default: 6, min: 1}
      rows: {type: int, default: 480, quick: 12}
    data: {Employee: {count: $rows, set: {name: 'text(20)'}}}
    variants:
      objects: {fetchesAs: realized}
      faults: {fetchesAs: faults}
    steps:
      - repeat: ceil(rows / page)
        as: i
        steps:
          - turn:
              - fetch: {entity: Employee, limit: $page, offset: i * page, into: list}
              - checkpoint: 'page-{i}'
    """

  private func search(
    _ program: WholeProgram, _ words: [String]
  ) throws -> WholeProgram.Answer {
    try program.run(
      ["tune", "pages.yaml", "--over", "page=2,3,4,6,12", "--budget", "objects.live=6"]
        + ["--least", "store.roundtrips", "-q"] + words)
  }

  @Test func `plans every cell for a sweep, and takes what that has run`() throws {
    let program = try WholeProgram(["pages.yaml": Self.pages])
    let planned = try search(program, ["--quick", "--sweep", "sw", "--shards", "2"])
    #expect(planned.status == 0, "\(planned.errors)")
    let early = try search(program, ["--quick", "--sweep", "sw"])
    #expect(early.status == 3)
    #expect(early.errors.contains("no trial of this sweep has ended"), "\(early.errors)")
    for shard in ["1", "2"] {
      let run = try program.run("sweep", "run", "sw", "--shard", shard, "-q")
      #expect(run.status == 0, "\(run.errors)")
    }
    let swept = try search(program, ["--quick", "--sweep", "sw", "--every-cell", "--out", "a"])
    let here = try search(program, ["--quick", "--every-cell", "--out", "b"])
    #expect(here.output.contains("20 cells: 20 known (100.0 %), 20 of them run now."))
    #expect(
      swept.output
        == here.output.replacing(
          "20 of them run now.", with: "0 of them run now and 20 by the sweep."))
    let merged = try program.run("sweep", "merge", "sw", "--out", "merged")
    #expect(merged.output.contains("20 variants"), "\(merged.output)\(merged.errors)")
  }

  @Test func `refuses a sweep of another text or other limits`() throws {
    let program = try WholeProgram(["pages.yaml": Self.pages])
    let none = try search(program, ["--sweep", "sw"])
    #expect(none.status == 3)
    #expect(
      none.errors.contains("the same command with --shards N plans every cell"), "\(none.errors)")
    _ = try search(program, ["--quick", "--sweep", "sw", "--shards", "1"])
    _ = try program.run("sweep", "run", "sw", "--shard", "1", "-q")
    let slower = try search(program, ["--quick", "--sweep", "sw", "--timeout", "1h"])
    #expect(slower.status == 3)
    #expect(slower.errors.contains("with other settings or limits than this search"))
    let file = program.folder.appending(path: "pages.yaml")
    try Self.pages.replacing("text(20)", with: "text(21)")
      .write(to: file, atomically: true, encoding: .utf8)
    let other = try search(program, ["--quick", "--sweep", "sw"])
    #expect(other.status == 3)
    #expect(other.errors.contains("this sweep is not of 'pages' as it is now"), "\(other.errors)")
    let lone = try search(program, ["--quick", "--shards", "2"])
    #expect(lone.errors.contains("--shards needs --sweep FOLDER"), "\(lone.errors)")
  }

  @Test func `goes through small sizes first, and says what they were worth`() throws {
    let program = try WholeProgram(["pages.yaml": Self.pages])
    let answer = try search(program, ["--jobs", "2"])
    #expect(answer.status == 0, "\(answer.errors)")
    let text = answer.output.replacing("\n", with: " ")
    #expect(text.contains("cells in small sizes came first"), "\(answer.output)")
    // A size of the command line gives way to the file's small one.
    let larger = try search(program, ["--set", "rows=960", "--jobs", "2"])
    let words = larger.output.replacing("\n", with: " ")
    #expect(words.contains("of readings is the same in full size"), "\(larger.output)")
    let quick = try search(program, ["--quick"])
    #expect(!quick.output.contains("small sizes"), "there are none smaller")
  }
}
