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
///
/// A store may be asked from several threads; it keeps its own order.
package protocol StoreEngine: PersistentStore {
  /// What the store has counted.
  var statistics: StoreStatistics { get }
  /// Hands up the rows, or the keys, that a query asks for: in its order, or else entity by entity and in the
  /// order of their keys.
  func fetch(_ query: StoreQuery, into rows: FetchedRows) throws(GraphError)
  /// How many rows a query would hand up, its limit and offset aside.
  func count(_ query: StoreQuery) throws(GraphError) -> Int
  /// The statements that a query takes; none in a store that looks at its rows itself.
  func explain(_ query: StoreQuery) throws(GraphError) -> [QueryPlan.Statement]
  /// The lines of a question for values.
  func table(_ query: TableQuery) throws(GraphError) -> [[TableCell]]
  /// One row; nil if there is none.
  func row(_ key: Int64, of entity: EntityDescription) throws(GraphError) -> Row?
  /// Hands up the rows of many keys of one entity; keys without a row are left out.
  ///
  /// Returns how many requests that took: one, unless the store can only be asked for row after row. How many
  /// statements a store makes of a request is its own affair.
  func rows(
    for keys: [Int64], of entity: EntityDescription, into rows: FetchedRows
  ) throws(GraphError) -> Int
  /// The members of a to-many relationship of many owners, in the order of the owners, and their rows if those are to
  /// have values.
  ///
  /// The requests are counted as above.
  func members(
    of tie: EntityLayout.Tie, owners: [ForeignKey], into rows: FetchedRows
  ) throws(GraphError) -> (members: [[ForeignKey]], requests: Int)
  /// The members of a to-many relationship: in their own order if it is ordered, else by entity and key.
  func members(
    of tie: EntityLayout.Tie, owner: ForeignKey
  ) throws(GraphError) -> [ForeignKey]
  /// Leaves data that lies in files of its own where it is, from the next row on; a row has the name of its file.
  func leaveDataInFiles()
  /// The data of which a row has the name.
  func dataInFile(_ name: UnsafeRawBufferPointer) throws(GraphError) -> Data
  /// Carries out a batch as one transaction; nil, and nothing was done, where it takes objects.
  ///
  /// `settle` is called once all readers see the change, and before anything else can be written.
  func carryOut(
    _ batch: StoreBatch, settle: (StoreBatch.Question) -> Void
  ) throws(GraphError) -> StoreBatch.Outcome?
  /// Runs a body in one transaction, which is read from and written to as often as that takes; false, and the body was
  /// not run, where the store has no such.
  ///
  /// If the body throws, nothing of it was written. `settle` is called as above.
  func inOneTransaction(
    _ body: (any StoreTransaction) throws(GraphError) -> Void,
    settle: (StoreBatch.Question) -> Void
  ) throws(GraphError) -> Bool
  /// Sets keys aside for new rows, and says the first of them.
  ///
  /// Keys are unique in a whole tree of entities, and are never given twice.
  func reserveKeys(_ count: Int, for entity: EntityDescription) throws(GraphError) -> Int64
  /// Writes everything so that only the end is missing, or nothing and says what is in the way.
  ///
  /// For values that must be unique, deleted rows make room for changed and new ones; rows may exchange
  /// values within one change set. Where nothing is in the way, no other change set can be written before
  /// `endWriting`, which has to follow on the same thread.
  func beginWriting(_ changes: ChangeSet) throws(GraphError) -> StoreObjections
  /// Makes what was written visible to all readers, and does nothing else; if it throws, it has
  /// taken the write back.
  func keepWriting(_ changes: ChangeSet) throws(GraphError)
  /// What the store has derived of the change set that was kept; asked before its end.
  var derivedValues: [DerivedValue] { get }
  /// Takes back what was not kept, tidies up, and lets others write.
  func endWriting(_ changes: ChangeSet)
  /// How many saves it has that were written to another store as well, by the identifier of that one.
  ///
  /// With `isSettled` a save that is being written is waited for.
  func sharedSaves(isSettled: Bool) throws(GraphError) -> [UUID: Int]
  /// Counts more saves, or fewer, as shared with another store than were written.
  func correctSharedSaves(by difference: Int, with other: UUID) throws(GraphError)
  /// What was saved after a limit, in the order of the saves.
  func history(after limit: HistoryLimit) throws(GraphError) -> [StoredTransaction]
  /// Deletes what an author, or everybody, has saved before a limit from the history.
  func purgeHistory(
    before limit: HistoryLimit, by author: String?
  ) throws(GraphError) -> PurgedHistory
  /// From where to where the history reaches; nil in a store that keeps none.
  func historyExtent() throws(GraphError) -> HistoryExtent?
  /// What the store says about itself.
  func metadata() throws(GraphError) -> [String: Any]
  /// Adds keys to what the store says about itself, or replaces them.
  func setMetadata(_ values: [String: Any]) throws(GraphError)
  /// The error of a save to a store that is read-only.
  var refusalOfSaves: GraphError { get }
  /// Whether another process or coordinator has written to the store's file since the last call; false while a
  /// save is being written, and then the next call reports it.
  func noticeForeignWrites() -> Bool
  /// Ends what readers keep open for the length of a turn, so that the next one sees the newest state.
  func endReading()
  /// The files that change whenever what is stored does; none for a store in memory.
  var contentFiles: [URL] { get }
  /// Shows the memory that the store keeps for itself.
  func showBlocks(to visitor: BlockVisitor)
}

