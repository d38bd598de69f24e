// The history of a scenario's stores, and the step that deletes the older part of it.

import Faultline
import Testing

@testable import FaultlineScenarios

@Suite struct PurgeStepTests {
  /// The numbers of the transactions after some steps, each with how many changes it has.
  private func history(
    _ steps: String, store: String = "sqlite", settings: String = "history: true"
  ) -> String {
    playing(steps, store: store, settings: settings) { session, _ in
      do {
        let found = try session.context.execute(.fetchHistory(after: nil))
        return found.transactions.map { "\($0.transactionNumber): \($0.changes.count)" }
          .joined(separator: ", ")
      } catch { return "\(error)" }
    }
  }

  private static let saves = """
    - repeat: 3
      steps:
        - insert: {entity: Employee}
        - save: {}

    """

  @Test func `each save of a scenario leaves a transaction`() {
    #expect(history(Self.saves) == "1: 4, 2: 1, 3: 1, 4: 1")
  }

  @Test(arguments: [
    ("2", "3: 1, 4: 1"), ("rows - 1", "4: 1"), ("0", ""), ("9", "1: 4, 2: 1, 3: 1, 4: 1"),
  ])
  func `a purge leaves the newest saves`(keep: String, left: String) {
    #expect(history(Self.saves + "- purge: {keep: \(keep)}") == left)
  }

  @Test func `saves after a purge go on with their numbers`() {
    let more = "- purge: {keep: 0}\n- insert: {entity: Employee}\n- save: {}"
    #expect(history(Self.saves + more) == "5: 1")
  }

  @Test func `without a history a purge does nothing`() {
    for store in ["memory", "sqlite"] {
      let steps = Self.saves + "- purge: {keep: 1}"
      #expect(
        history(steps, store: store, settings: "history: false")
          == "No store that is asked keeps a history; open one with tracksHistory. (134091)")
    }
  }

  @Test func `a batch leaves a change for each row`() {
    #expect(
      history("- batch update: {entity: Employee, set: {salary: 7}}") == "1: 4, 2: 4")
  }

  @Test(arguments: [
    ("{}", "needs a key 'keep'"), ("{keep: -1}", "-1"), ("{keep: rows / 4}", "1/2"),
    ("{keep: row}", "row"), ("{before: 3}", "before"),
  ])
  func `what no purge can mean is a mistake`(value: String, word: String) {
    let answer = history("- purge: \(value)")
    #expect(answer.contains("error:") && answer.contains(word), "\(answer)")
  }
}
