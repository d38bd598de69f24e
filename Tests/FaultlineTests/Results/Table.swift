// A table that shows the results of a controller: the calls that it received, and what it shows after them.

import Faultline
import Foundation

/// Takes the changes of a controller as a table on a screen does, and keeps the calls as text.
final class Table: FetchedResultsControllerDelegate {
  /// What it received, a line for each call.
  private(set) var said: [String] = []
  /// What it shows: objects in sections.
  private(set) var sections: [(name: String, objects: [ManagedObject])] = []
  /// What cannot be: an object that was not where it was said to be.
  private(set) var complaints: [String] = []
  /// Called in the middle of it all.
  var whileNotified: (() -> Void)?

  private var leaving: [(path: IndexPath, object: ManagedObject)] = []
  private var coming: [(path: IndexPath, object: ManagedObject)] = []
  private var deletedSections: [Int] = []
  private var insertedSections: [(number: Int, name: String)] = []
  private var updates: [(path: IndexPath, object: ManagedObject)] = []

  /// Shows what a controller has now.
  func reload(_ controller: FetchedResultsController) {
    sections = (controller.sections ?? []).map { ($0.name, Array($0.objects)) }
  }

  /// The objects in their order.
  var objects: [ManagedObject] { sections.flatMap(\.objects) }

  /// Everything that was reported since the last question.
  func takeCalls() -> String {
    defer { said = [] }
    return said.joined(separator: "\n")
  }

  // MARK: - Being notified

  func controllerWillChangeContent(_ controller: FetchedResultsController) { said.append("will") }

  func controller(
    _ controller: FetchedResultsController, didChange section: FetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int, for type: FetchedResultsChangeType
  ) {
    said.append("section \(type) \(section.name) \(sectionIndex) (\(section.numberOfObjects))")
    if type == .delete {
      deletedSections.append(sectionIndex)
    } else {
      insertedSections.append((sectionIndex, section.name))
    }
  }

  func controller(
    _ controller: FetchedResultsController, didChange object: ManagedObject,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    let paths = [indexPath, newIndexPath].map { $0.map { "\($0.section).\($0.item)" } ?? "·" }
    said.append("\(type) \(Self.name(of: object)) \(paths[0]) → \(paths[1])")
    switch type {
    case .insert, .delete, .move:
      if let indexPath { leaving.append((indexPath, object)) }
      if let newIndexPath { coming.append((newIndexPath, object)) }
    case .update:
      if let newIndexPath { updates.append((newIndexPath, object)) }
    }
    whileNotified?()
  }

  func controllerDidChangeContent(_ controller: FetchedResultsController) {
    said.append("did")
    replay()
  }

  private static func name(of object: ManagedObject) -> String {
    guard object.managedObjectContext != nil else { return "(gone)" }
    return object.value(forKey: "name") as? String ?? "-"
  }

  // MARK: - Showing

  private func replay() {
    for (path, object) in leaving.sorted(by: { $0.path > $1.path }) {
      guard sections.indices.contains(path.section),
        sections[path.section].objects.indices.contains(path.item),
        sections[path.section].objects[path.item] === object
      else {
        complaints.append("\(object.objectID) was not at \(path)")
        continue
      }
      sections[path.section].objects.remove(at: path.item)
    }
    for number in deletedSections.sorted(by: >) where has(number, below: sections.count) {
      if !sections[number].objects.isEmpty { complaints.append("section \(number) is not empty") }
      sections.remove(at: number)
    }
    for (number, name) in insertedSections.sorted(by: { $0.number < $1.number })
    where has(number, below: sections.count + 1) {
      sections.insert((name, []), at: number)
    }
    for (path, object) in coming.sorted(by: { $0.path < $1.path }) {
      guard sections.indices.contains(path.section),
        path.item <= sections[path.section].objects.count
      else {
        complaints.append("\(object.objectID) cannot come to \(path)")
        continue
      }
      sections[path.section].objects.insert(object, at: path.item)
    }
    for (path, object) in updates
    where !sections.indices.contains(path.section)
      || !sections[path.section].objects.indices.contains(path.item)
      || sections[path.section].objects[path.item] !== object
    {
      complaints.append("\(object.objectID) was not updated at \(path)")
    }
    (leaving, coming, updates, deletedSections, insertedSections) = ([], [], [], [], [])
  }

  private func has(_ number: Int, below end: Int) -> Bool {
    if number >= end { complaints.append("there is no place for section \(number)") }
    return number < end
  }
}

/// Keeps the snapshots of a controller.
final class SnapshotKeeper: FetchedResultsSnapshotDelegate {
  private(set) var snapshots: [FetchedResultsSnapshot] = []
  private(set) var others = 0

  func controller(
    _ controller: FetchedResultsController, didChangeContentWith snapshot: FetchedResultsSnapshot
  ) {
    snapshots.append(snapshot)
  }

  func controllerWillChangeContent(_ controller: FetchedResultsController) { others += 1 }
  func controllerDidChangeContent(_ controller: FetchedResultsController) { others += 1 }
}

/// A plain list of IDs that follows a controller by differences.
final class DifferenceKeeper: FetchedResultsDifferenceDelegate {
  var ids: [ManagedObjectID] = []
  private(set) var differences: [CollectionDifference<ManagedObjectID>] = []
  private(set) var others = 0
  private(set) var complaints: [String] = []

  func controller(
    _ controller: FetchedResultsController,
    didChangeContentWith difference: CollectionDifference<ManagedObjectID>
  ) {
    differences.append(difference)
    for case .remove(let offset, let id, _) in difference where ids[offset] != id {
      complaints.append("\(id) was not at \(offset)")
    }
    guard let changed = ids.applying(difference) else {
      complaints.append("the difference does not fit")
      return
    }
    ids = changed
  }

  func controllerWillChangeContent(_ controller: FetchedResultsController) { others += 1 }
  func controllerDidChangeContent(_ controller: FetchedResultsController) { others += 1 }
}
