// Which properties of an object a change of a history is about, and what is kept of it after its deletion.

internal import Faultline

/// The bits that stand for the properties of one entity.
///
/// The first bit is the highest of the first byte. Each stands for one of the properties that are stored, attributes and
/// relationships in one list by their names. That is how one public report found it in files of Core Data's.
struct ChangedColumns {
  private let names: [String]
  /// The property of each slot, by its place among the names; nil for what never reaches a file.
  private let places: [Int?]

  init(_ plan: PhysicalSchema.EntityPlan) {
    let attributes = plan.entity.attributesByName.filter { !$0.value.isTransient }.map(\.key)
    let names = (attributes + plan.entity.relationshipsByName.keys).sorted()
    self.names = names
    places = zip(plan.entity.layout.slots, plan.places).map { slot, place in
      place == nil ? nil : names.firstIndex(of: slot.name)
    }
  }

  /// The bits of some slots; none where no column was set.
  func bits(of changed: ChangedSlots) -> [UInt8] {
    guard !changed.isEmpty else { return [] }
    var bits = [UInt8](repeating: 0, count: (names.count + 7) / 8)
    for (slot, place) in places.enumerated() {
      if let place, changed.contains(slot) { bits[place / 8] |= 0x80 >> UInt8(place % 8) }
    }
    return bits
  }

  /// The properties that bits stand for; nil where some stand for none of the entity's.
  func names(of bits: UnsafeRawBufferPointer) -> Set<String>? {
    var found: Set<String> = []
    for place in 0..<bits.count * 8 where bits[place / 8] & (0x80 >> UInt8(place % 8)) != 0 {
      guard place < names.count else { return nil }
      found.insert(names[place])
    }
    return found
  }
}

/// The attributes of one entity whose values a history keeps when an object is deleted.
struct KeptAttributes {
  /// By name, each with its column; data that may lie in files of their own are never kept.
  let columns: [(name: String, column: String)]
  private let table: String

  init(_ plan: PhysicalSchema.EntityPlan) {
    table = plan.table
    columns = zip(plan.entity.layout.slots, plan.places).compactMap { slot, place in
      guard let place, let attribute = slot.attribute, attribute.preservesValueInHistoryOnDeletion,
        !attribute.allowsExternalBinaryDataStorage
      else { return nil }
      return (slot.name, place.column)
    }.sorted { $0.name < $1.name }
  }

  /// The statement for the values of one row.
  var text: String {
    "SELECT \(columns.map(\.column).joined(separator: ", ")) FROM \(table) WHERE Z_PK = ?1"
  }

  /// The names of so many columns of a history that keep such values.
  static func columnNames(_ count: Int) -> [String] { (0..<count).map { "ZTOMBSTONE\($0)" } }

  /// How many such columns the changes of a file have.
  static func count(_ connection: Connection) throws(GraphError) -> Int {
    let sql =
      "SELECT COUNT(*) FROM pragma_table_info('\(HistoryTables.changes.name)') WHERE name GLOB 'ZTOMBSTONE[0-9]*'"
    return try connection.value(sql) { Int(clamping: $0.integer(0)) } ?? 0
  }
}
