// R3, Q2: what becomes of the row of a changed object: it takes the saved values itself, if only its object refers to it.

import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import Faultline

@Suite struct SavedRowTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func zoo(_ kinds: StoreKind...) throws -> (zoo: Zoo, animals: [ManagedObject]) {
    let zoo = try Zoo(kinds, in: folder)
    let animals = kinds.indices.map { zoo.add("animal \($0)", to: $0) }
    for animal in animals { animal.setValue(1, forKey: "number") }
    try zoo.context.save()
    return (zoo, animals)
  }

  private func number(_ animal: ManagedObject) -> Int? { animal.value(forKey: "number") as? Int }

  @Test(arguments: StoreKind.allCases)
  func `a saved number lies in the row that was there before`(kind: StoreKind) throws {
    let (zoo, animals) = try zoo(kind)
    let animal = animals[0]
    let before = animal.rowAddress
    for round in 2...4 {
      animal.setValue(round, forKey: "number")
      #expect(animal.committedValues(forKeys: ["number"])["number"] as? Int == round - 1)
      try zoo.context.save()
      #expect(animal.rowAddress == before)
      #expect(animal.row?.version == Int32(round))
      #expect(number(animal) == round && animal.value(forKey: "name") as? String == "animal 0")
      #expect(try zoo.names() == ["animal 0 \(round)"])
    }
    #expect(zoo.coordinator.statistics.rowCacheEntries == 1)
    #expect(zoo.context.invariantViolations(full: true) == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a number that goes leaves the row without it`(kind: StoreKind) throws {
    let (zoo, animals) = try zoo(kind)
    let before = animals[0].rowAddress
    animals[0].setValue(nil, forKey: "number")
    try zoo.context.save()
    #expect(animals[0].rowAddress == before && number(animals[0]) == nil)
    #expect(try zoo.names() == ["animal 0"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a saved text gets a row of its own`(kind: StoreKind) throws {
    let (zoo, animals) = try zoo(kind)
    // Its address alone: whoever refers to a row keeps it as it is.
    let before = animals[0].rowAddress
    animals[0].setValue("a longer name than before", forKey: "name")
    animals[0].setValue(2, forKey: "number")
    try zoo.context.save()
    #expect(animals[0].rowAddress != before && animals[0].row?.version == 2)
    #expect(try zoo.names() == ["a longer name than before 2"])
  }

  /// What another context has fetched stays as it is, until it is refreshed.
  @Test(arguments: StoreKind.allCases)
  func `a row that another context uses stays as it was`(kind: StoreKind) throws {
    let (zoo, animals) = try zoo(kind)
    let other = try makeContext(on: zoo.coordinator)
    let copy = other.object(with: animals[0].objectID)
    #expect(number(copy) == 1)
    #expect(copy.rowAddress == animals[0].rowAddress)
    animals[0].setValue(2, forKey: "number")
    try zoo.context.save()
    #expect(number(copy) == 1 && copy.row?.version == 1)
    #expect(number(animals[0]) == 2 && animals[0].row?.version == 2)
    // The row that was made belongs to one object again, and takes what is saved next.
    let newer = animals[0].rowAddress
    animals[0].setValue(3, forKey: "number")
    try zoo.context.save()
    #expect(animals[0].rowAddress == newer && number(copy) == 1)
    other.refresh(copy, mergeChanges: false)
    #expect(number(copy) == 3)
    #expect(copy.rowAddress == newer)
  }

  /// A destination may get another key in the same save, which only a row that is made for it knows.
  @Test(arguments: StoreKind.allCases)
  func `a saved destination gets a row of its own`(kind: StoreKind) throws {
    let office = try Office(kind, in: folder)
    let ada = office.hire("Ada")
    try office.context.save()
    let before = ada.rowAddress
    let department = office.context.insertNewObject(forEntityName: "Department")
    ada.setValue(department, forKey: "department")
    ada.setValue(2.0, forKey: "salary")
    try office.context.save()
    #expect(ada.rowAddress != before && ada.row?.version == 2)
    office.context.refresh(ada, mergeChanges: false)
    #expect(ada.value(forKey: "department") as? ManagedObject === department)
    #expect(ada.value(forKey: "salary") as? Double == 2)
  }

  /// Where some values together must be unique, those that were not changed are read from the row beneath.
  @Test(arguments: StoreKind.allCases)
  func `unchanged texts count for what must be unique`(kind: StoreKind) throws {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Animal",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("number", .integer64),
        ],
        uniquenessConstraints: [["name", "number"]])
    ])
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      type: kind.type, at: kind == .memory ? nil : folder.url.appending(path: "Unique.sqlite"))
    let context = try makeContext(on: coordinator)
    let animals = ["ant", "ant", "bee"].enumerated().map { number, name in
      let animal = context.insertNewObject(forEntityName: "Animal")
      animal.setValue(name, forKey: "name")
      animal.setValue(number, forKey: "number")
      return animal
    }
    try context.save()
    // Another ant has that number, and no bee.
    animals[2].setValue(0, forKey: "number")
    try context.save()
    animals[1].setValue(0, forKey: "number")
    let error = try #require(throws: GraphError.self) { try context.save() }
    #expect(error.code == .constraintMerge)
    #expect(error.constraintConflicts.map(\.databaseObject) == [animals[0].objectID])
  }

  /// The store has its part already when the other context comes: what it has found it keeps.
  @Test func `a row that another context finds during the save stays as it was`() throws {
    let (zoo, animals) = try zoo(.sqlite, .sqlite)
    let other = try makeContext(on: zoo.coordinator)
    let ids = animals.map(\.objectID)
    let before = animals.map(\.rowAddress)
    for animal in animals { animal.setValue(2, forKey: "number") }
    nonisolated(unsafe) var copy: ManagedObject?
    zoo.coordinator.betweenCommits {
      copy = other.object(with: ids[0])
      _ = copy?.value(forKey: "number")
    }
    try zoo.context.save()
    zoo.coordinator.betweenCommits(nil)
    let found = try #require(copy)
    #expect(number(found) == 1 && found.rowAddress == before[0])
    #expect(animals.map { number($0) } == [2, 2])
    #expect(animals[0].rowAddress != before[0] && animals[1].rowAddress == before[1])
    #expect(animals.map { $0.row?.version } == [2, 2])
    // The cache has the newer row, for those that come now.
    other.refresh(found, mergeChanges: false)
    #expect(number(found) == 2 && found.rowAddress == animals[0].rowAddress)
    #expect(zoo.context.invariantViolations(full: true) == [])
  }

  /// Semantics 160: what is not written changes no row.
  @Test(arguments: StoreKind.allCases)
  func `a save that is refused leaves the row as it was`(kind: StoreKind) throws {
    let (zoo, animals) = try zoo(kind)
    let before = animals[0].rowAddress
    animals[0].setValue(2, forKey: "number")
    let other = try makeContext(on: zoo.coordinator)
    other.settings.usesRowCache = false
    let copy = other.object(with: animals[0].objectID)
    copy.setValue(5, forKey: "number")
    try other.save()
    #expect(throws: GraphError.self) { try zoo.context.save() }
    #expect(animals[0].rowAddress == before && animals[0].row?.version == 1)
    zoo.context.rollback()
    #expect(number(animals[0]) == 1)
    zoo.context.refresh(animals[0], mergeChanges: false)
    #expect(number(animals[0]) == 5)
  }

  /// What an undo writes is a change like any other, over the row that has the saved value by now.
  @Test func `an undo after the save finds its way back`() throws {
    let (zoo, animals) = try zoo(.sqlite)
    zoo.context.undoManager = UndoManager()
    animals[0].setValue(2, forKey: "number")
    zoo.context.processPendingChanges()
    try zoo.context.save()
    let before = animals[0].rowAddress
    zoo.context.undo()
    #expect(number(animals[0]) == 1 && animals[0].isUpdated)
    try zoo.context.save()
    #expect(animals[0].rowAddress == before && animals[0].row?.version == 3)
    zoo.context.redo()
    #expect(number(animals[0]) == 2)
  }
}
