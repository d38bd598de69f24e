// A results controller with a delegate that counts its messages.

import Faultline
import FaultlineProfiler
import Foundation

/// Holds a controller and is notified of its changes, as a table in an app would be (N3).
final class ResultsWatcher: FetchedResultsControllerDelegate {
  let controller: FetchedResultsController
  private let tally: EventTally?

  init(_ controller: FetchedResultsController, _ tally: EventTally?) {
    self.controller = controller
    self.tally = tally
    controller.delegate = self
  }

  func controller(
    _ controller: FetchedResultsController, didChange object: ManagedObject,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    switch type {
    case .insert: tally?.add(\.resultInserts)
    case .delete: tally?.add(\.resultDeletes)
    case .move: tally?.add(\.resultMoves)
    case .update: tally?.add(\.resultUpdates)
    }
  }

  func controllerDidChangeContent(_ controller: FetchedResultsController) {
    tally?.add(\.resultChanges)
  }
}
