// Persistent history as readers use it: tokens, transactions since them, and a purge of what was read.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import FaultlineProfiler
@testable import FaultlineScenarios

@Suite struct HistoryStepsTests {
  private static let away = """
    - history token: seen
    - context: {name: sync, transactionAuthor: sync}
    - in: sync
      steps:
        - fetch: {entity: Employee, into: copies, where: name BEGINSWITH "Man"}
        - set: {objects: copies, to: {name: Boss}}
        - save: {}
    - set: {objects: reports, to: {salary: 7}}
    - save: {}

    """

  /// What was read after some steps, how many objects were merged by that, and what the managers are called.
  private func read(_ steps: String, settings: String = "history: true") -> String {
    playing(Self.away + steps, store: "sqlite", settings: settings) { session, _ in
      let history = session.historyTally?.counts
      let names = Set(
        session.variables["managers"].compactMap { $0.value(forKey: "name") as? String })
      return "\(history?.transactions ?? -1) with \(history?.changes ?? -1), "
        + "\(session.context.statistics.objectsMerged) merged: \(names.sorted().joined(separator: " "))"
    }
  }

  @Test(arguments: [
    ("", "2 with 4, 0 merged: Manager 0 Manager 1"),
    (", merge: main", "2 with 4, 2 merged: Boss"),
    (", merge: main, author: sync", "1 with 2, 2 merged: Boss"),
    (", merge: main, other than: sync", "1 with 2, 0 merged: Manager 0 Manager 1"),
    (", author: nobody", "0 with 0, 0 merged: Manager 0 Manager 1"),
  ])
  func `a reader gets what was saved since its token, by whom it asks for`(
    more: String, says: String
  ) {
    expectText(read("- read history: {since: seen\(more)}"), is: says)
  }

  @Test func `a token stands behind what was read, also behind what was left out`() {
    let once = "- read history: {since: seen, author: sync}\n"
    #expect(read(once) == read(once + once))
    #expect(read(once + "- read history: {since: seen}").hasPrefix("1 with 2"))
  }

  @Test func `a purge deletes what is before a token, and an older token is expired`() {
    let purge = """
      - history token: latest
      - purge: {before: latest}

      """
    let expired = read(purge + "- read history: {since: seen}")
    #expect(expired.contains("was deleted in part"), "\(expired)")
    #expect(read(purge + "- read history: {since: seen, refused: true}").hasPrefix("0 with 0"))
    let left = playing(Self.away + purge, store: "sqlite", settings: "history: true") {
      session, _ in
      let found = try? session.context.execute(.fetchHistory(after: nil))
      return "\(found?.transactions.map(\.transactionNumber) ?? [])"
    }
    #expect(left == "[3]")
  }

  @Test func `a refusal that does not come stops the trial`() {
    let answer = read("- read history: {since: seen, refused: true}")
    #expect(answer.contains("the reading succeeded, and 'refused: true' says that it must not"))
  }

  @Test(arguments: [
    ("- read history: {since: sen}", "no token 'sen'. Did you mean 'seen'?"),
    ("- read history: {since: staff}", "no token 'staff'"),
    ("- touch: seen", "'seen' is a token, and holds no objects"),
    ("- purge: {before: seen, keep: 1}", "either 'keep' says what stays, or 'before' does"),
    (
      "- read history: {since: seen, author: a, other than: a}",
      "the transactions of 'a' are read and left out"
    ),
    ("- release: seen\n- read history: {since: seen}", "the token 'seen' was released"),
  ])
  func `what makes no sense is reported`(steps: String, says: String) {
    let answer = read(steps)
    #expect(answer.contains(says), "\(answer)")
  }

  @Test(arguments: ["history token: seen", "read history: {since: seen}"])
  func `where no trial keeps a history its readers are a mistake`(step: String) {
    let steps = step.hasPrefix("read") ? "- history token: seen\n- \(step)" : "- \(step)"
    let answer = playing(steps, store: "sqlite") { _, _ in "played" }
    #expect(
      answer.contains("error: no trial keeps a history that 'history token' could be a place in"))
  }
}
