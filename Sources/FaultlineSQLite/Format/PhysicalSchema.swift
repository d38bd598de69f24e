// How a model lies in a SQLite file: numbers of entities, tables, columns, join tables.

internal import Faultline

/// The names and numbers that Core Data's format gives to a model.
struct PhysicalSchema: Sendable {
  /// Where one slot of an entity is kept.
  struct Place: Sendable {
    let column: String
    /// The column with the destination's entity number, where a destination may be of several entities.
    let entityColumn: String?
    let coding: ValueCoding
  }

  /// One entity in the file.
  struct EntityPlan: Sendable {
    let entity: EntityDescription
    let number: Int
    /// The parent's number; 0 for a root.
    let parent: Int
    /// The root's number: keys are unique across its whole tree.
    let root: Int
    /// The table of its root.
    let table: String
    /// Whether the table holds rows of other entities too.
    let sharesTable: Bool
    /// Where each slot is kept; nil for what never reaches the file.
    let places: [Place?]

    /// Whether the file has the entity.
    var isKept: Bool { !table.isEmpty }
  }

  /// Where the members of a to-many relationship are listed.
  struct CollectionPlace: Sendable {
    enum Kind: Sendable {
      /// A to-one relationship leads back: the members' rows name the owner.
      case inverse
      /// Nothing leads back: a column of the members' table that belongs to no property names the owner.
      case bare
      /// A table of pairs.
      case join(isReflexive: Bool)
    }

    let kind: Kind
    let table: String
    let ownerColumn: String
    let memberColumn: String
    let orderColumn: String?
    /// The table of the members' rows.
    let memberTable: String
    /// The index of the only entity that a member can be of.
    let memberEntity: Int?
    /// The index of the entity that declares the relationship.
    let ownerEntity: Int
    /// The index of the entity that the relationship leads to.
    let destination: Int
  }

  /// One column.
  struct Column: Sendable {
    let name: String
    /// The name without the number that distinguishes it from another of that name.
    let wanted: String
    let form: ColumnForm
    /// What it keeps, as entity and key.
    let property: String
  }

  /// One table with rows, or with pairs.
  struct Table: Sendable {
    let name: String
    var columns: [Column] = []
    /// The columns that are its key; none where `Z_PK` is.
    var keyColumns: [String] = []
    /// The whole statements that make its indexes.
    var indexes: [String] = []

    /// Whether its rows are pairs of keys.
    var isJoin: Bool { !keyColumns.isEmpty }
  }

  /// The entities that have a number, in the order of their numbers.
  let entities: [EntityDescription]
  /// By the entity's index in the model; those of entities without a number have no table.
  let plans: [EntityPlan]
  /// What an entity's number in the file is to the model.
  let indexOfNumber: EntityNumbers
  /// In the order of their making.
  let tables: [Table]
  /// By the relationship.
  let collections: [ObjectIdentifier: CollectionPlace]

  init(_ model: ManagedObjectModel, configuration: String? = nil) {
    self.init(model, EntityOrder(model, configuration: configuration))
  }

  init(_ model: ManagedObjectModel, _ order: EntityOrder) {
    entities = order.entities
    var layout = TableLayout(model, order)
    layout.layOut()
    plans = model.entities.map { layout.plan(for: $0) }
    indexOfNumber = EntityNumbers(plans)
    tables = layout.tables
    collections = layout.collections
  }

  /// The same entities, where a file has its own names for what keeps them.
  init(
    _ other: PhysicalSchema, plans: [EntityPlan], collections: [ObjectIdentifier: CollectionPlace]
  ) {
    entities = other.entities
    self.plans = plans
    indexOfNumber = other.indexOfNumber
    tables = other.tables
    self.collections = collections
  }

  /// The plans of the entities that have a number, in the order of their numbers.
  var numberedPlans: [EntityPlan] { entities.map { plans[$0.index] } }
}

/// The model's indexes of entities by their numbers in a file.
///
/// A file may skip numbers, and a damaged row may have any: those stand for no entity.
struct EntityNumbers: Sendable {
  private let indexes: [Int32]

  init(_ plans: [PhysicalSchema.EntityPlan]) {
    var indexes = [Int32](repeating: -1, count: (plans.map(\.number).max() ?? 0) + 1)
    for (index, plan) in plans.enumerated() where plan.number > 0 {
      indexes[plan.number] = Int32(index)
    }
    self.indexes = indexes
  }

  /// The index of the entity of a number.
  subscript(number: Int64) -> Int? {
    guard number > 0, number < indexes.count, indexes[Int(number)] >= 0 else { return nil }
    return Int(indexes[Int(number)])
  }
}

// The statements that make a new file.
extension PhysicalSchema {
  /// The bookkeeping tables, which every file has behind those of its model.
  static let bookkeeping = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
  ]

  /// All tables, then all indexes, then the bookkeeping.
  var creationStatements: [String] {
    tables.map(\.creationStatement) + tables.flatMap(\.indexes) + Self.bookkeeping
  }
}

extension PhysicalSchema.Table {
  /// The statement that makes the table.
  var creationStatement: String {
    let own = columns.map { "\($0.name) \($0.form.rawValue)" }
    let parts =
      keyColumns.isEmpty
      ? ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"] + own
      : own + ["PRIMARY KEY (\(keyColumns.joined(separator: ", ")))"]
    return "CREATE TABLE \(name) ( \(parts.joined(separator: ", ")) )"
  }
}

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
