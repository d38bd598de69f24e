// A store is filled: rows with values of their own, without objects, ten thousand at a time.

import Faultline
import FaultlineMeasures

/// Writes the rows of a scenario's data to a new store.
struct InitialDataLoader {
  private static let batch = 10_000

  let data: InitialData
  let seed: UInt64
  /// What each stream of random numbers is for.
  let streams: [String]
  let names: Names

  /// Writes every row to the one store of a coordinator.
  func fill(_ coordinator: PersistentStoreCoordinator) throws {
    guard let store = coordinator.persistentStores.first as? any StoreEngine else {
      throw StepFailure("There is no store that can be filled.")
    }
    var sources = streams.map { Source(RandomNumbers(seed: seed, purpose: $0)) }
    for rows in data.rows where rows.count > 0 {
      let first = try store.reserveKeys(rows.count, for: rows.entity)
      guard first == rows.firstKey else {
        throw StepFailure("The store for '\(rows.entity.name)' is not new.")
      }
      try fill(store, rows, &sources)
    }
  }

  private func fill(
    _ store: any StoreEngine, _ rows: InitialData.Rows, _ sources: inout [Source]
  ) throws {
    var columns: [(slot: Int, stream: Int, maker: ValueMaker)] = []
    for column in rows.assignments.columns {
      columns.append((column.slot, column.stream, try column.spec.maker(in: names)))
    }
    let references = rows.assignments.references.compactMap { reference in
      reference.target.keys.map { (tie: reference.tie, stream: reference.stream, keys: $0) }
    }
    var draft = RowDraft(rows.entity)
    var changes = ChangeSet()
    for index in 0..<rows.count {
      for column in columns {
        try column.maker.make(index..<index + 1, from: &sources[column.stream]) { _, value in
          try draft.set(value, at: column.slot)
        }
      }
      for reference in references {
        draft.point(reference.tie, at: reference.keys.next(&sources[reference.stream]))
      }
      changes.insert(draft.row(rows.firstKey + Int64(index)), of: rows.entity)
      if changes.count == Self.batch || index == rows.count - 1 {
        _ = try store.commit(changes)
        changes = ChangeSet()
      }
    }
  }
}
