// Short words for tests of results controllers.

import Faultline
import FaultlineTestGraph
import Foundation

extension Office {
  /// An employee with a salary, and a grade that may be a section.
  @discardableResult func employ(
    _ name: String, _ salary: Double = 0, grade: String? = nil
  ) -> ManagedObject {
    let employee = hire(name)
    employee.setValue(salary, forKey: "salary")
    employee.setValue(grade, forKey: "notes")
    return employee
  }

  /// A department with employees.
  @discardableResult func found(_ name: String, _ staff: [ManagedObject] = []) -> ManagedObject {
    let department = context.insertNewObject(forEntityName: "Department")
    department.setValue(name, forKey: "name")
    for employee in staff { employee.setValue(department, forKey: "department") }
    return department
  }

  /// A controller of employees that a table follows from now on.
  func controller(
    _ predicate: String? = nil, by keys: [SortKey] = [SortKey("name")], sections: String? = nil,
    cache: String? = nil, table: Table? = nil
  ) throws -> FetchedResultsController {
    var request = FetchRequest(entityName: "Employee", sortKeys: keys)
    request.predicate = try predicate.map { try FetchPredicate(format: $0) }
    let controller = FetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections,
      cacheName: cache)
    controller.delegate = table
    try controller.performFetch()
    table?.reload(controller)
    return controller
  }
}

extension FetchedResultsController {
  /// The names of the results, with those of their sections.
  var text: String {
    guard let sections else { return "nothing fetched" }
    return sections.map { section in
      let names = section.objects.map { $0.value(forKey: "name") as? String ?? "-" }
      return "[\(section.name)] " + names.joined(separator: " ")
    }.joined(separator: "\n")
  }

  /// The names of the results.
  var names: [String] {
    (fetchedObjects.map(Array.init) ?? []).map { $0.value(forKey: "name") as? String ?? "-" }
  }
}

/// Keeps what a context saves.
///
/// Unchecked: notifications come on the thread of the save, which is the test's own.
final class Saves: @unchecked Sendable {
  private(set) var all: [SavedChanges] = []
  private var observer: (any NSObjectProtocol)?

  init(of context: ManagedObjectContext) {
    observer = NotificationCenter.default.addObserver(
      forName: ManagedObjectContext.didSaveNotification, object: context, queue: nil
    ) { [weak self] save in
      if let changes = SavedChanges(save) { self?.all.append(changes) }
    }
  }

  /// What was saved since the last question.
  func take() -> [SavedChanges] {
    defer { all = [] }
    return all
  }

  deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }
}
