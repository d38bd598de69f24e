// The engine's side of threads: one coordinator a file, one context a thread.

import Faultline
import FaultlineSQLite
import Foundation

/// Coordinators over files.
struct EngineThreads: ThreadedSide {
  private let coordinators: [PersistentStoreCoordinator]

  init(at urls: [URL]) throws {
    coordinators = try urls.map { url in
      let coordinator = PersistentStoreCoordinator(managedObjectModel: try EngineSide.model())
      try coordinator.addPersistentStore(type: .sqlite, at: url)
      return coordinator
    }
  }

  func share(_ range: Range<Int>, ofFile file: Int) throws -> EngineShare {
    try EngineShare(range, coordinators[file])
  }
}

/// A context of one thread, with the employees that it changes.
final class EngineShare: ThreadedShare {
  private let context = ManagedObjectContext()
  private let range: Range<Int>
  private var employees: [ManagedObject] = []

  fileprivate init(_ range: Range<Int>, _ coordinator: PersistentStoreCoordinator) throws {
    self.range = range
    context.undoManager = nil
    try context.setPersistentStoreCoordinator(coordinator)
  }

  func prepare() throws {
    guard !range.isEmpty else { return }
    var request = FetchRequest(entityName: "Employee")
    request.fetchOffset = range.lowerBound
    request.fetchLimit = range.count
    employees = try context.fetch(request)
  }

  func readAll() throws -> Double {
    var sum = 0.0
    for employee in try context.fetch(FetchRequest(entityName: "Employee")) {
      sum += employee[Key.salary]
    }
    context.reset()
    return sum
  }

  func raise(batch: Int) throws {
    for start in stride(from: 0, to: employees.count, by: batch) {
      for employee in employees[start..<min(start + batch, employees.count)] {
        employee[Key.salary] += 1
      }
      try context.save()
    }
  }

  func disturb() throws {
    for employee in employees { employee[Key.hired] += 1 }
    try context.save()
  }
}
