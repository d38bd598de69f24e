// What a context has saved, kept for the contexts that merge it later.

import Faultline
import FaultlineKnowledge
import FaultlineProfiler
import Foundation
import Synchronization

/// Remembers what a context has saved until the contexts that merge it have done so (N2).
///
/// A save that a later step merges keeps its notification until then, and with it the objects that were saved: so does an
/// observer that merges each notification when it comes.
final class SaveRecorder {
  private let memory: Memory
  private let observer: NotificationObserver

  /// The objects of one save.
  ///
  /// Unchecked: they are only counted here, and let go where they belong.
  fileprivate struct HeldObjects: @unchecked Sendable {
    let list: [ManagedObject]
  }

  fileprivate struct Saves: Sendable {
    var latest: SavedChanges?
    /// How many there were.
    var count = 0
    /// Those that a context which merges all of them has not merged yet; the last of them is the latest.
    var unmerged: [SavedChanges] = []
    /// The value of `count` when a context last merged, by the context's number.
    var mergedLast: [Int: Int] = [:]
    /// The value of `count` when a context last merged all saves, by the context's number.
    var mergedAll: [Int: Int] = [:]
    /// The objects of saves that are still to be merged, by the number of the save.
    var notifications: [(save: Int, objects: HeldObjects)] = []
  }

  fileprivate final class Memory: Sendable {
    /// The number of the context's name.
    let source: Int
    let merges: MergesAhead
    fileprivate let saves = Mutex(Saves())

    init(of source: Int, _ merges: MergesAhead) {
      self.source = source
      self.merges = merges
    }
  }

  /// Hears what a context saves.
  convenience init(_ context: ManagedObjectContext, slot: Int, _ merges: MergesAhead) {
    self.init(context, Memory(of: slot, merges))
  }

  private init(_ context: ManagedObjectContext, _ memory: Memory) {
    self.memory = memory
    let saver = ObjectIdentifier(context)
    observer = NotificationObserver(ManagedObjectContext.didSaveNotification) {
      [memory] notification in
      if notification.isOf(saver) { memory.note(notification) }
    }
  }

  /// What a context is to merge: the last save, or all since it merged all before; nil before the first save.
  func saves(for target: Int, all isAll: Bool) -> [SavedChanges]? {
    memory.saves(for: target, all: isAll)
  }

  /// Notes that a context has merged what there was, and lets go of notifications that no other waits for.
  func noteMerge(into target: Int, all isAll: Bool, in source: SessionContext) throws {
    memory.noteMerge(into: target, all: isAll)
    try letGo(in: source)
  }

  /// Lets go of notifications that no step merges any more, where their objects belong.
  func letGo(in source: SessionContext) throws {
    if memory.keepsTooMuch { try source.working { memory.letGo() } }
  }

  /// Remembers for the context that takes the place of the former.
  func followed(to context: ManagedObjectContext) -> SaveRecorder { SaveRecorder(context, memory) }

  /// Reports the objects that notifications hold, a mention a reference.
  func forEachNamedHold(_ body: (NamedHolder, ManagedObject) -> Void) {
    let holder = NamedHolder(.telling, "the notification of a save", "until it is merged")
    memory.forEachHeld { body(holder, $0) }
  }

  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .script)
    visitor.show(observer, .script)
    visitor.show(memory, .script)
    memory.showBlocks(to: visitor)
  }
}

extension SaveRecorder.Memory {
  fileprivate func note(_ notification: Notification) {
    guard let changes = SavedChanges(notification) else { return }
    let keepsAll = merges.areAhead(from: source) { $0.takesAll }
    let isMerged = merges.areAhead(from: source) { _ in true }
    let held = SaveRecorder.HeldObjects(
      list: isMerged
        ? notification.objects(.insertedObjects, .updatedObjects, .deletedObjects) : [])
    saves.withLock { saves in
      saves.count += 1
      saves.latest = changes
      if keepsAll { saves.unmerged.append(changes) }
      if !held.list.isEmpty { saves.notifications.append((saves.count, held)) }
    }
    // What the former save had is not merged any more where only the last one is.
    letGo()
  }

