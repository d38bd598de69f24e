// N3: what an undo, a rollback, a refresh or a reset takes back is followed as well.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ResultsRevertingTests {
  /// Semantics 218, 224.
  @Test func `a reset reports nothing, and results have to be fetched again`() throws {
    let office = try Office()
    _ = try office.employed("Ada")
    let table = Table()
    let controller = try office.controller(table: table)
    office.context.reset()
    #expect(table.takeCalls() == "")
    #expect(controller.fetchedObjects == nil)
    office.employ("Bob")
    office.context.processPendingChanges()
    #expect(table.takeCalls() == "")
    try controller.performFetch()
    #expect(controller.names == ["Ada", "Bob"])
  }

  /// Semantics 218: the store may come back, so no delegate is notified that its objects are gone.
  @Test func `a store that is taken out reports nothing, and results have to be fetched again`()
    throws
  {
    let office = try Office()
    let annex = try office.coordinator.addPersistentStore(type: .inMemory)
    office.employ("Ada")
    office.context.assign(office.employ("Bob"), to: annex)
    try office.context.save()
    let table = Table()
    let controller = try office.controller(table: table)
    let other = try office.controller("salary > 0")
    #expect(controller.names == ["Ada", "Bob"])
    try office.coordinator.remove(annex)
    office.context.processPendingChanges()
    #expect(table.takeCalls() == "")
    #expect(controller.fetchedObjects == nil)
    #expect(controller.sections == nil)
    #expect(throws: GraphError.self) { try controller.object(atPath: [0, 0]) }
    office.employ("Cyd", 1)
    office.context.processPendingChanges()
    #expect(table.takeCalls() == "")
    try controller.performFetch()
    try other.performFetch()
    #expect(controller.names == ["Ada", "Cyd"])
    #expect(other.names == ["Cyd"])
    #expect(table.complaints == [])
  }

  /// Semantics 218: IDs are good again with their store, and so are results.
  @Test func `results outlive a store that is none of theirs, and one that is back`() throws {
    let folder = try StoreFolder()
    let office = try Office(.sqlite, in: folder)
    let annex = try office.coordinator.addPersistentStore(type: .inMemory)
    let store = office.coordinator.persistentStores[0]
    _ = try office.employed("Ada")
    let table = Table()
    let controller = try office.controller(table: table)
    try office.coordinator.remove(annex)
    #expect(controller.names == ["Ada"])
    try office.coordinator.remove(store)
    try office.coordinator.addPersistentStore(type: StoreKind.sqlite.type, at: folder.store)
    #expect(controller.names == ["Ada"])
    office.employ("Bob")
    office.context.processPendingChanges()
    #expect(controller.names == ["Ada", "Bob"])
    #expect(table.complaints == [])
  }

  /// N3: also of those that are not held any more once an undo or a refresh has taken their changes back.
  @Test func `changes that are taken back are followed`() throws {
    let office = try Office(undo: true)
    for name in ["Ada", "Bob", "Cyd"] { office.employ(name) }
    try office.context.save()
    office.context.undoManager?.removeAllActions()
    let keeper = SnapshotKeeper()
    let controller = try office.controller()
    controller.delegate = keeper
    let before = try office.context.fetchIDs(controller.fetchRequest)
    try office.context.turn {
      try office.context.employee("Ada").setValue("Zoe", forKey: "name")
      office.context.delete(try office.context.employee("Bob"))
    }
    #expect(keeper.snapshots.last?.numberOfItems == 2)
    office.context.undo()
    office.context.processPendingChanges()
    #expect(keeper.snapshots.last?.itemIdentifiers == before)
    try office.context.turn { try office.context.employee("Ada").setValue("Zoe", forKey: "name") }
    #expect(keeper.snapshots.last?.itemIdentifiers != before)
    office.context.refresh(try office.context.employee("Zoe"), mergeChanges: false)
    office.context.processPendingChanges()
    #expect(keeper.snapshots.last?.itemIdentifiers == before)
  }

  /// Semantics 224.
  @Test func `refreshing all objects updates those that are shown`() throws {
    let office = try Office()
    for name in ["Ada", "Bob", "Cyd"] { office.employ(name) }
    try office.context.save()
    let table = Table()
    let controller = try office.controller(table: table)
    let shown = controller.names.count
    let fired = office.context.statistics.faultsFired
    office.context.refreshAllObjects()
    office.context.processPendingChanges()
    #expect(shown == 3)
    #expect(table.said.count { $0.hasPrefix("update") } == 3)
    // The table reads the name of each; nothing else has fired a fault.
    #expect(office.context.statistics.faultsFired - fired <= 3)
  }

  /// What a rollback and an undo take back is followed as well.
  @Test func `a rollback is followed`() throws {
    let office = try Office(undo: true)
    let ada = office.employ("Ada")
    try office.context.save()
    let table = Table()
    let controller = try office.controller(table: table)
    office.employ("Bob")
    ada.setValue("Zoe", forKey: "name")
    office.context.processPendingChanges()
    #expect(controller.names == ["Bob", "Zoe"])
    office.context.rollback()
    office.context.processPendingChanges()
    #expect(controller.names == ["Ada"])
    ada.setValue("Yves", forKey: "name")
    office.context.processPendingChanges()
    office.context.undo()
    office.context.processPendingChanges()
    #expect(controller.names == ["Ada"])
    #expect(table.complaints == [])
    #expect(table.objects == [ada])
  }
}
