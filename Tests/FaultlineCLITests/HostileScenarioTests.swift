// Scenarios that ask for what no program could do, or for what is not theirs: each is refused or carried out in words.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Glibc
import Testing

@Suite struct HostileScenarioTests {
  /// A scenario with one entity of one text attribute.
  private static func scenario(_ name: String, _ rest: String, model: String = "n: string")
    -> String
  {
    """
    faultline: 1
    name: \(name)
    title: t
    model: {A: {\(model)}}
    \(rest)
    """
  }

  private static let quick = ["-q", "--repeats", "1", "--no-explain", "--no-advice"]

  private func run(
    _ program: WholeProgram, _ file: String, environment: [String: String] = [:]
  ) throws -> WholeProgram.Answer {
    try program.run(["run", file] + Self.quick, environment: environment)
  }

  // MARK: - Steps

  @Test(arguments: ["memory", "sqlite"])
  func `a limit and an offset that have no sum end where the rows end`(store: String) throws {
    let most = Int.max
    let program = try WholeProgram([
      "a.yaml": Self.scenario(
        "a",
        """
        stores: [\(store)]
        variants: {p: {}}
        steps:
          - insert: {entity: A, count: 3}
          - save: {}
          - fetch: {entity: A, where: 'n == NIL', limit: \(most), offset: 1}
          - fetch: {entity: A, sort: n, limit: \(most), offset: \(most)}
          - fetch: {entity: A, limit: \(most), offset: 2}
        """)
    ])
    let answer = try run(program, "a.yaml")
    #expect(answer.status == 0, "\(answer)")
  }

  @Test func `a staleness interval may be any number of seconds`() throws {
    for seconds in ["1e308", "1e20", "9223372036854775807", "0", "1e-300"] {
      let program = try WholeProgram([
        "a.yaml": Self.scenario(
          "a",
          """
          variants: {p: {stalenessInterval: \(seconds)}}
          steps:
            - insert: {entity: A, into: x}
            - save: {}
            - refresh: {}
            - touch: x
          """)
      ])
      let answer = try run(program, "a.yaml")
      #expect(answer.status == 0, "\(seconds): \(answer)")
    }
  }

  @Test(arguments: ["undo: {}", "reset: {}"])
  func `an observer of objects that are gone is refused in words`(step: String) throws {
    let program = try WholeProgram([
      "a.yaml": Self.scenario(
        "a",
        """
        variants: {p: {}}
        steps:
          - insert: {entity: A, into: x}
          - \(step)
          - hold: {objects: x, in: observer, as: h}
        """)
    ])
    let answer = try run(program, "a.yaml")
    #expect(answer.status == 4)
    #expect(answer.output.contains("exited with status 4"), "\(answer)")
    #expect(!answer.output.contains("Fatal error"), "\(answer)")
  }

  // MARK: - SQL of others

