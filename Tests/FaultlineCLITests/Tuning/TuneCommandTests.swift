// faultline tune over a scenario: the front is that of all cells, and no cell is run twice.

import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

@Suite struct `A search over settings` {
  /// A list of twelve rows that is read in pages: small ones hold little, and large ones ask seldom.
  private func program(expecting expectation: String? = nil) throws -> WholeProgram {
    try WholeProgram([
      "pages.yaml": """
      faultline: 1
      name: pages
      title: Pages of a list
      model: {Employee: {name: string}}
      stores: [sqlite]
      parameters: {page: {type: int, default: 6, min: 1}}
      data: {Employee: {count: 12, set: {name: 'text(20)'}}}
      steps:
        - repeat: ceil(12 / page)
          as: i
          steps:
            - turn:
                - fetch: {entity: Employee, limit: $page, offset: i * page, into: list, as: realized}
                - checkpoint: 'page-{i}'
      \(expectation.map { "expect:\n  - that: \($0)" } ?? "")
      """
    ])
  }

  private static let goals = ["--over", "page=1..12", "--least", "store.roundtrips", "-q"]

  private func search(_ program: WholeProgram, _ words: String...) throws -> WholeProgram.Answer {
    try program.run(["tune", "pages.yaml"] + Self.goals + ["--jobs", "2"] + words)
  }

  @Test func `finds what every cell would have shown, and goes on where it ended`() throws {
    let program = try program()
    let wide = ["--least", "objects.live", "--format", "json"]
    let found = try program.run(["tune", "pages.yaml"] + Self.goals + wide)
    #expect(found.status == 0, "\(found.errors)")
    let whole = try program.run(["tune", "pages.yaml"] + Self.goals + wide + ["--every-cell"])
    func front(_ answer: WholeProgram.Answer) throws -> NSArray {
      let json = try JSONSerialization.jsonObject(with: Data(answer.output.utf8))
      return try #require((json as? [String: Any])?["front"] as? NSArray)
    }
    // How many cells read the same is known only where all were run.
    func points(_ answer: WholeProgram.Answer) throws -> [NSDictionary] {
      try front(answer).compactMap { point in
        (point as? [String: Any]).map { $0.filter { $0.key != "alike" } as NSDictionary }
      }
    }
    #expect(try points(found) == points(whole))
    #expect(try points(whole).count > 1)
    let again = try search(program, "--least", "objects.live")
    #expect(again.output.contains(" 0 of them run now;"), "\(again.output)")
  }

