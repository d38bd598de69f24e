// A row that takes the values of a save: most changes are numbers, dates and truth values of a row that one object has.

extension Overlay {
  /// The row beneath, if it can take the values that a save writes, once they are written: it is of a cache, nothing else
  /// refers to it, and what was written has its place in the slots.
  ///
  /// Then no row need be made, and none goes. Destinations are left to rows that are made: these know the keys that
  /// objects have by now. So are transient values, which no row contains.
  func rowForValues(of table: IdentityTable) -> Unmanaged<Row>? {
    let plan = plan
    guard plan.pointee.transientSlots.isEmpty, !hasOwn(anyOf: plan.pointee.untakenWords),
      isKnownUniquelyReferenced(&info.pointee.beneath), let row = uncountedBase,
      let rows = table.rows, Row.isLinked(Address(of: row), to: rows)
    else { return nil }
    return row
  }

  /// The values as the row beneath will have them, under the version that it will have; its texts and data are those
  /// that it has.
  func values(over row: Unmanaged<Row>, version: Int32) -> RowValues {
    row._withUnsafeGuaranteedRef { row in
      RowValues(key: row.key, version: version, slots: slots, outlinedSlots: row.slots)
    }
  }

  /// Lets the row beneath have the values, or puts one beneath that has them; under the lock of the table by which
  /// others find rows.
  ///
  /// Another context may have found the row since the save began. It keeps it as it was.
  func giveValues(
    to row: Unmanaged<Row>, _ version: Int32, for table: RowTable
  ) -> WrittenRow {
    guard !isKnownUniquelyReferenced(&info.pointee.beneath) else {
      row._withUnsafeGuaranteedRef { $0.take(slots, version: version, plan) }
      return WrittenRow(row: row, isFormer: true)
    }
    let newer = makeRow(key: row._withUnsafeGuaranteedRef { $0.key })
    newer.link(to: table)
    var replaced: AnyObject? = newer
    swap(&replaced, &info.pointee.beneath)
    return WrittenRow(row: .passUnretained(newer), replaced: replaced)
  }
}
