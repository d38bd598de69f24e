// What observers, results controllers and the objects themselves are to be notified of.

import Foundation
import Synchronization

/// The current event of a context, what was there before it, and those that are notified of it.
///
/// An event is taken out before observers are notified: what they change belongs to the next one. Nothing here keeps an
/// object alive that has not gone already, unless a results controller follows the context.
struct Notifier {
  /// What has happened since pending changes were processed last.
  private(set) var event = EventChanges()
  /// What objects were like before the event changed them, once that was asked for.
  var formerValues = FormerValues()
  /// Which observers are notified of which objects; nil until an object is observed.
  private(set) var observers: Observers?
  /// Values as they were when `willChangeValue` announced a change.
  var announcedChanges = AnnouncedChanges()
  /// What an undo did to objects with classes of their own, by serial.
  private var snapshotEvents: [UInt32: SnapshotEvents] = [:]
  /// Results controllers that may still be in use, and that are notified of changes.
  var controllers = LooseList<FetchedResultsController>()
  /// Whether there are controllers, which list objects without a need that they are held.
  var isFollowed: Bool { !controllers.isEmpty }

  // MARK: - The event

  /// Notes that an object was changed; the caller has seen that it was not noted before.
  mutating func touch(_ object: ManagedObject) { event.touch(object, isHeld: isFollowed) }

  /// Notes that an object was brought up to date, or is a fault again.
  mutating func refresh(_ object: ManagedObject) { event.refresh(object, isHeld: isFollowed) }

  /// Notes an object that was inserted elsewhere.
  mutating func arrive(_ object: ManagedObject) { event.arrive(object, isHeld: isFollowed) }

  /// Notes an object that leaves the context.
  mutating func depart(_ object: ManagedObject) { event.depart(object) }

  /// Notes objects that have no changes any more, or are gone with them.
  mutating func revert(_ objects: [ManagedObject]) { event.revert(objects) }

  /// Notes what a merge reports, for results controllers.
  mutating func merge(updated: [ManagedObjectID], deleted: [ManagedObjectID]) {
    guard isFollowed else { return }
    event.merged += updated.map { MergedObject(id: $0, isGone: false) }
    event.merged += deleted.map { MergedObject(id: $0, isGone: true) }
  }

  /// Notes that nothing is valid any more that was there; changes that were announced will not come.
  mutating func invalidateAll(_ objects: some Sequence<ManagedObject>) {
    announcedChanges = AnnouncedChanges()
    event.invalidateAll(objects)
  }

  /// Ends the event, and begins the next one.
  mutating func takeEvent() -> EventChanges {
    let ended = event
    event = EventChanges()
    return ended
  }

  // MARK: - Observers of objects

  /// The list of observers, made for the first of them.
  mutating func makeObservers() -> Observers {
    let observers = observers ?? Observers()
    self.observers = observers
    return observers
  }

  /// The observers of an object.
  func observers(of object: ManagedObject) -> [Observers.Entry] {
    observers?.entries(of: object.serial) ?? []
  }

  // MARK: - What an undo did

  /// Notes what an undo did to an object.
  mutating func note(_ events: SnapshotEvents, of serial: UInt32) {
    snapshotEvents[serial, default: []].formUnion(events)
  }

  /// What an undo did to an object since this was asked last; nil if nothing.
  mutating func takeSnapshotEvents(of serial: UInt32) -> SnapshotEvents? {
    snapshotEvents.removeValue(forKey: serial)
  }

  /// Shows what it keeps; what a handler holds is its maker's.
  func showBlocks(to visitor: BlockVisitor) {
    event.showBlocks(to: visitor)
    formerValues.showBlocks(to: visitor)
    observers?.showBlocks(to: visitor)
    announcedChanges.showBlocks(to: visitor)
    controllers.showBlocks(to: visitor) { $0.showBlocks(to: visitor) }
    visitor.show(elementsOf: snapshotEvents, .undo)
  }
}

extension ManagedObjectContext {
  /// Notifies observers of what has happened since the last time.
  func notifyObservers() {
    guard !notifier.event.isEmpty || changes.list.hasNewcomers else { return }
    let event = notifier.takeEvent()
    let lists = event.lists(with: &changes)
    let outer = notifier.formerValues.beginNotifying(lists)
    defer { notifier.formerValues.endNotifying(outer) }
    guard !isPlain else { return }
    if notifier.isFollowed {
      let happened = ResultsEvent(lists, merged: event.merged)
      notifier.controllers.forEach { $0.follow(happened) }
    }
    var info: [AnyHashable: Any] = [:]
    for (key, objects) in lists { info[key.rawValue] = objects }
    if !event.invalidatedAll.isEmpty {
      info[NotificationKey.invalidatedAllObjects.rawValue] = event.invalidatedAll
    }
    guard !info.isEmpty else { return }
    post(Self.didChangeObjectsNotification, info)
  }

  func post(_ name: Notification.Name, _ info: [AnyHashable: Any]? = nil) {
    post(name, userInfo: info)
  }

  /// Posts a notification of IDs, each list under the key of its objects and under that of IDs.
  func post(_ name: Notification.Name, ids: [NotificationKey: [ManagedObjectID]]) {
    var info: [AnyHashable: Any] = [:]
    for (key, list) in ids {
      info[key.rawValue] = list
      if let other = key.ofIDs { info[other.rawValue] = list }
    }
    post(name, info)
  }
}

/// The contexts that follow the saves of a coordinator or of a parent; none of them is held.
final class Followers: Sendable {
  private struct Follower: Sendable {
    weak var context: ManagedObjectContext?
  }

  private let all = Mutex<[Follower]>([])

  func add(_ context: ManagedObjectContext) {
    let follower = Follower(context: context)
    all.withLock { all in
      all.removeAll { $0.context == nil }
      all.append(follower)
    }
  }

  func remove(_ context: ManagedObjectContext) {
    all.withLock { all in all.removeAll { $0.context == nil || $0.context === context } }
  }

  /// Merges changes into every follower, except the context that made them.
  func merge(_ changes: SavedChanges, from author: ManagedObjectContext?) {
    let contexts = all.withLock { $0.compactMap(\.context) }
    for context in contexts where context !== author { context.mergeChanges(changes) }
  }

  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .registry)
    visitor.show(elementsOf: all.withLock { $0 }, .registry)
  }
}