  @Test func `takes the least within the budget, or says by how much it is missed`() throws {
    let program = try program()
    let fits = try search(program, "--budget", "objects.live=4")
    #expect(fits.status == 0, "\(fits.errors)")
    #expect(
      fits.output.hasPrefix(
        "Take page=4 · pool=true: 3 store.roundtrips and 4 objects.live.\n"), "\(fits.output)")
    #expect(!fits.output.contains(" 0 with a surprise"), "\(fits.output)")
    let misses = try search(program, "--budget", "objects.live=0")
    #expect(misses.status == 2)
    #expect(
      misses.output.contains("objects.live is 1, and the budget 0: missed by +1."),
      "\(misses.output)")
  }

  /// One more in a page breaks the budget, though it is not nearly twice as much.
  @Test func `shows the front, where the budget breaks, and what each setting is worth`() throws {
    let words = [
      "--over", "page=3..6", "--least", "store.roundtrips", "--budget", "objects.live=4", "-q",
    ]
    let answer = try program().run(["tune", "pages.yaml"] + words)
    #expect(answer.status == 0, "\(answer.errors)")
    expectText(
      answer.output,
      is: """
        Take page=4 · pool=true: 3 store.roundtrips and 4 objects.live.

        It has the least store.roundtrips (3) among the cells within the budget of
        objects.live; the other point of the front is better in another goal and worse
        in this one.

        The readings show Core Data with 'behaves: guides'; --sides says whether it
        holds elsewhere.

        The front: 2 points that no other beats.
           page  pool  store.roundtrips  objects.live  alike
        ────────────────────────────────────────────────────
        ★  4     true                 3             4      2
           3     true                 4             3      2

        At page=5, objects.live is 5 instead of 4 (+25.0 %), which breaks the budget.

        What each setting is worth alone, from page=3 · pool=true:
          page 3 → 4: store.roundtrips -1, objects.live +1

        To paste:
          # beside what the variant 'default' sets
          context:
            pool: true
          # the values to take for these parameters
          parameters:
            page: 4

        Read nowhere worse than other settings, which were only sampled: pool=true.

        8 cells: 7 known (87.5 %), 7 of them run now; 1 left out, since nothing better
        is expected there.

        """)
  }

  @Test func `takes no cell that breaks an expectation, unless all are wanted`() throws {
    let program = try program(expecting: "objects.live@page-0 <= 5")
    let sound = try search(program)
    #expect(sound.status == 0, "\(sound.errors)")
    #expect(sound.output.hasPrefix("Take page=4 · pool=true: 3 store.roundtrips."))
    #expect(
      sound.output.replacing("\n", with: " ").contains(
        "Not to be taken: breaks 'objects.live@page-0 <= 5' of line 16 (8 cells). With --no-expectations"
      ),
      "\(sound.output)")
    let all = try search(program, "--no-expectations")
    #expect(all.output.hasPrefix("Take page=12 · pool=true: 1 store.roundtrips."), "\(all.output)")
    #expect(all.output.contains(" 0 of them run now;"), "what was run is judged again")
  }

  @Test func `leaves values of a range out that make no plan`() throws {
    let program = try program()
    let file = program.folder.appending(path: "pages.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    try text.replacing("ceil(12 / page)", with: "12 / page")
      .write(to: file, atomically: true, encoding: .utf8)
    let answer = try search(program)
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(answer.output.hasPrefix("Take page=12 · pool=true: 1 store.roundtrips."))
    #expect(
      answer.output.contains(
        "6 values of page make no plan, such as page=5: this is the number 12/5,"),
      "\(answer.output)")
    let none = try program.run(
      "tune", "pages.yaml", "--over", "page=5,7", "--least", "objects.live")
    #expect(none.status == 3)
    #expect(none.errors.contains("this is the number 12/5"), "\(none.errors)")
    let falling = try program.run(
      "tune", "pages.yaml", "--over", "page=7..5", "--least", "objects.live")
    #expect(falling.status == 3)
    #expect(
      falling.errors.contains("page: 7..5 begins above its end; a range rises, such as 5..7."),
      "\(falling.errors)")
  }

  /// A value is planned beside the first values of the other axes: with ten rows, pages of three and four do not come out.
  @Test func `plans the values of a range beside the other axes`() throws {
    let program = try program()
    let file = program.folder.appending(path: "pages.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    try text.replacing("ceil(12 / page)", with: "rows / page")
      .replacing("min: 1}}", with: "min: 1}, rows: {type: int, default: 12}}")
      .write(to: file, atomically: true, encoding: .utf8)
    let answer = try program.run(
      "tune", "pages.yaml", "--over", "page=2..5", "--over", "rows=10,20", "--least",
      "store.roundtrips", "-q")
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(
      answer.output.hasPrefix("Take page=5 · rows=10 · pool=true: 2 store.roundtrips."),
      "\(answer.output)")
    #expect(
      answer.output.contains(
        "2 values of page make no plan, such as page=3: this is the number 10/3,"),
      "\(answer.output)")
  }

  @Test func `counts what the matrix excludes`() throws {
    let program = try program(
      expecting: "objects.live@end >= 0\nmatrix:\n  page: [1, 2, 3, 4]\n  exclude: [{page: 4}]")
    let words = ["tune", "pages.yaml", "--least", "objects.live", "-q", "--every-cell"]
    let answer = try program.run(words)
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(
      answer.output.contains("8 cells: 6 known (75.0 %), 6 of them run now; 2 are excluded"),
      "\(answer.output)")
  }

  @Test func `says so where nothing may be taken`() throws {
    let answer = try search(try program(expecting: "objects.live@page-0 > 12"))
    #expect(answer.status == 2)
    #expect(answer.output.hasPrefix("Nothing to take: every cell of 'pages'"), "\(answer.output)")
  }

  @Test(arguments: [
    (["--over", "pge=1..3"], "no setting or parameter 'pge'. Did you mean 'page'?"),
    (["--over", "page=0..3"], "'0' is out of range: expected a whole number >= 1"),
    (["--over", "page=a"], "expected a whole number"),
    (["--over", "page=1..200000"], "a range has at most 100,000 values; name some, such as"),
    (["--least", "bytes.pek"], "there is no metric 'bytes.pek'. Did you mean 'bytes.peak'?"),
    (["--budget", "bytes.peak=x"], "'x' is no amount of bytes.peak"),
    (["--budget", "bytes.peak=-1"], "'-1' is no amount of bytes.peak"),
    (["--variant", "odd"], "no variant 'odd'"),
  ])
  func `of what there is not is a mistake before anything runs`(
    words: [String], says: String
  ) throws {
    let answer = try program().run(["tune", "pages.yaml", "--least", "store.roundtrips"] + words)
    #expect(answer.status == 3)
    #expect(answer.output == "")
    #expect(answer.errors.contains(says), "\(answer.errors)")
  }

  @Test func `needs a goal`() throws {
    let answer = try program().run("tune", "pages.yaml")
    #expect(answer.status == 3)
    #expect(answer.errors.hasPrefix("faultline: A search needs a goal: --least store.roundtrips"))
  }
}
