// Delegates of a results controller, in each of the three ways.

import Faultline
import Foundation

/// A screen that shows the results of a controller.
final class Screen: FetchedResultsControllerDelegate {
  var said: [String] = []

  func controllerWillChangeContent(_ controller: FetchedResultsController) { said.append("will") }
  func controller(
    _ controller: FetchedResultsController, didChange section: FetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int, for type: FetchedResultsChangeType
  ) {
    said.append("\(type) section \(sectionIndex)")
  }
  func controller(
    _ controller: FetchedResultsController, didChange object: ManagedObject,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    said.append("\(type)")
  }
  func controllerDidChangeContent(_ controller: FetchedResultsController) { said.append("did") }
  func controller(
    _ controller: FetchedResultsController, sectionIndexTitleForSectionName sectionName: String
  ) -> String? { nil }
}

/// A list that is given everything at once.
final class Whole: FetchedResultsSnapshotDelegate {
  func controller(
    _ controller: FetchedResultsController, didChangeContentWith snapshot: FetchedResultsSnapshot
  ) {
    _ = (snapshot.sectionIdentifiers, snapshot.itemIdentifiers, snapshot.reloadedItemIdentifiers)
    _ = (snapshot.numberOfItems, snapshot.numberOfSections)
    _ = snapshot.itemIdentifiers(inSection: "18")
  }
}

/// A list that is given differences.
final class Diff: FetchedResultsDifferenceDelegate {
  func controller(
    _ controller: FetchedResultsController,
    didChangeContentWith difference: CollectionDifference<ManagedObjectID>
  ) {}
}
