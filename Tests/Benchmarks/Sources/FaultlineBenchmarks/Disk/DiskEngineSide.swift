// The workloads on the engine over its SQLite store, through what every user of it can call.

import Faultline
import FaultlineSQLite
import Foundation

/// What the engine needs for each workload: no undo manager, no pool, rows fetched with their keys.
final class DiskEngineSide: DiskSide {
  let context = ManagedObjectContext()
  private let staff: Staff
  private var employees: [ManagedObject] = []
  private var departments: [ManagedObject] = []
  private(set) var batches: [Double] = []

  convenience init(_ staff: Staff, at url: URL) throws {
    try self.init(staff, at: url, mapsFile: false)
  }

  init(_ staff: Staff, at url: URL, mapsFile: Bool) throws {
    self.staff = staff
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try EngineSide.model())
    var options = StoreOptions()
    if mapsFile { options.pragmas["mmap_size"] = "\(FloorFormat.mappedBytes)" }
    try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
    try context.setPersistentStoreCoordinator(coordinator)
    context.undoManager = nil
  }

  // MARK: - Writing

  func insertAll() throws -> Double {
    makeDepartments()
    try makeEmployees(0..<staff.count, departments)
    try context.save()
    return Double(context.registeredObjectCount - staff.departments)
  }

  func insertInBatches(_ size: Int) throws -> Double {
    makeDepartments()
    try context.save()
    let ids = departments.map(\.objectID)
    var count = 0
    for start in stride(from: 0, to: staff.count, by: size) {
      let time = try Clock.time {
        try makeEmployees(
          start..<min(start + size, staff.count), ids.map { context.object(with: $0) })
        count += context.insertedObjectCount
        try context.save()
        employees = []
        context.reset()
      }
      batches.append(time)
    }
    return Double(count)
  }

  private func makeDepartments() {
    for index in 0..<staff.departments {
      let department = context.insertNewObject(forEntityName: "Department")
      department[Key.name] = staff.departmentNames[index]
      department[Key.budget] = staff.budget(index)
      departments.append(department)
    }
  }

  private func makeEmployees(_ range: Range<Int>, _ departments: [ManagedObject]) throws {
    for index in range {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee[Key.name] = staff.names[index]
      employee[Key.notes] = staff.notes[index]
      employee[Key.salary] = staff.salary(index)
      employee[Key.hired] = Date(timeIntervalSinceReferenceDate: staff.hired(index))
      employee[Key.department] = departments[staff.department(of: index)]
      employees.append(employee)
    }
  }

  /// Both sides of the relationship are there, as a deletion in an app would find them.
  func prepareToChange() throws {
    _ = try fetchAndRead()
    departments = try context.fetch(FetchRequest(entityName: "Department"))
    for department in departments { _ = department.mutableSetValue(forKey: "employees").count }
    for employee in employees { _ = employee[Key.department] }
  }

  func changeAndSave() throws -> Double {
    for (index, employee) in employees.enumerated() {
      employee[Key.salary] = staff.salary(index) + 1
    }
    let count = context.updatedObjectCount
    try context.save()
    return Double(count)
  }

  func deleteHalf() throws -> Double {
    for index in stride(from: 0, to: employees.count, by: 2) { context.delete(employees[index]) }
    let count = context.deletedObjectCount
    try context.save()
    return Double(count)
  }

  // MARK: - Reading

  private func fetch(withValues: Bool = true) throws {
    var request = FetchRequest(entityName: "Employee")
    request.includesPropertyValues = withValues
    employees = try context.fetch(request)
  }

  func fetchAndRead() throws -> Double {
    try fetch()
    var sum = 0.0
    for employee in employees { sum += employee[Key.salary] }
    return sum
  }

  func fetchAgain() throws -> Double {
    try fetch()
    return Double(employees.count * (employees.count + 1) / 2)
  }

  func fireTenth() throws -> Double {
    try fetch(withValues: false)
    var sum = 0.0
    for place in staff.tenth { sum += employees[place][Key.salary] }
    return sum
  }

  func traverse() throws -> Double {
    try fetch()
    var sum = 0.0
    for employee in employees {
      let department = employee[Key.department]
      sum += employee[Key.salary] + Double(department?[Key.name].utf8.count ?? 0)
    }
    return sum
  }

  func letGo() {
    employees = []
    departments = []
    context.reset()
  }
}
