// A stored company of twenty employees, for tests that count requests.

import Faultline
import FaultlineSQLite
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

/// A store on the disk with employees in departments, and contexts over it that know nothing of them yet.
struct Firm {
  static let staff = 20
  let folder: StoreFolder
  let coordinator: PersistentStoreCoordinator

  init(options: StoreOptions = StoreOptions()) throws {
    folder = try StoreFolder()
    coordinator = try StoreKind.sqlite.coordinator(try companyModel(), in: folder, options: options)
    let office = try Office(on: coordinator)
    let departments = ["North", "South", "East", "West"].map { office.found($0) }
    for number in 0..<Self.staff {
      let employee = office.employ("Employee \(10 + number)", Double(number))
      employee.setValue(departments[number % departments.count], forKey: "department")
      // Every fourth has no notes.
      employee.setValue(number % 4 == 0 ? nil : "\(number % 4)", forKey: "notes")
    }
    try office.context.save()
    // Employees and departments hold each other, and would keep their rows in the cache.
    office.context.refreshAllObjects()
  }

  /// A context on the coordinator, or a child of such a one, that does some things as Core Data does.
  func context(
    isChild: Bool = false, _ behaviours: CoreDataBehaviours = []
  ) throws -> ManagedObjectContext {
    let root = ManagedObjectContext(concurrencyType: .privateQueue)
    root.undoManager = nil
    try root.setPersistentStoreCoordinator(coordinator)
    root.behaviours = behaviours
    guard isChild else { return root }
    let child = try Family.child(of: root)
    child.behaviours = behaviours
    return child
  }

  /// A request for all employees, in the order of their names.
  static func everybody(
    batch: Int = 0, where condition: String? = nil, prefetching paths: [String] = []
  ) throws -> FetchRequest {
    var request = FetchRequest(entityName: "Employee", sortKeys: [SortKey("name")])
    request.fetchBatchSize = batch
    request.predicate = try condition.map { try FetchPredicate(format: $0) }
    request.relationshipKeyPathsForPrefetching = paths
    return request
  }

  /// How many requests go to the store meanwhile.
  func requests(_ body: () throws -> Void) rethrows -> Int {
    let before = coordinator.statistics.roundTrips
    try body()
    return coordinator.statistics.roundTrips - before
  }

  /// Writes a name elsewhere, and says what was saved.
  func renamed(_ old: String, _ new: String) throws -> SavedChanges {
    let office = try Office(on: coordinator)
    let saves = Saves(of: office.context)
    let employee = try office.context.employee(old)
    employee.setValue(new, forKey: "name")
    try office.context.save()
    return try #require(saves.all.first)
  }
}
