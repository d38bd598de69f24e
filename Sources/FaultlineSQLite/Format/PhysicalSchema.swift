// How a model lies in a SQLite file: numbers of entities, tables, columns, join tables.

internal import Faultline

/// The names and numbers that Core Data's format gives to a model.
struct PhysicalSchema: Sendable {
  /// Where one slot of an entity is kept.
  struct Place: Sendable {
    let column: String
    /// The column with the destination's entity number, where a destination may be of several entities.
    let entityColumn: String?
    /// The only entity that a destination can be of, by its index in the model.
    let destination: Int?
    let form: ColumnForm
  }

  /// One entity in the file.
  struct EntityPlan: Sendable {
    let entity: EntityDescription
    let number: Int
    /// The table of its root entity.
    let table: String
    /// The numbers of the entity and of all that inherit from it.
    let family: [Int]
    /// Where each slot is kept; nil for what never reaches the file.
    let places: [Place?]
    /// The root entity's number: keys are unique across its whole tree.
    let root: Int
  }

  /// One column of a table.
  struct Column: Sendable {
    let name: String
    let form: ColumnForm
  }

  /// One table.
  struct Table: Sendable {
    let name: String
    var columns: [Column]
    let hasSeveralEntities: Bool
    /// Columns that hold a destination's key.
    var foreignKeys: [String]
  }

  /// By the entity's index in the model.
  let plans: [EntityPlan]
  /// By the entity's number less one: its index in the model.
  let indexOfNumber: [Int]
  let tables: [Table]

  init(_ model: ManagedObjectModel) {
    let order = EntityOrder(model)
    let naming = ColumnNaming(model, order)
    plans = model.entities.map { naming.plan(for: $0) }
    indexOfNumber = order.entities.map(\.index)
    tables = naming.tables
  }
}

/// What a column is declared as, and how a value lies in it.
enum ColumnForm: String, Sendable {
  case integer = "INTEGER"
  case real = "FLOAT"
  case decimal = "DECIMAL"
  case date = "TIMESTAMP"
  case text = "VARCHAR"
  case bytes = "BLOB"

  init(_ type: AttributeType) {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: self = .integer
    case .float, .double: self = .real
    case .decimal: self = .decimal
    case .date: self = .date
    case .string, .uri, .objectID: self = .text
    case .binary, .transformable, .uuid, .undefined: self = .bytes
    }
  }

  /// The order in which a new table lists its columns.
  var rank: Int {
    switch self {
    case .integer: 0
    case .date: 1
    case .real: 2
    case .decimal: 3
    case .text: 4
    case .bytes: 5
    }
  }
}

/// The numbers of entities: roots in alphabetical order, each followed by its subentities, from 1 on.
struct EntityOrder {
  private(set) var entities: [EntityDescription] = []
  private var numbers: [String: Int] = [:]

  init(_ model: ManagedObjectModel) {
    let sorted = model.entities.sorted { Self.precedes($0.name, $1.name) }
    func visit(_ entity: EntityDescription) {
      entities.append(entity)
      numbers[entity.name] = entities.count
      for child in sorted where child.superentity === entity { visit(child) }
    }
    for entity in sorted where entity.superentity == nil { visit(entity) }
  }

  func number(of entity: EntityDescription) -> Int { numbers[entity.name] ?? 0 }

  /// Alphabetical, whatever the case.
  static func precedes(_ one: String, _ other: String) -> Bool {
    let (a, b) = (one.uppercased(), other.uppercased())
    return a == b ? one < other : a < b
  }
}

/// Gives out columns: a name that is taken in a table gets a number behind it.
private struct ColumnNaming {
  private let model: ManagedObjectModel
  private let order: EntityOrder
  private(set) var tables: [PhysicalSchema.Table] = []
  private var places: [String: [PhysicalSchema.Place?]] = [:]

  init(_ model: ManagedObjectModel, _ order: EntityOrder) {
    self.model = model
    self.order = order
    for root in order.entities where root.superentity == nil { lay(root) }
  }

  func plan(for entity: EntityDescription) -> PhysicalSchema.EntityPlan {
    let root = Self.root(of: entity)
    return PhysicalSchema.EntityPlan(
      entity: entity, number: order.number(of: entity), table: Self.table(of: root),
      family: model.family(of: entity).map { order.number(of: $0) }.sorted(),
      places: places[entity.name] ?? [], root: order.number(of: root))
  }

  /// Lays out the table of a root entity: its own columns first, then those of its subentities.
  private mutating func lay(_ root: EntityDescription) {
    var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
    var columns: [PhysicalSchema.Column] = []
    var foreignKeys: [String] = []
    let family = order.entities.filter { $0.isKindOf(entity: root) }
    for entity in family {
      var own = entity.superentity.flatMap { places[$0.name] } ?? []
      for (slot, place) in entity.layout.slots.enumerated().dropFirst(own.count) {
        if let attribute = place.attribute {
          guard !attribute.isTransient else {
            own.append(nil)
            continue
          }
          let form = ColumnForm(attribute.attributeType)
          let name = Self.free("Z" + place.name.uppercased(), &taken)
          columns.append(.init(name: name, form: form))
          own.append(.init(column: name, entityColumn: nil, destination: nil, form: form))
        } else {
          own.append(foreignKey(slot, of: entity, &taken, &columns, &foreignKeys))
        }
      }
      places[entity.name] = own
    }
    // Sorting keeps the order of declaration within a rank.
    let sorted = columns.enumerated().sorted {
      ($0.element.form.rank, $0.offset) < ($1.element.form.rank, $1.offset)
    }
    tables.append(
      .init(
        name: Self.table(of: root), columns: sorted.map(\.element),
        hasSeveralEntities: family.count > 1, foreignKeys: foreignKeys))
  }

  private func foreignKey(
    _ slot: Int, of entity: EntityDescription, _ taken: inout Set<String>,
    _ columns: inout [PhysicalSchema.Column], _ foreignKeys: inout [String]
  ) -> PhysicalSchema.Place? {
    guard let tie = entity.layout.ties.first(where: { $0.slot == slot }),
      let destination = tie.relationship.destinationEntity
    else { return nil }
    let name = Self.free("Z" + tie.relationship.name.uppercased(), &taken)
    columns.append(.init(name: name, form: .integer))
    foreignKeys.append(name)
    guard model.family(of: destination).count > 1 else {
      return .init(
        column: name, entityColumn: nil, destination: destination.index, form: .integer)
    }
    let wanted =
      "Z\(order.number(of: destination))_\(tie.relationship.name.uppercased())"
    let entityColumn = Self.free(wanted, &taken)
    columns.append(.init(name: entityColumn, form: .integer))
    return .init(column: name, entityColumn: entityColumn, destination: nil, form: .integer)
  }

  private static func free(_ wanted: String, _ taken: inout Set<String>) -> String {
    var name = wanted
    var suffix = 0
    while !taken.insert(name).inserted {
      suffix += 1
      name = "\(wanted)\(suffix)"
    }
    return name
  }

  private static func table(of root: EntityDescription) -> String { "Z" + root.name.uppercased() }

  private static func root(of entity: EntityDescription) -> EntityDescription {
    var root = entity
    while let parent = root.superentity { root = parent }
    return root
  }
}
