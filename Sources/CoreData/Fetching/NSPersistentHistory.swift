// The history of stores: what was saved, transaction by transaction.

public import Faultline
public import Foundation

/// A place in the histories of some stores.
open class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  let token: PersistentHistoryToken

  init(_ token: PersistentHistoryToken) { self.token = token }

  /// A Boolean value that indicates whether the token can be archived securely.
  public static var supportsSecureCoding: Bool { true }

  /// Reads an archived token.
  public required init?(coder: NSCoder) {
    guard let data = coder.decodeObject(forKey: "token") as? Data,
      let token = try? JSONDecoder().decode(PersistentHistoryToken.self, from: data)
    else { return nil }
    self.token = token
  }

  open func encode(with coder: NSCoder) {
    coder.encode(try? JSONEncoder().encode(token), forKey: "token")
  }

  /// Returns the token itself, which cannot be changed.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Tokens of the same place are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSPersistentHistoryToken)?.token == token
  }

  open override var hash: Int { token.hashValue }
}

/// The kind of a change: an object inserted, updated or deleted.
public enum NSPersistentHistoryChangeType: Int, Sendable {
  case insert = 0
  case update = 1
  case delete = 2
}

/// A change of one object by a save.
open class NSPersistentHistoryChange: NSObject {
  /// A number of the change's own in its store.
  public let changeID: Int64
  /// What was done.
  public let changeType: NSPersistentHistoryChangeType
  /// The object.
  public let changedObjectID: NSManagedObjectID
  /// The kept values of a deleted object.
  public let tombstone: [AnyHashable: Any]?
  /// The properties that were changed.
  public let updatedProperties: Set<NSPropertyDescription>?
  /// The save.
  public internal(set) weak var transaction: NSPersistentHistoryTransaction?

  init(_ change: PersistentHistoryChange) {
    changeID = change.changeID
    changeType = NSPersistentHistoryChangeType(rawValue: change.changeType.rawValue) ?? .update
    changedObjectID = change.changedObjectID
    let isDeletion = change.changeType == .delete
    tombstone = isDeletion ? change.tombstone.mapValues { Boxing.boxed($0) ?? NSNull() } : nil
    let entity: NSEntityDescription = change.changedObjectID.entity
    updatedProperties = change.updatedProperties.map { names in
      Set(names.compactMap { entity.propertiesByName[$0] })
    }
  }
}

/// One save to one store.
open class NSPersistentHistoryTransaction: NSObject {
  private let transaction: PersistentHistoryTransaction
  /// What the save did, where that was asked for.
  public let changes: [NSPersistentHistoryChange]?

  init(_ transaction: PersistentHistoryTransaction, withChanges: Bool) {
    self.transaction = transaction
    changes = withChanges ? transaction.changes.map { NSPersistentHistoryChange($0) } : nil
    super.init()
    for change in changes ?? [] { change.transaction = self }
  }

  /// When it was saved.
  open var timestamp: Date { transaction.timestamp }
  /// The number of the save in its store.
  open var transactionNumber: Int64 { transaction.transactionNumber }
  /// The identifier of the store.
  open var storeID: String { transaction.storeID.uuidString }
  /// The program.
  open var bundleID: String { transaction.bundleID ?? "" }
  /// The process.
  open var processID: String { transaction.processID ?? "" }
  /// The name of the context.
  open var contextName: String? { transaction.contextName }
  /// The author of the context's saves.
  open var author: String? { transaction.author }
  /// The place behind the save.
  open var token: NSPersistentHistoryToken { NSPersistentHistoryToken(transaction.token) }

  /// Returns the notification of the save, with IDs, for contexts to merge.
  open func objectIDNotification() -> Notification {
    func ids(_ type: PersistentHistoryChange.ChangeType) -> Set<NSManagedObjectID> {
      Set(transaction.changes.filter { $0.changeType == type }.map(\.changedObjectID))
    }
    return Notification(
      name: .NSManagedObjectContextDidSaveObjectIDs, object: nil,
      userInfo: [
        NSInsertedObjectIDsKey: ids(.insert), NSUpdatedObjectIDsKey: ids(.update),
        NSDeletedObjectIDsKey: ids(.delete),
      ])
  }

  /// The name of the entity that a request for transactions has.
  static let entityName = "TRANSACTION"

  /// A request for transactions, whose predicate may ask for author, contextName, bundleID and the like.
  open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    NSFetchRequest(entityName: entityName)
  }

  /// The values that a predicate can ask for.
  var values: [String: Any] {
    [
      "author": author ?? NSNull(), "contextName": contextName ?? NSNull(), "bundleID": bundleID,
      "processID": processID, "storeID": storeID, "timestamp": timestamp,
      "transactionNumber": NSNumber(value: transactionNumber),
      "token": NSNumber(value: transactionNumber),
    ]
  }
}

