// Results that look along paths, between another context's save and its merge: stores and objects disagree then.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct ResultsAlongPathsTests {
  private let mine: Office
  private let other: Office
  private let saves: Saves
  private let departments: [ManagedObject]
  private let staff: [ManagedObject]
  private let table = Table()

  init() throws {
    let mine = try Office()
    self.mine = mine
    other = try Office(on: mine.coordinator)
    saves = Saves(of: other.context)
    let staff = (0..<6).map { mine.employ("k\($0)", Double($0)) }
    departments = ["p", "q", "r"].enumerated().map { place, name in
      mine.found(name, [staff[2 * place], staff[2 * place + 1]])
    }
    self.staff = staff
    try mine.context.save()
  }

  /// Another context transfers an employee and saves.
  private func transferElsewhere(_ employee: ManagedObject, to department: ManagedObject) throws {
    other.context.object(with: employee.objectID)
      .setValue(other.context.object(with: department.objectID), forKey: "department")
    try other.context.save()
  }

  private func controller(_ predicate: String? = nil) throws -> FetchedResultsController {
    try mine.controller(
      predicate, by: [SortKey("department.name"), SortKey("name")], sections: "department.name",
      table: table)
  }

  private func merge() { for save in saves.take() { mine.context.mergeChanges(save) } }

  /// N3, semantics 186, 222: with changes of one's own that are pending when the merge comes.
  @Test func `results outlive what is processed between a save and its merge`() throws {
    let results = try controller("department != nil")
    try transferElsewhere(staff[0], to: departments[2])
    staff[3].setValue("K3", forKey: "name")
    staff[3].setValue(departments[1], forKey: "department")
    mine.context.processPendingChanges()
    expectText(results.text, is: "[p] k0 k1\n[q] K3 k2\n[r] k4 k5")
    #expect(results.failure == nil)
    staff[2].setValue(departments[0], forKey: "department")
    merge()
    expectText(results.text, is: "[p] k1 k2\n[q] K3\n[r] k0 k4 k5")
    #expect(table.complaints == [])
    #expect(table.objects == results.fetchedObjects.map(Array.init))
  }

  @Test func `a fetch between a save and its merge finds its sections`() throws {
    _ = staff.map { $0.value(forKey: "department") }
    try transferElsewhere(staff[0], to: departments[2])
    let results = try controller()
    expectText(results.text, is: "[p] k0 k1\n[q] k2 k3\n[r] k4 k5")
    merge()
    expectText(results.text, is: "[p] k1\n[q] k2 k3\n[r] k0 k4 k5")
    #expect(table.complaints == [] && results.failure == nil)
  }

  /// Sections that the first sort key does not put in order can be right by chance, until something changes.
  @Test func `sections that fall apart are gathered and the reason is kept`() throws {
    let results = try mine.controller(
      by: [SortKey("salary")], sections: "department.name", table: table)
    expectText(results.text, is: "[p] k0 k1\n[q] k2 k3\n[r] k4 k5")
    staff[0].setValue(departments[2], forKey: "department")
    mine.context.processPendingChanges()
    expectText(results.text, is: "[r] k0 k4 k5\n[p] k1\n[q] k2 k3")
    #expect(table.objects == results.fetchedObjects.map(Array.init))
    #expect(
      results.failure?.message.hasPrefix(
        "The 'Employee' objects of section 'r' do not stand together: the first sort key is salary")
        == true)
    staff[0].setValue(departments[0], forKey: "department")
    mine.context.processPendingChanges()
    expectText(results.text, is: "[p] k0 k1\n[q] k2 k3\n[r] k4 k5")
    #expect(results.failure == nil && table.complaints == [])
  }

  @Test func `results stay while their store cannot be asked`() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    let store = try coordinator.addPersistentStore(type: UnreachableStore.type)
    let office = try Office(on: coordinator)
    let staff = (0..<4).map { office.employ("k\($0)", Double($0)) }
    let departments = [office.found("p", [staff[0], staff[1]]), office.found("q", [staff[2]])]
    departments[1].mutableSetValue(forKey: "employees").add(staff[3])
    try office.context.save()
    let results = try office.controller(
      nil, by: [SortKey("department.name"), SortKey("name")], sections: "department.name",
      table: table)
    expectText(results.text, is: "[p] k0 k1\n[q] k2 k3")
    UnreachableStore.reach(store, false)
    staff[1].setValue(departments[1], forKey: "department")
    office.context.processPendingChanges()
    #expect(results.failure?.message == "The server does not answer.")
    expectText(results.text, is: "[p] k0 k1\n[q] k2 k3")
    #expect(table.objects == results.fetchedObjects.map(Array.init))
    UnreachableStore.reach(store, true)
    staff[0].setValue("K0", forKey: "name")
    office.context.processPendingChanges()
    #expect(results.failure == nil)
    expectText(results.text, is: "[p] K0\n[q] k1 k2 k3")
  }
}

/// A store in memory that does not answer for a while.
private final class UnreachableStore: StoreEngine {
  static let type = StoreType(name: "Unreachable") { model, url, options throws(GraphError) in
    UnreachableStore(try StoreType.inMemory.open(model, url, options))
  }

  static func reach(_ store: any PersistentStore, _ isReachable: Bool) {
    (store as? UnreachableStore)?.isReachable.store(isReachable, ordering: .relaxed)
  }

  private let store: any StoreEngine
  private let isReachable = Atomic(true)

  init(_ store: any StoreEngine) { self.store = store }

  var identifier: UUID { store.identifier }
  var type: String { store.type }
  var url: URL? { store.url }
  var isReadOnly: Bool { store.isReadOnly }
  var statistics: StoreStatistics { store.statistics }

  func endReading() { store.endReading() }

  func fetch(_ query: StoreQuery, into rows: FetchedRows) throws(GraphError) {
    guard isReachable.load(ordering: .relaxed) else {
      throw GraphError(.save, "The server does not answer.")
    }
    try store.fetch(query, into: rows)
  }

  func row(_ key: Int64, of entity: EntityDescription) throws(GraphError) -> Row? {
    try store.row(key, of: entity)
  }

  func members(
    of tie: EntityLayout.Tie, owner: ForeignKey
  ) throws(GraphError) -> [ForeignKey] {
    try store.members(of: tie, owner: owner)
  }

  func reserveKeys(_ count: Int, for entity: EntityDescription) throws(GraphError) -> Int64 {
    try store.reserveKeys(count, for: entity)
  }

  func beginWriting(_ changes: ChangeSet) throws(GraphError) -> StoreObjections {
    try store.beginWriting(changes)
  }

  func keepWriting(_ changes: ChangeSet) throws(GraphError) { try store.keepWriting(changes) }

  func endWriting(_ changes: ChangeSet) { store.endWriting(changes) }
}
