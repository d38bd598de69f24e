// What a store must do: the one wall between the graph and the disk.

public import Foundation

/// A place where rows are kept.
public protocol PersistentStore: AnyObject, Sendable {
  /// The identifier that is part of every object ID of the store.
  var identifier: UUID { get }
  /// The name of the store's type.
  var type: String { get }
  /// Where the store lies; nil for one in memory.
  var url: URL? { get }
  /// Whether saves are refused.
  var isReadOnly: Bool { get }
}

/// The work of a store, as the coordinator asks for it: per batch, never per property.
package protocol StoreEngine: PersistentStore {
  /// Hands up the rows, or the keys, that a query asks for, in the order of their keys.
  func fetch(_ query: StoreQuery, into rows: FetchedRows) throws(GraphError)
  /// One row; nil if there is none.
  func row(_ key: Int64, of entity: EntityDescription) throws(GraphError) -> Row?
  /// The members of a to-many relationship, in the order of their keys.
  func members(
    of tie: EntityLayout.Tie, owner: ForeignKey
  ) throws(GraphError) -> [ForeignKey]
  /// Sets keys aside for new rows, and says the first of them.
  func reserveKeys(_ count: Int, for entity: EntityDescription) throws(GraphError) -> Int64
  /// Writes everything, or nothing.
  func commit(_ changes: ChangeSet) throws(GraphError)
}

/// What a store is asked for.
package struct StoreQuery: Sendable {
  /// The entities whose rows count, in name order.
  package let entities: [EntityDescription]
  /// Whether values are wanted along with the keys.
  package let wantsValues: Bool
  /// How many rows are left out at the beginning.
  package let offset: Int
  /// The most rows that are wanted; 0 for all.
  package let limit: Int
}

/// What a save hands down to one store.
package struct ChangeSet {
  /// One row as it is to be written.
  package struct Change {
    package let entity: EntityDescription
    package let row: Row
  }

  /// Rows that are new.
  package internal(set) var inserts: ContiguousArray<Change> = []
  /// Rows that replace older ones.
  package internal(set) var updates: ContiguousArray<Change> = []

  /// How many rows there are.
  package var count: Int { inserts.count + updates.count }

  /// Visits every row, the new ones first.
  package func forEach(_ body: (Change) -> Void) {
    for change in inserts { body(change) }
    for change in updates { body(change) }
  }

  mutating func add(_ change: Change, isNew: Bool) {
    if isNew { inserts.append(change) } else { updates.append(change) }
  }
}

/// A kind of store: its name, and how one is opened.
public struct StoreType: Sendable {
  /// The name.
  public let name: String
  package let open:
    @Sendable (ManagedObjectModel, URL?, StoreOptions) throws(GraphError) -> any StoreEngine

  package init(
    name: String,
    open:
      @escaping @Sendable (ManagedObjectModel, URL?, StoreOptions) throws(GraphError)
      -> any StoreEngine
  ) {
    self.name = name
    self.open = open
  }

  /// A store that lives as long as its coordinator uses it.
  public static let inMemory = StoreType(name: "InMemory") { model, _, options throws(GraphError) in
    MemoryStore(model, options)
  }
}

/// How a store is opened.
public struct StoreOptions: Sendable {
  /// Whether saves are refused.
  public var isReadOnly = false
  /// The identifier of a new store, instead of a random one: for runs that must not differ.
  public var identifier: UUID?

  /// The options that most stores are opened with.
  public init() {}
}