extension StoreEngine {
  /// None: the store lies in memory.
  package var contentFiles: [URL] { [] }

  /// Shows the store itself; one that keeps rows in memory shows those too.
  package func showBlocks(to visitor: BlockVisitor) { visitor.show(self, .store) }
}

extension StoreEngine {
  /// Writes everything, or nothing and says what is in the way.
  package func commit(_ changes: ChangeSet) throws(GraphError) -> StoreObjections {
    let objections = try beginWriting(changes)
    guard objections.isEmpty else { return objections }
    defer { endWriting(changes) }
    try keepWriting(changes)
    return objections
  }
}

/// Stores that keep all data in their rows, and derive nothing.
extension StoreEngine {
  package var derivedValues: [DerivedValue] { [] }

  package func leaveDataInFiles() {}

  package func dataInFile(_ name: UnsafeRawBufferPointer) throws(GraphError) -> Data {
    throw GraphError(.unsupportedRequest, "A store of the type '\(type)' keeps no files.")
  }
}

/// A store that goes with its coordinator need not remember which stores it shared saves with, and nothing else
/// writes to it.
extension StoreEngine {
  package func noticeForeignWrites() -> Bool { false }

  package func sharedSaves(isSettled: Bool) throws(GraphError) -> [UUID: Int] { [:] }

  package func correctSharedSaves(by difference: Int, with other: UUID) throws(GraphError) {}
}

extension StoreEngine {
  package var refusalOfSaves: GraphError { .readOnlyStore }
}

extension GraphError {
  /// The error of a save to a store that was opened to be read.
  package static let readOnlyStore = GraphError(
    .save, "The store is read-only; open it without isReadOnly to save.")
}

/// Metadata of stores that keep none.
extension StoreEngine {
  package func metadata() throws(GraphError) -> [String: Any] { [:] }

  package func setMetadata(_ values: [String: Any]) throws(GraphError) {
    throw GraphError(.unsupportedRequest, "A store of the type '\(type)' keeps no metadata.")
  }
}

/// What a store has counted since it was opened, and what lies beside it.
package struct StoreStatistics: Sendable, Equatable {
  /// Statements that were run.
  package var statements = 0
  /// Rows that were handed up, as keys alone or known already too, and members of relationships.
  package var rowsRead = 0
  /// Rows of its history that were written or removed.
  package var historyRows = 0
  /// Transactions that wrote.
  package var transactions = 0
  /// Bytes of the log that lies beside the store's file now.
  package var logBytes = 0
  /// The most bytes that the log has had.
  package var longestLogBytes = 0
  /// Bytes of the store's file.
  package var fileBytes = 0
  /// How many pages of the file were free after the last save; nil where nothing gives them back.
  package var freePages: Int?
  /// How many free pages saves have given back.
  package var pagesGivenBack = 0

  package init() {}
}

