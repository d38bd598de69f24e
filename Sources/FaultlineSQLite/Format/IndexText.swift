// The indexes of a table: for references, for entities, for what the model asks for.

internal import Faultline

/// The statements that make the indexes of one table.
///
/// Indexes on expressions and R-tree indexes are left out: they would only make fetches faster. A
/// partial index covers all rows, for the same reason.
struct IndexText {
  private let table: String
  private let family: [EntityDescription]

  init(_ table: String, _ family: [EntityDescription]) {
    self.table = table
    self.family = family
  }

  /// The statements in the order in which they are run.
  func statements(
    keyColumns: [String], sharesTable: Bool, column: (EntityDescription, String) -> String?
  ) -> [String] {
    var statements = keyColumns.map { "CREATE INDEX \(table)_\($0)_INDEX ON \(table) (\($0))" }
    if sharesTable { statements.append("CREATE INDEX \(table)_Z_ENT_INDEX ON \(table) (Z_ENT)") }
    var names = NamePool()
    func add(
      _ name: String, _ elements: [(key: String, isAscending: Bool)], in entity: EntityDescription,
      isUnique: Bool = false
    ) {
      let columns = elements.compactMap { element in
        column(entity, element.key).map {
          "\($0) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")"
        }
      }
      guard columns.count == elements.count, !columns.isEmpty else { return }
      let kind = isUnique ? "UNIQUE INDEX" : "INDEX"
      let list = columns.joined(separator: ", ")
      statements.append(
        "CREATE \(kind) \(names.take("Z_\(entity.name)_\(name)")) ON \(table) (\(list))")
    }
    for entity in family {
      for slot in EntityOrder.alphabetical(
        Array(entity.addedSlots), { entity.layout.slots[$0].name })
      where entity.layout.slots[slot].attribute?.isIndexed == true {
        let key = entity.layout.slots[slot].name
        add(key, [(key, true)], in: entity)
      }
      for keys in entity.compoundIndexes {
        add(keys.joined(separator: "_"), keys.map { ($0, true) }, in: entity)
      }
      for index in EntityOrder.alphabetical(entity.indexes, \.name) {
        let elements = index.elements.compactMap { element in
          element.collationType == .binary
            ? element.propertyName.map { (key: $0, isAscending: element.isAscending) } : nil
        }
        guard elements.count == index.elements.count else { continue }
        add(index.name, elements, in: entity)
      }
      for keys in entity.uniquenessConstraints {
        add(
          "UNIQUE_" + keys.joined(separator: "_"), keys.map { ($0, true) }, in: entity,
          isUnique: true)
      }
    }
    return statements
  }
}
