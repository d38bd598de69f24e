// A scenario on an app's own store, with the model that lies inside it.

import Faultline
import FaultlineMeasures
import FaultlineSQLite
import FaultlineTestGraph
import Foundation
import Testing

@Suite struct AppStoreRunTests {
  private let program: WholeProgram

  init() throws {
    program = try WholeProgram([
      "app.yaml": """
      faultline: 1
      name: app
      title: An app's own store
      model: App.sqlite
      stores: [{open: App.sqlite}]
      steps:
        - fetch: {entity: Employee, into: staff}
        - touch: staff
        - checkpoint: read
      """
    ])
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    try coordinator.addPersistentStore(
      type: .sqlite, at: program.folder.appending(path: "App.sqlite"))
    let context = ManagedObjectContext()
    try context.setPersistentStoreCoordinator(coordinator)
    for _ in 0..<10 { _ = context.insertNewObject(forEntityName: "Employee") }
    try context.save()
  }

  /// Reading the model opens the file, and by then SQLite must have its own arena.
  @Test(arguments: [[], ["--inline"]])
  func `what SQLite holds is counted as its own`(options: [String]) throws {
    let answer = try program.run(["run", "app.yaml", "-q", "--out", "out"] + options)
    #expect(answer.status == 0, "\(answer.output)\(answer.errors)")
    let result = try RunResult.read(from: program.folder.appending(path: "out/app.json"))
    let trial = try #require(result.scenarios.first?.trials.first)
    let sqlite = try #require(trial.reading("bytes.sqlite", at: "read"))
    let other = try #require(trial.reading("bytes.other", at: "read"))
    #expect(trial.reading("objects.live", at: "read") == 10)
    #expect(sqlite > 100_000 && other < 50_000, "\(sqlite) of SQLite's, \(other) of no owner")
    #expect(trial.findings == [])
  }
}
