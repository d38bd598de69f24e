// The history of a scenario's stores, and the step that deletes the older part of it.

import Faultline
import FaultlineMeasures
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

  @Test(arguments: [("sync", "1: 4"), ("app", "1: 4, 2: 1, 3: 1"), ("nobody", "1: 4, 2: 1, 3: 1")])
  func `a purge by author leaves what others have saved`(author: String, left: String) {
    let saves = """
      - context: {name: sync, transactionAuthor: sync}
      - in: sync
        steps: [insert: {entity: Employee}, save: {}, insert: {entity: Employee}, save: {}]

      """
    #expect(history(saves + "- purge: {keep: 0, author: \(author)}") == left)
  }

  @Test func `saves after a purge go on with their numbers`() {
    let more = "- purge: {keep: 0}\n- insert: {entity: Employee}\n- save: {}"
    #expect(history(Self.saves + more) == "5: 1")
  }

  /// One line for each variant: what it has written, and what is left of its history.
  @Test func `in a variant without a history a purge does nothing`() throws {
    let text = companyScenario(Self.saves + "- purge: {keep: 1}", store: "sqlite")
      .replacing("\nsteps:", with: "\nvariants: {plain: {}, kept: {history: true}}\nsteps:")
    let scenario = try ScenarioReader.scenario(text, file: "company.yaml")
    let trials = try Plan(scenario, choosing: Choices()).trials
    let left = try trials.map { trial in
      let folder = try FaultlineScenarios.StoreFolder()
      let session = try Session(
        trial, folder: folder.path, contents: StoreContents(), instruments: CheckpointNotes())
      try session.play(trial.steps)
      let token = try session.coordinator.currentPersistentHistoryToken()
      let count = try token.map { _ in
        try session.context.execute(.fetchHistory(after: nil)).transactions.count
      }
      return "\(trial.key.variant): \(count.map { "\($0) left" } ?? "no history")"
    }
    #expect(left == ["plain: no history", "kept: 1 left"])
  }

  @Test(arguments: [("memory", "history: true"), ("sqlite", "history: false"), ("sqlite", "")])
  func `where no trial keeps a history a purge is a mistake`(store: String, settings: String) {
    let answer = history(Self.saves + "- purge: {keep: 1}", store: store, settings: settings)
    #expect(answer.contains("error: no trial keeps a history that 'purge' could delete from"))
    #expect(answer.contains("'history: true' under 'context' or in a variant"), "\(answer)")
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
