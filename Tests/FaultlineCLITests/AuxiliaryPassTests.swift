// What can be found out about a trial besides its numbers: what allocates, and how often references are counted.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct AuxiliaryPassTests {
  private static func shipped(_ name: String) throws -> String {
    let file = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Scenarios/\(name).yaml")
    return try String(contentsOf: file, encoding: .utf8)
  }

  private static let run = Result { () throws -> (WholeProgram.Answer, WholeProgram) in
    let program = try WholeProgram(["first-light.yaml": shipped("first-light")])
    let answer = try program.run(
      "run", "first-light.yaml", "--set", "employees=40", "--variant", "let go", "--no-progress",
      "--attribute", "--arc", "--out", "out")
    return (answer, program)
  }

  @Test func `the stacks that allocate lie beside the results, with the engine's names`() throws {
    let (answer, program) = try Self.run.get()
    #expect(answer.status == 0, "\(answer)")
    #expect(
      program.files(in: "out/attribution")
        == [
          "flame.json", "held.folded", "pb.gz", "taken.folded",
        ].map { "first-light-let-go.\($0)" })
    let stacks = try program.text(of: "out/attribution/first-light-let-go.held.folded")
      .split(separator: "\n").map(String.init)
    #expect(stacks.count > 5)
    #expect(stacks.allSatisfy { $0.contains(/^[^;].*;.* [0-9]+$/) })
    #expect(
      stacks.contains {
        $0.contains("InsertStep.execute(in: Session)") && $0.contains("ManagedObjectContext.")
      }, "\(stacks)")
    #expect(!stacks.contains { $0.contains("jemalloc") })
    let bytes = stacks.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(bytes == bytes.sorted(by: >))
  }

  /// The page is drawn from the file beside the results; a later run without that pass takes it away.
  @Test func `the report draws what allocates, as long as it is true`() throws {
    let program = try Self.run.get().1
    let page = try program.run("report", "out", "--format", "html").output
    #expect(
      page.contains("What allocates</h3>") && page.contains(">ManagedObjectContext.save</text>"))
    let options = ["--set", "employees=40", "--variant", "let go", "--no-progress", "--quiet"]
    let run = ["run", "first-light.yaml", "--out", "again"] + options
    let drawn = try program.run(run + ["--attribute", "--format", "html"]).output
    #expect(drawn.contains("What allocates</h3>"))
    #expect(try !program.run(run + ["--format", "html"]).output.contains("What allocates</h3>"))
    #expect(program.files(in: "again/attribution") == [])
  }

  /// Every byte has a stack: what they hold together is what the arena holds at that checkpoint.
  @Test func `the stacks hold as many bytes as the workload`() throws {
    let (answer, program) = try Self.run.get()
    let checkpoint = try #require(answer.errors.firstMatch(of: /held at '([a-z]+)'/)).1
    let result = try RunResult.read(from: program.folder.appending(path: "out/first-light.json"))
    let live = try #require(
      result.scenarios[0].trials[0].reading("bytes.live", at: String(checkpoint)))
    let total = try program.text(of: "out/attribution/first-light-let-go.held.folded")
      .split(separator: "\n").compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
      .reduce(0, +)
    #expect(Double(total) > 0.95 * live.double && Double(total) < 1.05 * live.double)
  }

  /// A runtime in which no place is found to watch is reported in one sentence; none dies of it.
  @Test func `references are counted, or it is said why not`() throws {
    let (answer, program) = try Self.run.get()
    let isCounted = answer.output.contains("Reference counting\n")
    #expect(isCounted != answer.errors.contains("has no place where it can be watched"))
    #expect(!answer.errors.contains("ended early"))
    if isCounted {
      let sidecar = try program.text(of: "out/first-light.machine.json")
      #expect(sidecar.contains("\"arc.retains\""))
    }
    #expect(answer.output.hasPrefix("PASS"))
  }

  /// Statements are texts in read-only pages of the program, and short texts lie in no memory at all.
  ///
  /// Neither is an object, and what is none must not be counted. What is made or counted up is counted down, but for
  /// what stays.
  @Test func `references are counted where statements are run, the same in every run`() throws {
    let program = try WholeProgram(["n-plus-one.yaml": Self.shipped("rules/n-plus-one")])
    var counts: [[String: Int]] = []
    for folder in ["a", "b"] {
      let answer = try program.run(
        "run", "n-plus-one.yaml", "--quick", "--variant", "lazily", "--no-progress", "--arc",
        "--out", folder)
      if answer.errors.contains("has no place where it can be watched") { return }
      #expect(answer.status == 0 && answer.errors == "", "\(answer.errors)")
      let sidecar = try RunSidecar.read(
        from: program.folder.appending(path: "\(folder)/n-plus-one.machine.json"))
      let readings = sidecar.trials[0].samples[0]["end"]?.readings ?? []
      counts.append(
        Dictionary(
          uniqueKeysWithValues: readings.filter { $0.metric.hasPrefix("arc.") }
            .map { ($0.metric, Int($0.quantity.double)) }))
    }
    #expect(counts[0] == counts[1] && counts[0].count == 3)
    let retains = counts[0]["arc.retains"] ?? 0
    let left = retains + (counts[0]["arc.allocations"] ?? 0) - (counts[0]["arc.releases"] ?? 0)
    #expect(retains > 10_000 && abs(left) < retains / 100, "\(counts[0])")
  }

  @Test func `a trial in this process has none to send`() throws {
    let program = try Self.run.get().1
    let answer = try program.run(
      "run", "first-light.yaml", "--set", "employees=40", "--variant", "let go", "--no-progress",
      "--inline", "--arc", "--attribute", "--out", "inline")
    #expect(answer.status == 0)
    expectText(
      answer.errors,
      is: """
        first-light/let go: reference counting was not counted: it takes a process of its own, which \
        a trial in this one has not.
        first-light/let go: what allocates was not found out: it takes a process of its own, which a \
        trial in this one has not.

        """)
  }

  @Test func `the result is that of a run without auxiliary passes, to the byte`() throws {
    let program = try Self.run.get().1
    let answer = try program.run(
      "run", "first-light.yaml", "--set", "employees=40", "--variant", "let go", "--no-progress",
      "--out", "plain")
    #expect(answer.status == 0)
    expectText(
      try program.text(of: "out/first-light.json"),
      is: try program.text(of: "plain/first-light.json"))
  }
}