  fileprivate func saves(for target: Int, all isAll: Bool) -> [SavedChanges]? {
    saves.withLock { saves in
      guard isAll, saves.count > 0 else { return saves.latest.map { [$0] } }
      let count = saves.count - (saves.mergedAll[target] ?? 0)
      return Array(saves.unmerged.suffix(count))
    }
  }

  fileprivate func noteMerge(into target: Int, all isAll: Bool) {
    saves.withLock { saves in
      saves.mergedLast[target] = saves.count
      guard isAll else { return }
      saves.mergedAll[target] = saves.count
      let least = merges.leastMerged(of: source, saves.mergedAll)
      let kept = saves.unmerged.suffix(saves.count - least)
      // An empty array holds no memory; one that was shortened would.
      if kept.count < saves.unmerged.count { saves.unmerged = kept.isEmpty ? [] : Array(kept) }
    }
  }

  fileprivate var keepsTooMuch: Bool {
    saves.withLock { saves in saves.notifications.contains { !isWanted($0.save, of: saves) } }
  }

  fileprivate func letGo() {
    saves.withLock { saves in
      let kept = saves.notifications.filter { isWanted($0.save, of: saves) }
      if kept.count < saves.notifications.count { saves.notifications = kept }
    }
  }

  /// Whether a merge that is still to be played takes a save.
  private func isWanted(_ save: Int, of saves: SaveRecorder.Saves) -> Bool {
    merges.areAhead(from: source) { merge in
      merge.takesAll
        ? (saves.mergedAll[merge.target] ?? 0) < save
        : save == saves.count && (saves.mergedLast[merge.target] ?? 0) < save
    }
  }

  fileprivate func forEachHeld(_ body: (ManagedObject) -> Void) {
    saves.withLock { saves in
      for notification in saves.notifications { notification.objects.list.forEach(body) }
    }
  }

  fileprivate func showBlocks(to visitor: BlockVisitor) {
    saves.withLock { saves in
      saves.latest?.showBlocks(to: visitor)
      visitor.show(elementsOf: saves.unmerged, .script)
      visitor.show(elementsOf: saves.mergedLast, .script)
      visitor.show(elementsOf: saves.mergedAll, .script)
      visitor.show(elementsOf: saves.notifications, .script)
      for save in saves.unmerged { save.showBlocks(to: visitor) }
      for one in saves.notifications { visitor.show(elementsOf: one.objects.list, .script) }
    }
  }
}

extension SavedChanges {
  fileprivate func showBlocks(to visitor: BlockVisitor) {
    for ids in [inserted, updated, deleted] { visitor.show(elementsOf: ids, .script) }
  }
}

/// The merges of a session that are still to be played.
final class MergesAhead: Sendable {
  private let merges: [Listening.Merge]
  /// Whether each is played no more.
  private let ended: Mutex<[Bool]>

  /// All of them; nil where a scenario has none.
  init?(_ merges: [Listening.Merge]) {
    guard !merges.isEmpty else { return nil }
    self.merges = merges
    ended = Mutex(Array(repeating: false, count: merges.count))
  }

  /// Whether any merges what a context saves.
  func take(from source: Int) -> Bool { merges.contains { $0.source == source } }

  /// Notes that a step has ended; returns the contexts whose saves it, or steps in it, have merged.
  func end(_ step: Int) -> [Int] {
    guard merges.contains(where: { $0.end == step }) else { return [] }
    ended.withLock { ended in
      for place in merges.indices where merges[place].end == step { ended[place] = true }
    }
    return merges.filter { $0.end == step }.map(\.source)
  }

  /// Whether there is one ahead that merges saves of a context.
  func areAhead(from source: Int, where matches: (Listening.Merge) -> Bool) -> Bool {
    ended.withLock { ended in
      merges.indices.contains {
        merges[$0].source == source && !ended[$0] && matches(merges[$0])
      }
    }
  }

  /// The number of saves that every context has merged which merges all of a source's.
  func leastMerged(of source: Int, _ merged: [Int: Int]) -> Int {
    merges.filter { $0.source == source && $0.takesAll }.map { merged[$0.target] ?? 0 }.min() ?? 0
  }

  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .script)
    ended.withLock { visitor.show(elementsOf: $0, .script) }
  }
}
