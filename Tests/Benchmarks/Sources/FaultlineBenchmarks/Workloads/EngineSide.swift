// The same work done by the engine, through what every user of it can call.

import Faultline
import Foundation

/// The typed keys of the benchmark's model.
enum Key {
  static let name = PropertyKey<String>("name")
  static let notes = PropertyKey<String>("notes")
  static let salary = PropertyKey<Double>("salary")
  static let hired = PropertyKey<Date>("hired")
  static let budget = PropertyKey<Double>("budget")
  static let department = PropertyKey<ManagedObject?>("department")
}

/// The workloads by the engine.
final class EngineSide: Side {
  let context = ManagedObjectContext()
  private let staff: Staff
  private(set) var employees: [ManagedObject] = []

  init(_ staff: Staff) throws {
    self.staff = staff
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try Self.model())
    try coordinator.addPersistentStore(type: .inMemory)
    try context.setPersistentStoreCoordinator(coordinator)
    context.undoManager = nil
  }

  func insertAndSave() throws -> Double {
    let departments = (0..<staff.departments).map { index in
      let department = context.insertNewObject(forEntityName: "Department")
      department[Key.name] = staff.departmentNames[index]
      department[Key.budget] = staff.budget(index)
      return department
    }
    for index in 0..<staff.count {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee[Key.name] = staff.names[index]
      employee[Key.notes] = staff.notes[index]
      employee[Key.salary] = staff.salary(index)
      employee[Key.hired] = Date(timeIntervalSinceReferenceDate: staff.hired(index))
      employee.setValue(departments[staff.department(of: index)], forKey: "department")
      employees.append(employee)
    }
    try context.save()
    return Double(context.registeredObjectCount - staff.departments)
  }

  func letGo() {
    employees = []
    context.reset()
  }

  func fetchAndRead() throws -> Double {
    try fetch()
    var sum = 0.0
    for employee in employees { sum += employee[Key.salary] }
    return sum
  }

  func change() -> Double {
    for employee in employees { employee[Key.salary] += 1 }
    return Double(context.updatedObjectCount)
  }

  func save() throws -> Double {
    try context.save()
    return Double(employees.count)
  }

  func refetch() throws -> Double {
    try fetch()
    return Double(employees.count)
  }

  /// Fetches everybody as faults, with their rows or without.
  func fetch(withValues: Bool = true) throws {
    var request = FetchRequest(entityName: "Employee")
    request.includesPropertyValues = withValues
    employees = try context.fetch(request)
  }

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Department",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("budget", .double),
        ],
        relationships: [.toMany("employees", "Employee", inverse: "department")]),
      EntityDescription(
        name: "Employee",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("salary", .double),
          AttributeDescription("hired", .date), AttributeDescription("notes", .string),
        ],
        relationships: [.toOne("department", "Department", inverse: "employees")]),
    ])
  }
}
