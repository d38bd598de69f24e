// Changes that go straight to the stores.

public import Faultline
public import Foundation

/// Sets properties of every object that satisfies a predicate.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
  /// The name of the entity.
  public let entityName: String
  /// The entity; nil where only a name was given.
  public let entity: NSEntityDescription?
  /// What an object must satisfy.
  open var predicate: NSPredicate?
  /// A Boolean value that indicates whether objects of subentities count.
  open var includesSubentities = true
  /// What the result has.
  open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
  /// The new values by property or by name.
  open var propertiesToUpdate: [AnyHashable: Any]?

  open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

  /// Makes a request for the objects of an entity.
  public init(entityName: String) {
    self.entityName = entityName
    entity = nil
  }

  /// Makes a request for the objects of an entity.
  public init(entity: NSEntityDescription) {
    self.entity = entity
    entityName = entity.name ?? ""
  }

  override func carryOut(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    var values: [String: Any?] = [:]
    for (key, value) in propertiesToUpdate ?? [:] {
      guard let name = (key.base as? NSPropertyDescription)?.name ?? key.base as? String else {
        continue
      }
      if let expression = value as? NSExpression {
        values[name] = try expression.propertyExpression(named: name)
      } else {
        values.updateValue(Boxing.bare(value), forKey: name)
      }
    }
    var request = BatchUpdateRequest(
      entityName: entityName, propertiesToUpdate: values,
      predicate: try predicate?.enginePredicate())
    request.includesSubentities = includesSubentities
    request.affectedStores = affectedStores?.map(\.engine)
    request.resultType = resultType == .updatedObjectIDsResultType ? .objectIDs : .count
    let done = try context.engine.execute(request)
    return NSBatchUpdateResult(
      resultType,
      resultType == .updatedObjectIDsResultType
        ? done.updatedObjectIDs
        : resultType == .updatedObjectsCountResultType ? NSNumber(value: done.count) : true)
  }
}

/// What a batch update returns.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
  case statusOnlyResultType = 0
  case updatedObjectIDsResultType = 1
  case updatedObjectsCountResultType = 2
}

/// What a batch update has done.
open class NSBatchUpdateResult: NSPersistentStoreResult {
  /// What `result` has.
  public let resultType: NSBatchUpdateRequestResultType
  /// A Boolean value, IDs, or a number.
  public let result: Any?

  init(_ type: NSBatchUpdateRequestResultType, _ result: Any) {
    resultType = type
    self.result = result
  }
}

/// Removes every object that a request finds, or that is named.
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
  /// The request for the objects.
  public let fetchRequest: NSFetchRequest<any NSFetchRequestResult>
  private let objectIDs: [NSManagedObjectID]?
  /// What the result has.
  open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

  open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

  /// Makes a request for what another one finds.
  public init(fetchRequest: NSFetchRequest<any NSFetchRequestResult>) {
    self.fetchRequest = fetchRequest
    objectIDs = nil
  }

  /// Makes a request for objects that are named.
  public init(objectIDs: [NSManagedObjectID]) {
    fetchRequest = NSFetchRequest()
    self.objectIDs = objectIDs
  }

  override func carryOut(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    var request: BatchDeleteRequest
    if let objectIDs {
      request = BatchDeleteRequest(objectIDs: objectIDs)
    } else {
      request = BatchDeleteRequest(
        fetchRequest: try FetchExecution(fetchRequest.storage, in: context).request())
    }
    request.resultType = resultType == .resultTypeObjectIDs ? .objectIDs : .count
    let done = try context.engine.execute(request)
    return NSBatchDeleteResult(
      resultType,
      resultType == .resultTypeObjectIDs
        ? done.deletedObjectIDs
        : resultType == .resultTypeCount ? NSNumber(value: done.count) : true)
  }
}

/// What a batch delete returns.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
  case resultTypeStatusOnly = 0
  case resultTypeObjectIDs = 1
  case resultTypeCount = 2
}

/// What a batch delete has done.
open class NSBatchDeleteResult: NSPersistentStoreResult {
  /// What `result` has.
  public let resultType: NSBatchDeleteRequestResultType
  /// A Boolean value, IDs, or a number.
  public let result: Any?

  init(_ type: NSBatchDeleteRequestResultType, _ result: Any) {
    resultType = type
    self.result = result
  }
}

