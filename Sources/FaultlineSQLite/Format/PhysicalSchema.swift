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
  struct Column: Sendable, Equatable {
    let name: String
    let form: ColumnForm
  }

  /// One table with rows, or with pairs.
  struct Table: Sendable {
    let name: String
    var columns: [Column] = []
    /// The columns that are its key; none where `Z_PK` is.
    var keyColumns: [String] = []
    /// The whole statements that make its indexes.
    var indexes: [String] = []
  }

  /// The entities that have a number, in the order of their numbers.
  let entities: [EntityDescription]
  /// By the entity's index in the model; those of entities without a number have no table.
  let plans: [EntityPlan]
  /// By the entity's number less one: its index in the model.
  let indexOfNumber: [Int]
  /// In the order of their making.
  let tables: [Table]
  /// By the relationship.
  let collections: [ObjectIdentifier: CollectionPlace]

  init(_ model: ManagedObjectModel, configuration: String? = nil) {
    let order = EntityOrder(model, configuration: configuration)
    entities = order.entities
    var layout = TableLayout(model, order)
    layout.layOut()
    plans = model.entities.map { layout.plan(for: $0) }
    indexOfNumber = order.entities.map(\.index)
    tables = layout.tables
    collections = layout.collections
  }

  /// The plans of the entities that have a number, in the order of their numbers.
  var numberedPlans: [EntityPlan] { entities.map { plans[$0.index] } }
}
