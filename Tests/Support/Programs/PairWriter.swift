// A process that saves to two stores without end, with a mishap between the one and the other.

import Faultline
import FaultlineSQLite
import Foundation
import Synchronization

/// Writes to two stores by one save each time, until the process is killed.
enum PairWriter {
  /// What happens in one of the saves when the first store has its part and the second one has not.
  enum Mishap: Sendable {
    /// The process is killed.
    case killed(save: Int)
    /// No file can be written to for a moment, as on a disk that is full; killed is the process after the next save.
    case full(save: Int)

    init?(_ text: String) {
      let parts = text.split(separator: ":")
      guard parts.count == 2, let save = Int(parts[1]), save > 0 else { return nil }
      switch parts[0] {
      case "killed": self = .killed(save: save)
      case "full": self = .full(save: save)
      default: return nil
      }
    }

    fileprivate var save: Int {
      switch self {
      case .killed(let save), .full(let save): save
      }
    }

    fileprivate func happen() {
      switch self {
      case .killed: kill(getpid(), SIGKILL)
      case .full: limitFiles(to: 1)
      }
    }
  }

  /// The files of the stores.
  static func files(in folder: URL) -> [URL] {
    ["one.sqlite", "other.sqlite"].map { folder.appendingPathComponent($0) }
  }

  /// Saves ten employees with one number to each store, and moves its last department on to it.
  ///
  /// After each save the number is printed, and a line for an error.
  static func write(in folder: URL, _ mishap: Mishap?) throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try StaffModel.model())
    let stores = try files(in: folder).map {
      try coordinator.addPersistentStore(type: .sqlite, at: $0)
    }
    let context = ManagedObjectContext()
    context.undoManager = nil
    try context.setPersistentStoreCoordinator(coordinator)
    let departments = try stores.map { store in
      var request = FetchRequest(entityName: "Department")
      request.affectedStores = [store]
      request.includesPendingChanges = false
      if let known = try context.fetch(request).first { return known }
      let department = context.insertNewObject(forEntityName: "Department")
      context.assign(department, to: store)
      return department
    }
    var number = departments.map { $0[StaffModel.budget] }.max() ?? 0
    let saves = Atomic<Int>(0)
    coordinator.betweenCommits {
      let count = saves.add(1, ordering: .relaxed).newValue
      if let mishap, mishap.save == count { mishap.happen() }
    }
    while true {
      number += 1
      for (store, department) in zip(stores, departments) {
        department[StaffModel.budget] = number
        department[StaffModel.name] = String(repeating: "Department \(Int(number)) ", count: 40)
        for index in 0..<10 {
          let employee = context.insertNewObject(forEntityName: "Employee")
          context.assign(employee, to: store)
          employee[StaffModel.salary] = number
          employee[StaffModel.name] = "Employee \(index) of \(Int(number))"
          employee.setValue(department, forKey: "department")
        }
      }
      do {
        try context.save()
      } catch {
        limitFiles(to: .max)
        say("error \(error.code.rawValue), \(coordinator.tornSaves.count) torn")
        try context.save()
        say("\(Int(number))")
        kill(getpid(), SIGKILL)
      }
      say("\(Int(number))")
    }
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  /// Lets no file grow beyond a size; what would is an error, and no end of the process.
  private static func limitFiles(to size: rlim_t) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = min(size, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  }
}