/// Puts new rows into a store.
open class NSBatchInsertRequest: NSPersistentStoreRequest {
  /// The name of the entity.
  public let entityName: String
  /// The entity; nil where only a name was given.
  public let entity: NSEntityDescription?
  /// The rows; nil where a handler fills them.
  open var objectsToInsert: [[String: Any]]?
  /// Fills the dictionary of a row, and returns true when there are no more.
  open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
  /// Fills the object of a row, and returns true when there are no more.
  open var managedObjectHandler: ((NSManagedObject) -> Bool)?
  /// What the result has.
  open var resultType = NSBatchInsertRequestResultType.statusOnly

  open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

  /// Makes a request for rows.
  public init(entityName: String, objects: [[String: Any]]) {
    self.entityName = entityName
    entity = nil
    objectsToInsert = objects
  }

  /// Makes a request for rows.
  public init(entity: NSEntityDescription, objects: [[String: Any]]) {
    self.entity = entity
    entityName = entity.name ?? ""
    objectsToInsert = objects
  }

  /// Makes a request for rows that a handler fills one by one.
  public init(entityName: String, dictionaryHandler: @escaping (NSMutableDictionary) -> Bool) {
    self.entityName = entityName
    entity = nil
    self.dictionaryHandler = dictionaryHandler
  }

  /// Makes a request for rows that a handler fills one by one.
  public init(
    entity: NSEntityDescription, dictionaryHandler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.entity = entity
    entityName = entity.name ?? ""
    self.dictionaryHandler = dictionaryHandler
  }

  /// Makes a request for rows that a handler fills as objects.
  public init(entityName: String, managedObjectHandler: @escaping (NSManagedObject) -> Bool) {
    self.entityName = entityName
    entity = nil
    self.managedObjectHandler = managedObjectHandler
  }

  /// Makes a request for rows that a handler fills as objects.
  public init(
    entity: NSEntityDescription, managedObjectHandler: @escaping (NSManagedObject) -> Bool
  ) {
    self.entity = entity
    entityName = entity.name ?? ""
    self.managedObjectHandler = managedObjectHandler
  }

  override func carryOut(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    var request = try request(in: context)
    request.resultType = resultType == .objectIDs ? .objectIDs : .count
    let done = try context.engine.execute(request)
    return NSBatchInsertResult(
      resultType,
      resultType == .objectIDs
        ? done.insertedObjectIDs : resultType == .count ? NSNumber(value: done.count) : true)
  }

  private func request(in context: NSManagedObjectContext) throws -> BatchInsertRequest {
    guard objectsToInsert == nil, let dictionaryHandler else {
      let rows = try objectsToInsert ?? filledRows(in: context)
      return BatchInsertRequest(
        entityName: entityName, objects: rows.map { row in row.mapValues { Boxing.bare($0) } })
    }
    return BatchInsertRequest(entityName: entityName) { values in
      let row = NSMutableDictionary()
      if dictionaryHandler(row) { return true }
      values = (row as? [String: Any] ?? [:]).mapValues { Boxing.bare($0) }
      return false
    }
  }

  private func filledRows(in context: NSManagedObjectContext) throws -> [[String: Any]] {
    var rows: [[String: Any]] = []
    guard let managedObjectHandler else { return rows }
    guard let entity = NSEntityDescription.entity(forEntityName: entityName, in: context) else {
      throw GraphError(.unsupportedRequest, "The context's model has no entity '\(entityName)'.")
    }
    let names = entity.attributesByName.keys.sorted()
    while true {
      let object = (entity.objectClass ?? NSManagedObject.self).init(
        entity: entity, insertInto: nil)
      if managedObjectHandler(object) { return rows }
      rows.append(object.dictionaryWithValues(forKeys: names))
    }
  }
}

/// What a batch insert returns.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
  case statusOnly = 0
  case objectIDs = 1
  case count = 2
}

/// What a batch insert has done.
open class NSBatchInsertResult: NSPersistentStoreResult {
  /// What `result` has.
  public let resultType: NSBatchInsertRequestResultType
  /// A Boolean value, IDs, or a number.
  public let result: Any?

  init(_ type: NSBatchInsertRequestResultType, _ result: Any) {
    resultType = type
    self.result = result
  }
}
