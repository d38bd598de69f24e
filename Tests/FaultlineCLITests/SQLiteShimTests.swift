// What the readings say that SQLite did, beside what a shim before SQLite's library has counted.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct SQLiteShimTests {
  /// What was done up to a moment.
  private struct Work: Equatable {
    var statements: Int
    var rows: Int
    var transactions: Int

    static func - (one: Work, other: Work) -> Work {
      Work(
        statements: one.statements - other.statements, rows: one.rows - other.rows,
        transactions: one.transactions - other.transactions)
    }
  }

  /// A line of the shim: the work before a file was opened, or when the size of a log was asked for.
  private struct Line {
    let isOpening: Bool
    let work: Work
  }

  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  private static let scenarios = tests.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios")

  /// Another program or a pinned reader has a connection of its own in these, which is none of the store's; and where a
  /// history is kept, a batch reads its rows on the connection that writes, as a save does what it compares.
  private static let withStrangers = [
    "workloads/stale-after-external-write.yaml", "rules/refault-makes-current.yaml",
    "workloads/history-never-purged.yaml", "workloads/orphans-after-deleting.yaml",
    "workloads/pinned-reader.yaml", "published/users-in-the-file.yaml",
  ]

  private static let few = [
    "workloads/one-big-save.yaml", "workloads/find-or-create.yaml", "workloads/delete-cascade.yaml",
    "workloads/two-stores.yaml",
  ]

  static let paths = Effort.choose(
    quick: few, ci: all, full: all)

  private static let all = ShippedScenariosTests.paths.filter { !withStrangers.contains($0) }

  /// The shim, compiled once; nil where there is no compiler of C.
  private static let shim: URL? = {
    guard let program = try? WholeProgram() else { return nil }
    let library = FileManager.default.temporaryDirectory
      .appending(path: "faultline-sqlite-shim-\(getpid()).so")
    let source = tests.appending(path: "Shims/SQLiteShim.c").path
    let script = """
      for compiler in cc gcc clang; do
        command -v $compiler >/dev/null || continue
        exec $compiler -shared -fPIC -O1 -o '\(library.path)' '\(source)' -ldl -lpthread
      done
      exit 127
      """
    guard case .exited(0) = program.shell(script, []).run().ending else { return nil }
    return library
  }()

  static var hasCompiler: Bool { shim != nil }

  @Test(
    .enabled(if: hasCompiler, "A compiler of C and SQLite's header are needed to make the shim."),
    arguments: paths)
  func `readings are what SQLite was seen to do`(path: String) throws {
    let program = try WholeProgram()
    let log = program.folder.appending(path: "shim.log")
    let answer = try program.run(
      [
        "run", Self.scenarios.appending(path: path).path, "--quick", "--quiet", "--inline", "--out",
        "out",
      ],
      environment: [
        "LD_PRELOAD": try #require(Self.shim).path, "FAULTLINE_SQLITE_SHIM": log.path,
      ])
    #expect(answer.status == 0, "\(answer.output)\(answer.errors)")
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    let result = try RunResult.read(from: program.folder.appending(path: "out/\(name).json"))
    var lines = ((try? String(contentsOf: log, encoding: .utf8)) ?? "")
      .split(separator: "\n").compactMap(Self.line)[...]
    for trial in result.scenarios.flatMap(\.trials) {
      for sample in trial.samples {
        let readings = sample.checkpoints.compactMap(Self.work)
        // A store in memory asks SQLite for nothing.
        guard readings.contains(where: { $0.statements > 0 }) else { continue }
        // A store in memory beside one in a file has rows and transactions too, and no statements.
        let isMixed = trial.store?.contains("memory") == true
        let end = Self.end(of: readings, in: lines, onlyStatements: isMixed)
        #expect(end != nil, "\(trial.id), pass \(sample.pass): \(Self.words(readings, lines))")
        if let end { lines = lines[end...] }
      }
    }
  }

  private static func line(_ text: Substring) -> Line? {
    let words = text.split(separator: " ")
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard words.count == 4, numbers.count == 3 else { return nil }
    return Line(
      isOpening: words[0] == "open",
      work: Work(statements: numbers[0], rows: numbers[1], transactions: numbers[2]))
  }

  private static func work(_ checkpoint: Checkpoint) -> Work? {
    func number(_ metric: String) -> Int? {
      checkpoint.readings.first { $0.metric == metric }.map { Int($0.quantity.double) }
    }
    guard let statements = number("sql.statements"), let rows = number("sql.rows.read"),
      let transactions = number("sql.transactions")
    else { return nil }
    return Work(statements: statements, rows: rows, transactions: transactions)
  }

  /// Where the readings of a pass end among the lines: after some opening the same work was seen at each of them,
  /// one after the other.
  private static func end(
    of readings: [Work], in lines: ArraySlice<Line>, onlyStatements: Bool
  ) -> Int? {
    for start in lines.indices where lines[start].isOpening {
      var place = start
      let isThere = readings.allSatisfy { reading in
        guard
          let next = lines[place...].firstIndex(where: {
            let seen = $0.work - lines[start].work
            return !$0.isOpening
              && (onlyStatements ? seen.statements == reading.statements : seen == reading)
          })
        else { return false }
        place = next
        return true
      }
      if isThere { return place }
    }
    return nil
  }

  /// The readings, and what was seen since the last opening that begins a pass, as far as that can be said.
  private static func words(_ readings: [Work], _ lines: ArraySlice<Line>) -> String {
    func words(_ work: Work) -> String { "\(work.statements)/\(work.rows)/\(work.transactions)" }
    let start = lines.first { $0.isOpening }?.work ?? Work(statements: 0, rows: 0, transactions: 0)
    let seen = lines.prefix(60).map { ($0.isOpening ? "open " : "") + words($0.work - start) }
    return "read \(readings.map(words)), seen \(seen)"
  }
}