  @Test func `SQL of a scenario makes no files and does not go on for ever`() throws {
    let program = try WholeProgram(["elsewhere/note.txt": ""])
    let folder = program.folder.appending(path: "elsewhere").path
    func answer(_ sql: String) throws -> WholeProgram.Answer {
      try program.write(
        Self.scenario(
          "a",
          """
          stores: [sqlite]
          variants: {p: {}}
          steps:
            - insert: {entity: A}
            - save: {}
            - external: "\(sql)"
          """), to: "a.yaml")
      return try run(program, "a.yaml")
    }
    for sql in [
      "PRAGMA temp_store_directory='\(folder)'", "PRAGMA data_store_directory='\(folder)'",
      "PRAGMA Temp_Store=1", "ATTACH '\(folder)/new.sqlite' AS other",
    ] {
      let refused = try answer(sql)
      #expect(refused.status == 4, "\(sql): \(refused)")
    }
    let allowed = try answer(
      "CREATE TEMP TABLE t AS SELECT randomblob(100000); UPDATE ZA SET ZN = 'x'")
    #expect(allowed.status == 0, "\(allowed)")
    let endless = try answer(
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c")
    #expect(endless.status == 4)
    #expect(endless.output.contains("million steps of SQLite"), "\(endless)")
    #expect(program.files(in: "elsewhere") == ["note.txt"])
  }

  // MARK: - Names

  @Test(arguments: [".machine", ".film", ".unfinished", ".tune", ".Machine"])
  func `a scenario is not called like the files beside a result`(ending: String) throws {
    let program = try WholeProgram(["small.yaml": smallScenario(name: "small\(ending)")])
    for command in ["plan", "run"] {
      let answer = try program.run(command, "small.yaml")
      #expect(answer.status == 3)
      #expect(answer.errors.contains("small.yaml:2:7: error: "), "\(answer)")
      #expect(answer.errors.contains("as files beside a result do"), "\(answer)")
    }
    #expect(try program.run("new", "x\(ending)").status == 3)
    #expect(program.files(in: "Reports") == [])
  }

  @Test func `a name that is too long for a file is refused before anything runs`() throws {
    let name = String(repeating: "b", count: 245)
    let program = try WholeProgram(["a.yaml": smallScenario(name: name)])
    let answer = try run(program, "a.yaml")
    #expect(answer.status == 3)
    #expect(answer.errors.contains("a.yaml:2:7: error: "), "\(answer)")
    let longest = String(repeating: "b", count: 200)
    try program.write(smallScenario(name: longest), to: "a.yaml")
    #expect(try run(program, "a.yaml").status == 0)
    #expect(program.files(in: "Reports/out") == ["\(longest).json", "\(longest).machine.json"])
  }

  // MARK: - Plans

  /// For each setting that is on or off: what a plan says of a cell must not depend on the cell before it.
  @Test(arguments: [
    ("uniquesObjects", "context: {queue: main}", "context: {name: c, parent: main}"),
    (
      "threads", "context: {queue: main}",
      "concurrently: {interleave: 1, blocks: {main: [checkpoint: x]}}"
    ),
  ])
  func `a cell that cannot be played is refused by its plan`(
    setting: String, context: String, step: String
  ) throws {
    for values in ["true, false", "false, true"] {
      let program = try WholeProgram([
        "a.yaml": Self.scenario(
          "a",
          """
          \(context)
          variants: {p: {}}
          matrix: {\(setting): [\(values)]}
          steps:
            - \(step)
          """)
      ])
      #expect(try program.run("plan", "a.yaml").status == 3, "\(setting): \(values)")
      #expect(try run(program, "a.yaml").status == 3, "\(setting): \(values)")
    }
  }

  @Test func `a plan counts checkpoints, and the bytes of values`() throws {
    let loop = """
      variants: {p: {}}
      steps:
        - repeat: 5001
          as: i
          steps: [checkpoint: 'c-{i}']
      """
    let program = try WholeProgram(["a.yaml": Self.scenario("a", loop)])
    let many = try program.run("plan", "a.yaml")
    #expect(many.status == 3)
    #expect(many.errors.contains("more than 5_000 checkpoints"), "\(many)")
    #expect(many.errors.contains("'--limit checkpoints=50_000'"), "\(many)")
    #expect(try program.run("plan", "a.yaml", "--limit", "checkpoints=none").status == 0)
    for (count, status) in [(5_000, 3), (4_000, 0)] {
      try program.write(
        Self.scenario(
          "a",
          """
          variants: {p: {}}
          steps: [insert: {entity: A, count: \(count), into: x, set: {n: bytes(1000000)}}]
          """, model: "n: binary"), to: "a.yaml")
      let answer = try program.run("plan", "a.yaml")
      #expect(answer.status == status, "\(answer)")
      #expect(status == 0 || answer.errors.contains("bytes of text and data"), "\(answer)")
      try program.write(
        Self.scenario(
          "a",
          """
          stores: [sqlite]
          data: {A: {count: \(count), set: {n: text(1000000)}}}
          variants: {p: {}}
          steps: [checkpoint: x]
          """), to: "a.yaml")
      #expect(try program.run("plan", "a.yaml").status == status)
    }
  }

  @Test func `a long list is refused by its length, before its items are compared`() throws {
    let values = (0..<20_000).map(String.init).joined(separator: ", ")
    let program = try WholeProgram([
      "a.yaml": Self.scenario(
        "a",
        """
        parameters: {w: {type: int, default: 1}}
        variants: {p: {}}
        matrix: {w: [\(values)]}
        steps: [checkpoint: x]
        """)
    ])
    let answer = try program.run("plan", "a.yaml")
    #expect(answer.status == 3)
    #expect(answer.errors.contains("20,000 values are too many"), "\(answer.errors.prefix(400))")
  }

  @Test func `a plan of thousands of checkpoints and contexts is refused or made at once`() throws {
    // No time is measured: with quadratic work this would not end while anybody waits.
    let steps = (0..<100_000).map { "  - checkpoint: c\($0)" }.joined(separator: "\n")
    let program = try WholeProgram([
      "a.yaml": Self.scenario(
        "a", "limits: {checkpoints: none}\nvariants: {p: {}}\nsteps:\n" + steps)
    ])
    let answer = try program.run("plan", "a.yaml")
    #expect(answer.status == 0, "\(answer.errors.prefix(400))")
  }
}
