// Delegates that are notified of changes in a controller's results: change by change, as a whole, or as a difference.

public import Foundation

/// What has become of an object, or of a section, of some results.
public enum FetchedResultsChangeType: Sendable, Equatable, CaseIterable {
  /// It has come: a new object, or one that has begun to match.
  case insert
  /// It has left: deleted, or it has ceased to match.
  case delete
  /// An object has another place among the others; it may have changed as well.
  case move
  /// An object has changed and kept its place.
  case update
}

/// Is notified of the changes of a controller's results: before them, of each, and after them.
///
/// Sections are reported first, then objects: deletions from behind, insertions, moves and updates from the front.
/// Old paths refer to the results before all changes, new ones to those after all of them, as tables take them.
/// Every method may be left out.
public protocol FetchedResultsControllerDelegate: AnyObject {
  /// Results are about to change; the controller still has those from before.
  func controllerWillChangeContent(_ controller: FetchedResultsController)
  /// A section has come or gone: its number is the new one, or the old one.
  func controller(
    _ controller: FetchedResultsController, didChange section: FetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int, for type: FetchedResultsChangeType)
  /// An object has come (with a new path), gone (with the old one), moved or changed (with both).
  func controller(
    _ controller: FetchedResultsController, didChange object: ManagedObject,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?)
  /// All changes were reported.
  func controllerDidChangeContent(_ controller: FetchedResultsController)
  /// The title of a section in an index of all sections; nil for the first letter of its name.
  func controller(
    _ controller: FetchedResultsController, sectionIndexTitleForSectionName sectionName: String
  ) -> String?
}

extension FetchedResultsControllerDelegate {
  /// Does nothing.
  public func controllerWillChangeContent(_ controller: FetchedResultsController) {}

  /// Does nothing.
  public func controller(
    _ controller: FetchedResultsController, didChange section: FetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int, for type: FetchedResultsChangeType
  ) {}

  /// Does nothing.
  public func controller(
    _ controller: FetchedResultsController, didChange object: ManagedObject,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {}

  /// Does nothing.
  public func controllerDidChangeContent(_ controller: FetchedResultsController) {}

  /// Leaves the title to the controller.
  public func controller(
    _ controller: FetchedResultsController, sectionIndexTitleForSectionName sectionName: String
  ) -> String? { nil }
}

/// Is given the whole of the results after each change, as IDs; no other method is called.
public protocol FetchedResultsSnapshotDelegate: FetchedResultsControllerDelegate {
  /// Results have changed, or objects in them.
  func controller(
    _ controller: FetchedResultsController, didChangeContentWith snapshot: FetchedResultsSnapshot)
}

/// Is given what has come, gone and moved, as a difference of lists of IDs; no other method is called.
///
/// Differences know no sections: of a controller that has sections the single changes are reported instead. An
/// object that has changed and kept its place is taken out of it and put in again; so is one that a save gave
/// another ID.
public protocol FetchedResultsDifferenceDelegate: FetchedResultsControllerDelegate {
  /// Results have changed, or objects in them.
  func controller(
    _ controller: FetchedResultsController,
    didChangeContentWith difference: CollectionDifference<ManagedObjectID>)
}

/// The results of a controller at one moment.
public struct FetchedResultsSnapshot: Sendable, Equatable {
  /// The names of the sections in their order; a controller without sections has one, whose name is empty.
  public let sectionIdentifiers: [String]
  /// The objects in their order, of all sections.
  public let itemIdentifiers: [ManagedObjectID]
  /// Those objects that have changed since the snapshot before.
  public let reloadedItemIdentifiers: [ManagedObjectID]
  private let ends: [Int]

  init(_ list: ResultsList, reloaded: Set<ManagedObjectID>) {
    sectionIdentifiers = list.sections.map(\.name)
    itemIdentifiers = list.rows.map(\.id)
    reloadedItemIdentifiers = itemIdentifiers.filter(reloaded.contains)
    ends = list.sections.map(\.rows.upperBound)
  }

  /// How many sections there are.
  public var numberOfSections: Int { sectionIdentifiers.count }

  /// How many objects there are.
  public var numberOfItems: Int { itemIdentifiers.count }

  /// The objects of a section; none if there is no such section.
  public func itemIdentifiers(inSection identifier: String) -> [ManagedObjectID] {
    guard let number = sectionIdentifiers.firstIndex(of: identifier) else { return [] }
    return Array(itemIdentifiers[(number == 0 ? 0 : ends[number - 1])..<ends[number]])
  }
}
