// A row that takes the values of a save: most changes are numbers, dates and truth values of a row that one object has.

extension Overlay {
  /// Whether the row beneath can take the values that a save writes, once they are written: it is of a cache, nothing
  /// else refers to it, and what was written has its place in the slots.
  ///
  /// Then no row need be made, and none goes. Destinations are left to rows that are made: these know the keys that
  /// objects have by now.
  func canGiveValuesToRow(in table: RowTable) -> Bool {
    let plan = plan
    return plan.pointee.transientSlots.isEmpty && !hasOwn(anyOf: plan.pointee.untakenWords)
      && isKnownUniquelyReferenced(&info.pointee.beneath)
      && Row.isLinked(baseAddress, to: table)
  }

  private var baseAddress: Address {
    Address(bits: unsafeBitCast(info.pointee.beneath, to: UInt.self))
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