/// What a store is asked for.
package struct StoreQuery: Sendable {
  /// The entities whose rows count, in name order.
  package let entities: [EntityDescription]
  /// What a row must satisfy; nil for all rows.
  package let condition: BoundCondition?
  /// The order of the answer; rows that are equal by it are ordered by entity and key.
  package let order: [BoundSortKey]
  /// Where the keys of the store count: objects of other stores are never found in it.
  package let space: KeySpace
  /// Whether values are wanted along with the keys.
  package let wantsValues: Bool
  /// What is wanted of each row, where that is not all of it.
  package let part: RowPart?
  /// How many rows are left out at the beginning.
  package let offset: Int
  /// The most rows that are wanted; 0 for all.
  package let limit: Int
  /// Whether a database may judge the condition in its own way, where a comparison with NULL is neither true nor
  /// false.
  package let comparesAsSQL: Bool

  /// The same question about some of its entities.
  package func about(_ entities: [EntityDescription]) -> StoreQuery {
    StoreQuery(
      entities: entities, condition: condition, order: order, space: space,
      wantsValues: wantsValues, part: part,
      offset: offset, limit: limit, comparesAsSQL: comparesAsSQL)
  }

  /// The position after the last wanted row, among `count` rows.
  package func end(of count: Int) -> Int {
    guard limit > 0 else { return count }
    let (end, isTooMuch) = offset.addingReportingOverflow(limit)
    return isTooMuch ? count : min(count, end)
  }

  /// Whether every row is asked for, in the order in which they lie.
  package var isPlain: Bool { condition == nil && order.isEmpty }
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

  /// A store in memory that begins with the rows of another one of the same model.
  package static func inMemory(copying other: any PersistentStore) -> StoreType {
    StoreType(name: "InMemory") { model, _, options throws(GraphError) in
      guard let other = other as? MemoryStore else { return MemoryStore(model, options) }
      return MemoryStore(copying: other, options)
    }
  }
}

/// How a store is opened.
public struct StoreOptions: Sendable {
  /// Whether saves are refused.
  public var isReadOnly = false
  /// Whether a store that only its own program can write to is opened read-only, instead of being refused.
  ///
  /// Such are stores with a history of their changes, unless ``tracksHistory`` says that it is kept up, and stores that
  /// are mirrored to a server.
  public var readsWhatCannotBeWritten = false
  /// Whether a store is opened although its entities were described differently when it was made.
  ///
  /// A store whose tables do not fit the model is refused all the same, unless it is only read.
  public var ignoresVersionHashes = false
  /// Whether every write, those of other processes included, is announced by
  /// `PersistentStoreCoordinator.remoteChangeNotification`.
  public var postsRemoteChanges = false
  /// Settings of a store's database by name, such as `["cache_size": "-64000"]`.
  public var pragmas: [String: String] = [:]
  /// How many bytes long the log beside a SQLite store's file may be after a save; nil, the default, for any length.
  ///
  /// A longer one is moved into the file and cut to nothing when the save has ended, as Core Data was observed to do from
  /// some 8 MiB on. A reader that still needs the log prevents it. Each save then also gives back free pages of the file:
  /// a fifth, or as many as leave no more free than used, whichever is more.
  public var longestLog: Int?
  /// Whether a SQLite store writes the new rows of a save in a fixed shuffle of their keys instead of in ascending order.
  ///
  /// Sizes of Core Data's files fit a scattered order. Such a file has some 7 % more pages, since ascending keys never
  /// split one.
  public var scattersNewRows = false
  /// Whether a SQLite store keeps a history of its changes: a transaction for each save, and a change for each row of it.
  ///
  /// It is off by default, as in Core Data, where SwiftData and mirroring turn it on. The history lies in tables of the
  /// same file, is written in the same transaction as the rows, and grows until it is deleted
  /// (``PersistentHistoryChangeRequest``). Once a store has one, it is opened to be written to only with this option. A
  /// store in memory keeps none.
  public var tracksHistory = false
  /// What transactions of a history say of the program, where runs must not differ.
  package var historyOrigin: HistoryOrigin?
  /// The configuration whose entities the store keeps; nil for all.
  package var configuration: String?
  /// The identifier of a new store, instead of a random one: for runs that must not differ.
  public var identifier: UUID?

  /// The options that most stores are opened with.
  public init() {}
}
