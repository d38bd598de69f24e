// A store is filled: rows made by recipes, without objects, ten thousand at a time.

import Faultline

/// Writes a stock of rows to a new store.
struct StockLoader {
  private static let batch = 10_000

  let stock: Stock
  let seed: UInt64
  /// What each stream of random numbers is for.
  let streams: [String]
  let parameters: [(name: String, value: FormulaValue)]

  /// Writes every row to the one store of a coordinator.
  func fill(_ coordinator: PersistentStoreCoordinator) throws(StepFailure) {
    guard let store = coordinator.persistentStores.first as? any StoreEngine else {
      throw StepFailure("There is no store that can be filled.")
    }
    var sources = streams.map { Source(Dice(seed: seed, purpose: $0)) }
    for lot in stock.lots where lot.count > 0 {
      let first = try engine { () throws(GraphError) in
        try store.reserveKeys(lot.count, for: lot.entity)
      }
      guard first == lot.firstKey else {
        throw StepFailure("The store for '\(lot.entity.name)' is not new.")
      }
      try fill(store, lot, &sources)
    }
  }

  private func fill(
    _ store: any StoreEngine, _ lot: Stock.Lot, _ sources: inout [Source]
  ) throws(StepFailure) {
    let names = Names(parameters)
    var columns: [(slot: Int, stream: Int, maker: ValueMaker)] = []
    for column in lot.recipes.columns {
      columns.append((column.slot, column.stream, try column.recipe.maker(in: names)))
    }
    let references = lot.recipes.references.compactMap { reference in
      reference.target.keys.map { (tie: reference.tie, stream: reference.stream, keys: $0) }
    }
    var draft = RowDraft(lot.entity)
    var changes = ChangeSet()
    for index in 0..<lot.count {
      for column in columns {
        try column.maker.make(index..<index + 1, from: &sources[column.stream]) {
          (_, value) throws(StepFailure) in
          try engine { () throws(GraphError) in try draft.set(value, at: column.slot) }
        }
      }
      for reference in references {
        draft.point(reference.tie, at: reference.keys.next(&sources[reference.stream]))
      }
      changes.insert(draft.row(lot.firstKey + Int64(index)), of: lot.entity)
      if changes.count == Self.batch || index == lot.count - 1 {
        _ = try engine { () throws(GraphError) in try store.commit(changes) }
        changes = ChangeSet()
      }
    }
  }
}
