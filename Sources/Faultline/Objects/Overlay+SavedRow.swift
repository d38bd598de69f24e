// A row that takes the values of a save: most changes are numbers, dates and truth values of a row that one object has.

extension Overlay {
  /// Whether the row beneath can take the values that a save writes, once they are written: it is of a cache, nothing
  /// else refers to it, and what was written has its place in the slots.
  ///
  /// Then no row need be made, and none goes. Destinations are left to rows that are made: these know the keys that
  /// objects have by now.
  func canGiveValuesToRow(of table: IdentityTable) -> Bool {
    let plan = plan
    guard plan.pointee.transientSlots.isEmpty, !hasOwn(anyOf: plan.pointee.untakenWords),
      isKnownUniquelyReferenced(&info.pointee.beneath), let base = uncountedBase,
      let rows = table.rows
    else { return false }
    return Row.isLinked(Address(of: base), to: rows)
  }

  /// The values as the row beneath will have them, under the version that it will have; its texts and data are those
  /// that it has.
  func values(version: Int32) -> RowValues {
    let slots = slots
    guard let base = uncountedBase else {
      return RowValues(key: 0, version: version, slots: slots, outlinedSlots: slots)
    }
    return base._withUnsafeGuaranteedRef { row in
      RowValues(key: row.key, version: version, slots: slots, outlinedSlots: row.slots)
    }
  }

  /// Lets the row beneath have the values, or puts one beneath that has them, and returns the former one; under the
  /// lock of the table by which others find rows.
  ///
  /// Another context may have found the row since the save began. It keeps it as it was.
  func giveValuesToRow(_ version: Int32, for table: RowTable) -> WrittenRow {
    let (base, plan) = (uncountedBase, plan)
    if isKnownUniquelyReferenced(&info.pointee.beneath), let base {
      base._withUnsafeGuaranteedRef { $0.take(slots, version: version, plan) }
      return WrittenRow(row: base, isFormer: true)
    }
    let row = makeRow(key: base?._withUnsafeGuaranteedRef { $0.key } ?? 0)
    row.link(to: table)
    var replaced: AnyObject? = row
    swap(&replaced, &info.pointee.beneath)
    return WrittenRow(row: .passUnretained(row), replaced: replaced)
  }
}
