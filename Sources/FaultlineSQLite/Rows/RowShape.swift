// One entity's rows as statements see them: which column belongs to which slot.

internal import Faultline

/// The columns of an entity, in the order in which its statements list them.
struct RowShape: Sendable {
  /// One slot that is kept.
  struct Field: Sendable {
    let slot: Int
    /// The place among the shape's columns, from 0.
    let place: Int32
    let coding: ValueCoding
    let column: String
    let entityColumn: String?
  }

  let plan: PhysicalSchema.EntityPlan
  let layout: EntityLayout
  let fields: [Field]
  /// Every column that belongs to a slot.
  let columns: [String]
  /// The slots that are read, where those are not all.
  let part: RowPart?
  /// The columns that the file's triggers keep, and no save writes; their places count among themselves.
  let kept: [Field]

  /// All columns of an entity, except those that the file's triggers keep.
  init(
    _ plan: PhysicalSchema.EntityPlan, leaving kept: Set<ForeignMachinery.KeptColumn> = [],
    only part: RowPart? = nil
  ) {
    self.plan = plan
    self.part = part
    layout = plan.entity.layout
    var fields: [Field] = []
    var columns: [String] = []
    var keptFields: [Field] = []
    for (slot, place) in plan.places.enumerated() {
      guard let place, part?.slots.contains(slot) ?? true else { continue }
      if !kept.isEmpty, kept.contains(.init(table: plan.table, column: place.column)) {
        keptFields.append(
          Field(
            slot: slot, place: Int32(keptFields.count), coding: place.coding, column: place.column,
            entityColumn: nil))
        continue
      }
      fields.append(
        Field(
          slot: slot, place: Int32(columns.count), coding: place.coding, column: place.column,
          entityColumn: place.entityColumn))
      columns.append(place.column)
      if let second = place.entityColumn { columns.append(second) }
    }
    self.fields = fields
    self.columns = columns
    self.kept = keptFields
  }

  /// The same entity where its columns stand among those of others.
  init(_ own: RowShape, among columns: [String]) {
    plan = own.plan
    part = own.part
    layout = own.layout
    self.columns = columns
    kept = own.kept
    fields = own.fields.map { field in
      Field(
        slot: field.slot, place: Int32(columns.firstIndex(of: field.column) ?? 0),
        coding: field.coding, column: field.column, entityColumn: field.entityColumn)
    }
  }

  /// The slots whose values may lie in files of their own.
  var externalFields: [Field] {
    fields.filter { if case .external = $0.coding { true } else { false } }
  }

  private var onlyOwnRows: String { plan.sharesTable ? " AND Z_ENT = \(plan.number)" : "" }

  // MARK: - Statements; each is put together once

  /// The columns before those of slots: a partial row has no version.
  var leading: [String] { part == nil ? ["Z_PK", "Z_OPT"] : ["Z_PK"] }

  /// Key, version and values of all rows; a limit is bound.
  var fetchText: String { fetchText((leading + columns).joined(separator: ", ")) }

  /// The keys of all rows; a limit is bound.
  var keysText: String { fetchText("Z_PK") }

  /// Key and version of all rows.
  var versionsText: String { listText("Z_PK, Z_OPT") }

  private func fetchText(_ columns: String) -> String { listText(columns) + " LIMIT ?1" }

  private func listText(_ columns: String) -> String {
    let condition = plan.sharesTable ? " WHERE Z_ENT = \(plan.number)" : ""
    return "SELECT \(columns) FROM \(plan.table)\(condition) ORDER BY Z_PK"
  }

  /// Key, version and values of one row; its key is bound.
  var rowText: String {
    let columns = (["Z_PK", "Z_OPT"] + columns).joined(separator: ", ")
    return "SELECT \(columns) FROM \(plan.table) WHERE Z_PK = ?1\(onlyOwnRows)"
  }

  /// Key, version and values of as many rows as keys are bound; one key may be bound several times.
  func rowsText(_ count: Int) -> String {
    let columns = (leading + columns).joined(separator: ", ")
    let places = Array(repeating: "?", count: count).joined(separator: ",")
    return """
      SELECT \(columns) FROM \(plan.table) WHERE Z_PK IN (\(places))\(onlyOwnRows) ORDER BY Z_PK
      """
  }

  /// A new row: key, entity, version, values.
  var insertText: String {
    let columns = ["Z_PK", "Z_ENT", "Z_OPT"] + columns
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    return
      "INSERT INTO \(plan.table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
  }

  /// New values for some slots: those, the new version, the key, the old version; it gives what triggers keep.
  func updateText(_ changed: [Field]) -> String {
    let columns = changed.flatMap { [$0.column] + ($0.entityColumn.map { [$0] } ?? []) }
    let assignments = (columns + ["Z_OPT"]).map { "\($0) = ?" }.joined(separator: ", ")
    let returning = kept.isEmpty ? "" : " RETURNING " + kept.map(\.column).joined(separator: ", ")
    return
      "UPDATE \(plan.table) SET \(assignments) WHERE Z_PK = ? AND Z_OPT = ?\(onlyOwnRows)"
      + returning
  }

  /// A row goes, if it still has a version.
  var deleteText: String {
    "DELETE FROM \(plan.table) WHERE Z_PK = ? AND Z_OPT = ?\(onlyOwnRows)"
  }
}

/// The bits of a row, as `Row.slots` describes them.
struct RowBits {
  let slots: UnsafeMutablePointer<UInt64>
  private let outline: UnsafeRawPointer

  init(_ row: RowValues, slotCount: Int) {
    slots = row.slots
    outline = UnsafeRawPointer(row.outlinedSlots + slotCount)
  }

  @inline(__always) func isEmpty(_ slot: Int) -> Bool {
    slots[-1 - slot >> 6] & (1 << UInt64(slot & 63)) != 0
  }

  @inline(__always) func bytes(_ slot: Int) -> UnsafeRawBufferPointer {
    let place = slots[slot]
    return UnsafeRawBufferPointer(
      start: outline + Int((place & ~Slots.isInFile) >> 32), count: Int(place & 0xFFFF_FFFF))
  }
}
