// Batch inserts by block and by array: the same rows, and no context that learns of them by itself.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct BatchInsertStepTests {
  private static func insert(_ more: String) -> String {
    """
    - release: all
    - reset: {}
    - batch insert: {entity: Employee, count: rows + 1, set: {name: 'New {index}', salary: 'random(1, 9)'}\(more)}
    - fetch: {entity: Employee, where: name BEGINSWITH "New", sort: name, into: found, as: realized}
    """
  }

  private func rows(_ more: String, on store: String) -> String {
    playing(Self.insert(more), seed: 3, store: store) { session, _ in
      session.variables["found"].map {
        "\($0.value(forKey: "name") ?? "nothing"): \($0.value(forKey: "salary") ?? "nothing")"
      }.joined(separator: "\n")
    }
  }

  @Test(arguments: ["memory", "sqlite"], ["", ", by: block", ", by: array", ", result: IDs"])
  func `each way makes the same rows`(store: String, more: String) {
    expectText(
      rows(more, on: store),
      is: """
        New 0: 4.0
        New 1: 7.0
        New 2: 7.0
        """)
  }

  @Test(arguments: [("", 0), (", merge: main", 3)])
  func `a context learns of the rows where it merges them`(more: String, merged: Int) {
    let steps = "- batch insert: {entity: Employee, count: 3\(more)}"
    let answer = playing(steps) { session, _ in "\(session.context.statistics.objectsMerged)" }
    #expect(answer == "\(merged)")
  }

  @Test(arguments: [
    ("set: {manager: pick(managers)}", "leads to objects, and a batch sets attributes"),
    ("set: {nam: x}", "no attribute 'nam'. Did you mean 'name'?"),
    ("result: count, merge: main", "'merge' needs the IDs of the rows"),
    ("by: list", "allowed: block, array"),
    ("result: status", "allowed: count, IDs"),
    ("set: {salary: text(3)}", "'salary' holds numbers, which 'text(3)' does not make"),
  ])
  func `what no batch can do is reported before the run`(more: String, says: String) {
    let answer = playing("- batch insert: {entity: Employee, count: 1, \(more)}") { _, _ in "played"
    }
    #expect(answer.contains(says), "\(answer)")
  }

  @Test func `the rows count as objects of the scenario`() {
    let steps = "- batch insert: {entity: Employee, count: 20_000_000}"
    let answer = playing(steps) { _, _ in "played" }
    #expect(answer.contains("a pass would come to more than 10_000_000 operations"), "\(answer)")
  }

  @Test func `a value that cannot be made stops the trial, and no row is there`() {
    let steps = """
      - batch insert: {entity: Employee, count: 3, set: {salary: '1 / (1 - index)'}}
      """
    let answer = playing(steps) { _, _ in "played" }
    #expect(answer.contains("division by zero") || answer.contains("by 0"), "\(answer)")
  }
}
