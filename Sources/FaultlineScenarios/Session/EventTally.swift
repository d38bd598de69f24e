// What is counted by the listeners of a session.

import Faultline
import FaultlineProfiler
import Foundation
import Synchronization

/// What is listened to, known before anything runs.
package struct Listening: Sendable {
  /// Whether events are counted.
  var isCounted = false
  /// What is read beside that, because a step is about it.
  var extras: ExtraFacts = []
  /// The steps that merge what a context has saved.
  private(set) var merges: [Merge] = []

  /// A step that merges.
  struct Merge: Sendable {
    /// The numbers of the names of the context that saves and of the one that merges.
    let source: Int
    let target: Int
    /// Whether it merges all saves, and not only the last.
    let takesAll: Bool
    /// The step itself, and the one after which it is not played again.
    let step: Int
    let end: Int
  }

  /// Notes a step that merges.
  mutating func add(_ merge: Merge) { merges.append(merge) }

  /// Forgets the merges that are never played.
  mutating func keepMerges(at steps: Set<Int>) { merges.removeAll { !steps.contains($0.step) } }
}

/// The counts that all listeners add to.
final class EventTally: Sendable {
  private let all = Mutex(EventCounts())

  /// The counts so far.
  var counts: EventCounts { all.withLock { $0 } }

  /// Adds one to a count.
  func add(_ count: WritableKeyPath<EventCounts, Int>) { all.withLock { $0[keyPath: count] += 1 } }

  /// Adds what an observer of one property was notified of.
  func add(_ cause: ValueChange.Cause) {
    switch cause {
    case .changed: add(\.observedChanges)
    case .turnedIntoFault: add(\.observedFaults)
    case .fired: add(\.observedFires)
    }
  }
}

/// The counts of what steps read from the history of stores.
final class HistoryTally: Sendable {
  private let read = Mutex(HistoryCounts())

  /// What was read so far.
  var counts: HistoryCounts { read.withLock { $0 } }

  /// Adds transactions that were read.
  func add(_ transactions: [PersistentHistoryTransaction]) {
    read.withLock { counts in
      counts.transactions += transactions.count
      counts.changes += transactions.reduce(0) { $0 + $1.changes.count }
    }
  }
}

/// Hears one kind of notification of Foundation's center.
final class NotificationObserver {
  private let token: any NSObjectProtocol

  init(_ name: Notification.Name, _ hear: @escaping @Sendable (Notification) -> Void) {
    // Of no object: the center would hold it. The handler decides whose notifications count.
    token = NotificationCenter.default.addObserver(
      forName: name, object: nil, queue: nil, using: hear)
  }

  deinit { NotificationCenter.default.removeObserver(token) }
}

extension Notification {
  /// The objects that it lists under some keys.
  func objects(_ keys: ManagedObjectContext.NotificationKey...) -> [ManagedObject] {
    keys.flatMap { userInfo?[$0.rawValue] as? [ManagedObject] ?? [] }
  }

  /// Whether an object posts it.
  func isOf(_ identifier: ObjectIdentifier) -> Bool {
    (object as AnyObject?).map(ObjectIdentifier.init) == identifier
  }
}

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
