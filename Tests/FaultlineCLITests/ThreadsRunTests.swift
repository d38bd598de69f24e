// Real threads, from a file to a result: what no order of threads can change is exact, and all else only informs.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ThreadsRunTests {
  private static let scenario = """
    faultline: 1
    name: importers
    title: Two importers and a reader at the same time
    model:
      Department:
        name: string
        employees: {to many: Employee, inverse: department}
      Employee:
        name: string
        salary: double
        department: {to one: Department, inverse: employees}
    stores: [sqlite]
    context: {undo: none}
    variants:
      in turns: {}
      on threads: {threads: true}
    steps:
      - insert: {entity: Department, count: 3, set: {name: 'D {index}'}}
      - save: {}
      - context: {name: first}
      - context: {name: second}
      - context: {name: reader, automaticallyMerges: true}
      - concurrently:
          - in: first
            steps:
              - fetch: {entity: Department, into: mine}
              - repeat: 5
                steps:
                  - insert:
                      entity: Employee
                      count: 20
                      set: {name: 'text(12)', salary: 'random(1, 9000)', department: pick(mine)}
                  - save: {}
          - in: second
            steps:
              - repeat: 5
                steps:
                  - insert: {entity: Employee, count: 20, set: {name: 'text(12)', salary: 'random(1, 9000)'}}
                  - save: {}
          - in: reader
            steps:
              - repeat: 10
                steps:
                  - fetch: {entity: Department, into: seen, as: realized}
      - in: reader
        steps:
          - fetch: {entity: Employee, into: staff, as: realized}
      - checkpoint: imported
    measure: {repeats: 2, warmup: 1}
    expect:
      - that: objects.registered@imported > 200
      - that: leaked.objects == 0
      - that: leaked.cycles == 0

    """

  private static let processes = Effort.choose(quick: 3, ci: 20, full: 100)

  @Test func `the graph's counters are the same in every process`() throws {
    let program = try WholeProgram(["importers.yaml": Self.scenario])
    var results: Set<String> = []
    for number in 0..<Self.processes {
      let answer = try program.run(
        "run", "importers.yaml", "--no-progress", "--quiet", "--out", "out\(number)")
      guard answer.status == 0 else {
        Issue.record("run \(number): \(answer)")
        return
      }
      results.insert(try program.text(of: "out\(number)/importers.json"))
    }
    #expect(results.count == 1)
  }

  /// The heap, the row cache and the store depend on which comes first; nothing is chosen or gated by them.
  @Test func `what the order of threads can change only informs`() throws {
    let program = try WholeProgram(["importers.yaml": Self.scenario])
    let answer = try program.run("run", "importers.yaml", "--no-progress", "--out", "out")
    #expect(answer.status == 0 && answer.errors == "", "\(answer)")
    #expect(!answer.output.contains("What to choose"))
    let result = try program.text(of: "out/importers.json")
    let sidecar = try program.text(of: "out/importers.machine.json")
    for name in ["bytes.live", "rowcache.hits", "store.roundtrips", "cycles.broken"] {
      let exact = try RunResult.read(from: program.folder.appending(path: "out/importers.json"))
        .scenarios[0].trials[1].samples[0].checkpoints[0].readings
      #expect(!exact.contains { $0.metric == name } && sidecar.contains("\"\(name)\""), "\(name)")
    }
    #expect(result.contains("\"objects.registered\"") && result.contains("\"faults.fired\""))
  }

  /// A trace follows one thread: for it the blocks are played in turns.
  @Test func `a trace of threads is that of the blocks in turns`() throws {
    let program = try WholeProgram(["importers.yaml": Self.scenario])
    let answer = try program.run(
      "run", "importers.yaml", "--no-progress", "--variant", "on threads", "--out", "out",
      "--trace", "trace.json")
    #expect(answer.status == 0 && answer.errors == "", "\(answer)")
    let trace = try program.text(of: "trace.json")
    #expect(trace.contains("\"step: insert\"") || trace.contains("insert"))
  }
}
