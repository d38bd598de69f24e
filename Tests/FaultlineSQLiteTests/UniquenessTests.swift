// Values that must be unique: which objects are refused, which give way, and which may exchange them.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct UniquenessTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// Employees with badges; a badge belongs to one of them.
  private struct Gate {
    let coordinator: PersistentStoreCoordinator
    let context: ManagedObjectContext

    init(_ kind: StoreKind, in folder: StoreFolder) throws {
      coordinator = try kind.coordinator(try institute(), in: folder)
      context = try makeContext(on: coordinator)
    }

    @discardableResult func hire(
      _ name: String, badge: String?, level: Int? = nil
    ) -> ManagedObject {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue(name, forKey: "name")
      employee.setValue(badge, forKey: "badge")
      employee.setValue(level, forKey: "level")
      return employee
    }

    /// What is stored, as another context reads it.
    var staff: String {
      get throws {
        let reader = try makeContext(on: coordinator)
        return try withExtendedLifetime(reader) {
          try reader.fetch(FetchRequest(entityName: "Employee")).map { employee in
            ["name", "badge", "level"].map { "\(employee.value(forKey: $0) ?? "-")" }
              .joined(separator: " ")
          }.joined(separator: ", ")
        }
      }
    }
  }

  /// Semantics 163: a value that was emptied and not needed counts as no change.
  @Test(arguments: StoreKind.allCases)
  func `a changed badge outlives a change of the name elsewhere`(kind: StoreKind) throws {
    let gate = try Gate(kind, in: folder)
    let ada = gate.hire("Ada", badge: "1")
    try gate.context.save()
    let other = try makeContext(on: gate.coordinator)
    other.object(with: ada.objectID).setValue("Grace", forKey: "name")
    try other.save()
    ada.setValue("2", forKey: "badge")
    gate.context.mergePolicy = .mergeByPropertyStoreTrump
    try gate.context.save()
    #expect(try gate.staff == "Grace 2 -")
  }

  /// Semantics 165, 166: one object against a row.
  @Test(arguments: StoreKind.allCases)
  func `a value that a row has is refused and nothing is written`(kind: StoreKind) throws {
    let gate = try Gate(kind, in: folder)
    let ada = gate.hire("Ada", badge: "1")
    try gate.context.save()
    let edith = gate.hire("Edith", badge: "1")
    gate.hire("Joan", badge: "2")
    let error = try #require(throws: GraphError.self) { try gate.context.save() }
    #expect(error.code == .constraintMerge)
    #expect(
      error.constraintConflicts == [
        ConstraintConflict(
          constraint: ["badge"], databaseObject: ada.objectID,
          conflictingObjects: [edith.objectID])
      ])
    #expect(error.message.contains("'Employee.badge' must be unique"))
    #expect(try gate.staff == "Ada 1 -")
    #expect(gate.context.insertedObjectCount == 2)
    edith.setValue("3", forKey: "badge")
    try gate.context.save()
    #expect(try gate.staff == "Ada 1 -, Edith 3 -, Joan 2 -")
    #expect(gate.context.invariantViolations(full: true) == [])
  }

  /// Semantics 165: several objects within one save.
  @Test(arguments: StoreKind.allCases)
  func `two objects of one save cannot have the same value`(kind: StoreKind) throws {
    let gate = try Gate(kind, in: folder)
    let ada = gate.hire("Ada", badge: "1")
    let edith = gate.hire("Edith", badge: "1")
    let error = try #require(throws: GraphError.self) { try gate.context.save() }
    #expect(
      error.constraintConflicts == [
        ConstraintConflict(
          constraint: ["badge"], databaseObject: nil,
          conflictingObjects: [ada.objectID, edith.objectID])
      ])
    #expect(try gate.staff == "")
  }

  /// No value equals no value; another entity's badges are its own affair.
  @Test(arguments: StoreKind.allCases)
  func `those without a value are not compared`(kind: StoreKind) throws {
    let gate = try Gate(kind, in: folder)
    gate.hire("Ada", badge: nil)
    gate.hire("Edith", badge: nil)
    gate.hire("Joan", badge: "1")
    let adviser = gate.context.insertNewObject(forEntityName: "Adviser")
    adviser.setValue("1", forKey: "badge")
    try gate.context.save()
    #expect(try gate.staff == "Ada - -, Edith - -, Joan 1 -")
  }

  /// What counts is how things are after the save.
  @Test(arguments: StoreKind.allCases)
  func `values change hands within one save`(kind: StoreKind) throws {
    let gate = try Gate(kind, in: folder)
    let staff = (1...3).map { gate.hire("E\($0)", badge: "\($0)") }
    try gate.context.save()
    for (place, badge) in ["2", "3", "1"].enumerated() {
      staff[place].setValue(badge, forKey: "badge")
    }
    try gate.context.save()
    #expect(try gate.staff == "E1 2 -, E2 3 -, E3 1 -")
    gate.context.delete(staff[0])
    staff[1].setValue("2", forKey: "badge")
    gate.hire("E4", badge: "3")
    try gate.context.save()
    #expect(try gate.staff == "E2 2 -, E3 1 -, E4 3 -")
    #expect(gate.context.invariantViolations(full: true) == [])
  }

  /// A new object that is a known record after all, policy by policy (semantics 160–163, 165).
  @Test(
    arguments: StoreKind.allCases,
    [
      (MergePolicy.mergeByPropertyObjectTrump, "Edith 1 7"),
      (.mergeByPropertyStoreTrump, "Ada 1 7"), (.overwrite, "Edith 1 -"), (.rollback, "Ada 1 7"),
    ])
  func `a new object gives way to the record that it is`(
    kind: StoreKind, outcome: (policy: MergePolicy, stored: String)
  ) throws {
    let gate = try Gate(kind, in: folder)
    let ada = gate.hire("Ada", badge: "1", level: 7)
    try gate.context.save()
    let id = ada.objectID
    let office = gate.context.insertNewObject(forEntityName: "Department")
    let project = gate.context.insertNewObject(forEntityName: "Project")
    let edith = gate.hire("Edith", badge: "1")
    office.setValue(edith, forKey: "head")
    project.mutableSetValue(forKey: "members").add(edith)
    gate.context.mergePolicy = outcome.policy
    try gate.context.save()
    #expect(try gate.staff == outcome.stored)
    #expect(edith.managedObjectContext == nil)
    #expect(ada.objectID == id)
    // References to the new object lead to the record.
    #expect(office.value(forKey: "head") as? ManagedObject === ada)
    #expect(project.mutableSetValue(forKey: "members").contains(ada))
    #expect(!gate.context.hasChanges)
    #expect(gate.context.invariantViolations(full: true) == [])
  }

  /// Semantics 166: two records cannot become one.
  @Test(arguments: StoreKind.allCases)
  func `two records that want the same value stay two, or the save is refused`(kind: StoreKind)
    throws
  {
    let gate = try Gate(kind, in: folder)
    let ada = gate.hire("Ada", badge: "1")
    let edith = gate.hire("Edith", badge: "2")
    try gate.context.save()
    edith.setValue("1", forKey: "badge")
    edith.setValue(5, forKey: "level")
    for policy in [MergePolicy.mergeByPropertyObjectTrump, .overwrite] {
      gate.context.mergePolicy = policy
      let error = try #require(throws: GraphError.self) { try gate.context.save() }
      #expect(error.code == .constraintMerge)
      #expect(error.constraintConflicts.map(\.databaseObject) == [ada.objectID])
    }
    gate.context.mergePolicy = .mergeByPropertyStoreTrump
    try gate.context.save()
    #expect(try gate.staff == "Ada 1 -, Edith 2 5")
    edith.setValue("1", forKey: "badge")
    edith.setValue(6, forKey: "level")
    gate.context.mergePolicy = .rollback
    try gate.context.save()
    #expect(try gate.staff == "Ada 1 -, Edith 2 5")
    #expect(!gate.context.hasChanges)
    #expect(gate.context.invariantViolations(full: true) == [])
  }

  /// Semantics 165: another context has changed the record meanwhile, and that is settled first.
  @Test(arguments: StoreKind.allCases)
  func `versions are compared before values`(kind: StoreKind) throws {
    let gate = try Gate(kind, in: folder)
    gate.hire("Ada", badge: "1")
    let edith = gate.hire("Edith", badge: "2")
    try gate.context.save()
    let rival = try makeContext(on: gate.coordinator)
    rival.object(with: edith.objectID).setValue(9, forKey: "level")
    try rival.save()
    edith.setValue("1", forKey: "badge")
    let error = try #require(throws: GraphError.self) { try gate.context.save() }
    #expect(error.code == .merge)
    #expect(error.constraintConflicts == [])
  }
}
