// What the engine says of itself while a pass plays becomes a finding: a save that reached one store of two, and results
// that could not be followed.

import Faultline
import FaultlineMeasures
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineScenarios

@Suite struct EngineDoubtsTests {
  private let folder: FaultlineTestSupport.StoreFolder

  init() throws { folder = try FaultlineTestSupport.StoreFolder() }

  private func file(_ name: String) -> URL { folder.url.appendingPathComponent(name) }

  /// A coordinator of two stores, in each of which an employee is saved at once.
  private func saved() throws -> PersistentStoreCoordinator {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    for name in ["desk.sqlite", "archive.sqlite"] {
      try coordinator.addPersistentStore(type: StoreKind.sqlite.type, at: file(name))
    }
    let office = try Office(on: coordinator)
    for store in coordinator.persistentStores {
      office.context.assign(office.hire("Ada"), to: store)
    }
    try office.context.save()
    return coordinator
  }

  /// P8: one of two stores is an older copy.
  @Test func `stores that do not belong together are reported, once`() throws {
    _ = try saved()
    try FileManager.default.copyItem(at: file("archive.sqlite"), to: file("older.sqlite"))
    _ = try saved()
    try FileManager.default.removeItem(at: file("archive.sqlite"))
    try FileManager.default.moveItem(at: file("older.sqlite"), to: file("archive.sqlite"))
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    for name in ["desk.sqlite", "archive.sqlite"] {
      try coordinator.addPersistentStore(type: StoreKind.sqlite.type, at: file(name))
    }
    var doubts = EngineDoubts()
    doubts.look(at: coordinator)
    doubts.look(at: coordinator)
    let finding = try #require(doubts.findings.first)
    #expect(doubts.findings.count == 1)
    #expect(finding.kind == .measurement)
    #expect(
      finding.message.hasPrefix(
        "A save to 'desk.sqlite' and 'archive.sqlite' reached only the first: "))
  }

  @Test func `stores that belong together are not mentioned`() throws {
    var doubts = EngineDoubts()
    doubts.look(at: try saved())
    #expect(doubts.findings == [])
  }

  /// N3: an object of one section comes to stand among those of another.
  @Test func `results that could not be followed are reported, with the step`() {
    let reported = playing(
      """
      - watch: {entity: Employee, sort: name, sections: salary, as: list}
      - insert: {entity: Employee, set: {name: Manager 0b, salary: 5}}
      - insert: {entity: Employee, set: {name: Manager 0c, salary: 0}}
      """
    ) { session, _ in
      var doubts = EngineDoubts()
      doubts.look(at: session.variables, after: "insert")
      doubts.look(at: session.variables, after: "another")
      return doubts.findings.map { "\($0.message) \($0.evidence)" }.joined(separator: "\n")
    }
    #expect(
      reported.hasPrefix("The results controller 'list' could not follow a change: The 'Employee'"))
    #expect(reported.hasSuffix(#"["after the step insert"]"#), "\(reported)")
  }
}
