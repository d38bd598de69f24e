// A process that saves without end until a test kills it: each save is whole or not there.

import Faultline
import FaultlineSQLite
import Foundation

/// Writes to a store until the process is killed.
enum EndlessWriter {
  /// Saves transactions of ten employees with one number, and moves the last department on to it.
  ///
  /// After each save the number is printed, so that the test knows what must be there.
  static func write(at url: URL, tracksHistory: Bool = false) throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try StaffModel.model())
    var options = StoreOptions()
    options.tracksHistory = tracksHistory
    try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
    let context = ManagedObjectContext()
    context.undoManager = nil
    try context.setPersistentStoreCoordinator(coordinator)
    let department =
      try context.fetch(FetchRequest(entityName: "Department")).first
      ?? context.insertNewObject(forEntityName: "Department")
    var number = department[StaffModel.budget]
    while true {
      number += 1
      department[StaffModel.budget] = number
      department[StaffModel.name] = String(repeating: "Department \(Int(number)) ", count: 40)
      for index in 0..<10 {
        let employee = context.insertNewObject(forEntityName: "Employee")
        employee[StaffModel.salary] = number
        employee[StaffModel.name] = "Employee \(index) of \(Int(number))"
        employee.setValue(department, forKey: "department")
      }
      try context.save()
      FileHandle.standardOutput.write(Data("\(Int(number))\n".utf8))
    }
  }
}
