// What is saved during a read: rows that were read too early must not pass for the newest.

import Synchronization

/// The readers of a store, and what was written to it meanwhile.
///
/// A reader on one thread may have seen a row before another thread saved a newer one, and be slow to list it in
/// the row cache. As long as there is a reader, the versions that are written are noted; without one, it costs a
/// counter.
final class ReadWatch: Sendable {
  private struct State: Sendable {
    var readers = 0
    var versions: [ForeignKey: Int32] = [:]
    /// Entities of which many rows were written at once, so that every row that was read may be older.
    var entities: Set<Int> = []

    var isEmpty: Bool { versions.isEmpty && entities.isEmpty }
  }

  private let state = Mutex(State())
  private let hasNotes = Atomic<Bool>(false)

  /// Whether something was written while there are readers.
  var isNoted: Bool { hasNotes.load(ordering: .acquiring) }

  /// Reads, and lists what was read, while saves are noted.
  func reading<Outcome>(_ body: () throws(GraphError) -> Outcome) throws(GraphError) -> Outcome {
    state.withLock { $0.readers += 1 }
    defer {
      state.withLock { state in
        state.readers -= 1
        guard state.readers == 0, !state.isEmpty else { return }
        state.versions = [:]
        state.entities = []
        hasNotes.store(false, ordering: .releasing)
      }
    }
    return try body()
  }

  /// Notes what was written, if there are readers.
  func note(_ changes: ChangeSet) {
    state.withLock { state in
      guard state.readers > 0 else { return }
      changes.forEach { change in
        let values = change.values
        state.versions[ForeignKey(entity: change.entity.index, key: values.key)] = values.version
      }
      for deletion in changes.deletes {
        state.versions[ForeignKey(entity: deletion.entity.index, key: deletion.key)] = .max
      }
      hasNotes.store(true, ordering: .releasing)
    }
  }

  /// Notes that any row of some entities may have been written, if there are readers.
  func note(rowsOf entities: [Int]) {
    state.withLock { state in
      guard state.readers > 0 else { return }
      state.entities.formUnion(entities)
      hasNotes.store(true, ordering: .releasing)
    }
  }

  /// Whether a row that was read is not the newest any more.
  func isOutdated(_ key: Int64, of entity: Int, version: Int32) -> Bool {
    guard isNoted else { return false }
    return state.withLock {
      $0.entities.contains(entity)
        || $0.versions[ForeignKey(entity: entity, key: key)].map { $0 > version } ?? false
    }
  }

  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .registry)
    visitor.show(elementsOf: state.withLock { $0.versions }, .registry)
    visitor.show(elementsOf: state.withLock { $0.entities }, .registry)
  }
}
