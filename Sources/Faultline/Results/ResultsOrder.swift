// The order of results: that of a fetch, decided by values that were kept.

/// Compares rows by the values of the sort keys, and where those are equal as every fetch does.
struct ResultsOrder {
  let keys: [BoundSortKey]
  /// Where each entity stands among those that count.
  let ranks: [Int]

  init(_ question: StoreQuestion, entityCount: Int) {
    keys = question.order
    ranks = question.ranks(entityCount: entityCount)
  }

  /// Whether one row comes before another.
  func puts(_ one: ResultsRow, before two: ResultsRow) -> Bool {
    for (place, key) in keys.enumerated() {
      let order = key.order(one.values[place].scalar, two.values[place].scalar)
      if order != 0 { return order < 0 }
    }
    return standing(of: one) < standing(of: two)
  }

  /// Whether rows stand as their values say.
  func agrees(with rows: some Sequence<ResultsRow>) -> Bool {
    zip(rows, rows.dropFirst()).allSatisfy { !puts($1, before: $0) }
  }

  private func standing(of row: ResultsRow) -> Standing {
    Standing(
      newcomer: row.newcomer, isTemporary: row.id.isTemporaryID, space: row.id.space.ordinal,
      rank: ranks[row.id.entity.index], key: row.id.key)
  }
}
