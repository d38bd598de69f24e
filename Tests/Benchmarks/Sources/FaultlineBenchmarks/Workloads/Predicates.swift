// What a predicate costs before the first row is read: its text, its meaning and its statement.

import Faultline
import FaultlineSQLite
import Foundation

/// Microseconds of the first time and of the next times, as medians over many texts.
struct Predicates {
  struct Costs {
    let first: Double
    let again: Double

    var ratio: Double { first / again }
  }

  /// From text to a predicate.
  let parsing: Costs
  /// From a predicate to an answer out of an empty table: bound to the model, written in SQL, compiled, run.
  let planning: Costs

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("faultline-benchmarks-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try EngineSide.model())
    try coordinator.addPersistentStore(type: .sqlite, at: folder.appending(path: "empty.sqlite"))
    let context = ManagedObjectContext()
    try context.setPersistentStoreCoordinator(coordinator)

    let formats = Self.formats
    var parsed: (first: [Double], again: [Double]) = ([], [])
    var planned: (first: [Double], again: [Double]) = ([], [])
    for format in formats {
      for isFirst in [true, false] {
        var predicate: FetchPredicate?
        let parsing = try Clock.time { predicate = try FetchPredicate(format: format) }
        let request = FetchRequest(entityName: "Employee", predicate: predicate)
        var count = 0
        let planning = try Clock.time { count = try context.count(for: request) }
        precondition(count == 0, "The table is empty.")
        if isFirst {
          parsed.first.append(parsing)
          planned.first.append(planning)
        } else {
          parsed.again.append(parsing)
          planned.again.append(planning)
        }
      }
    }
    func costs(_ times: (first: [Double], again: [Double])) -> Costs {
      Costs(
        first: Spread(times.first).median / 1e3, again: Spread(times.again).median / 1e3)
    }
    parsing = costs(parsed)
    planning = costs(planned)
  }

  /// Texts of one size, each of another shape, so that no cache knows the next by the last.
  private static var formats: [String] {
    let keys = ["name", "notes", "department.name"]
    let texts = ["==", "!=", "BEGINSWITH", "CONTAINS", "LIKE", "ENDSWITH[cd]"]
    let numbers = ["<", "<=", ">", ">=", "==", "!="]
    var formats: [String] = []
    for key in keys {
      for text in texts {
        for number in numbers {
          formats.append(
            "\(key) \(text) 'Ada' AND (salary \(number) 4000 OR department.budget > 1e6)")
        }
      }
    }
    return formats
  }
}