/// What a request about history returns.
public enum NSPersistentHistoryResultType: Int, Sendable {
  case statusOnly = 0
  case objectIDs = 1
  case count = 2
  case transactionsOnly = 3
  case changesOnly = 4
  case transactionsAndChanges = 5
}

/// What a request about history has found, or has done.
open class NSPersistentHistoryResult: NSPersistentStoreResult {
  /// What `result` has.
  public let resultType: NSPersistentHistoryResultType
  /// Transactions, changes, IDs, a number or a Boolean value.
  public let result: Any?

  init(_ type: NSPersistentHistoryResultType, _ result: Any?) {
    resultType = type
    self.result = result
  }
}

/// Fetches the history of stores, or deletes a part of it.
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
  private let request: PersistentHistoryChangeRequest
  private let isDeletion: Bool
  /// What the result has.
  open var resultType: NSPersistentHistoryResultType
  /// A request whose predicate chooses among the transactions.
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

  private init(_ request: PersistentHistoryChangeRequest, isDeletion: Bool) {
    self.request = request
    self.isDeletion = isDeletion
    resultType = isDeletion ? .statusOnly : .transactionsAndChanges
  }

  /// Makes a request for what is newer than a token; nil asks for everything.
  open class func fetchHistory(
    after token: NSPersistentHistoryToken?
  ) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.fetchHistory(after: token?.token), isDeletion: false)
  }

  /// Makes a request for what is newer than a date.
  open class func fetchHistory(after date: Date) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.fetchHistory(after: date), isDeletion: false)
  }

  /// Makes a request for what is newer than a transaction; nil asks for everything.
  open class func fetchHistory(
    after transaction: NSPersistentHistoryTransaction?
  ) -> NSPersistentHistoryChangeRequest { fetchHistory(after: transaction?.token) }

  /// Makes a request for the transactions that another request chooses.
  open class func fetchHistory(
    withFetch request: NSFetchRequest<any NSFetchRequestResult>
  ) -> NSPersistentHistoryChangeRequest {
    let history = fetchHistory(after: nil as NSPersistentHistoryToken?)
    history.fetchRequest = request
    return history
  }

  /// Makes a request to delete what is older than a token.
  open class func deleteHistory(
    before token: NSPersistentHistoryToken?
  ) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(
      token.map { .deleteHistory(before: $0.token) } ?? .deleteHistory(before: .distantPast),
      isDeletion: true)
  }

  /// Makes a request to delete what is older than a date.
  open class func deleteHistory(before date: Date) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.deleteHistory(before: date), isDeletion: true)
  }

  /// Makes a request to delete what is older than a transaction.
  open class func deleteHistory(
    before transaction: NSPersistentHistoryTransaction?
  ) -> NSPersistentHistoryChangeRequest { deleteHistory(before: transaction?.token) }

  override func carryOut(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    guard !isDeletion || fetchRequest?.predicate == nil else {
      throw GraphError(
        .unsupportedRequest,
        "A deletion of history follows no predicate here, and would delete more than it says; delete before a date, a "
          + "token or a transaction.")
    }
    var request = request
    request.affectedStores = affectedStores?.map(\.engine)
    let found = try context.engine.execute(request)
    if isDeletion {
      return NSPersistentHistoryResult(
        resultType,
        resultType == .count ? NSNumber(value: found.deletedTransactions) : true)
    }
    let withChanges = resultType != .transactionsOnly
    var transactions = found.transactions.map {
      NSPersistentHistoryTransaction($0, withChanges: withChanges)
    }
    if let predicate = fetchRequest?.predicate {
      transactions = transactions.filter { predicate.evaluate(with: $0.values) }
    }
    if let limit = fetchRequest?.fetchLimit, limit > 0 {
      transactions = Array(transactions.prefix(limit))
    }
    return NSPersistentHistoryResult(resultType, result(transactions))
  }

  private func result(_ transactions: [NSPersistentHistoryTransaction]) -> Any {
    switch resultType {
    case .statusOnly: !transactions.isEmpty
    case .count: NSNumber(value: transactions.count)
    case .objectIDs: transactions.flatMap { $0.changes ?? [] }.map(\.changedObjectID)
    case .changesOnly: transactions.flatMap { $0.changes ?? [] }
    case .transactionsOnly, .transactionsAndChanges: transactions
    }
  }
}
