// A fetch: Apple's request as the engine's, and the engine's answer in the type that was asked for.

import Faultline
import Foundation

/// One fetch of one request in one context.
struct FetchExecution {
  private let storage: FetchStorage
  private let context: NSManagedObjectContext

  init(_ storage: FetchStorage, in context: NSManagedObjectContext) {
    self.storage = storage
    self.context = context
  }

  private var model: NSManagedObjectModel? {
    context.persistentStoreCoordinator?.managedObjectModel
  }

  /// The engine's request, without a condition that only a program can evaluate.
  func request() throws -> FetchRequest {
    guard let name = storage.entityName(in: model) else {
      throw GraphError(
        .unsupportedRequest,
        "The request has no entity"
          + (storage.objectClass.map { " for the class '\($0)'" } ?? "") + "; name one.")
    }
    var request = FetchRequest(entityName: name)
    request.predicate = try storage.predicate?.enginePredicate()
    request.sortKeys = try (storage.sortDescriptors ?? []).map { try $0.sortKey() }
    request.fetchLimit = storage.fetchLimit
    request.fetchOffset = storage.fetchOffset
    request.fetchBatchSize = storage.fetchBatchSize
    request.includesSubentities = storage.includesSubentities
    request.includesPendingChanges = storage.includesPendingChanges
    request.includesPropertyValues = storage.includesPropertyValues
    request.returnsObjectsAsFaults = storage.returnsObjectsAsFaults
    request.returnsDistinctResults = storage.returnsDistinctResults
    request.shouldRefreshRefetchedObjects = storage.shouldRefreshRefetchedObjects
    request.relationshipKeyPathsForPrefetching = storage.relationshipKeyPaths ?? []
    request.propertiesToFetch = try (storage.propertiesToFetch ?? []).map(expression)
    request.propertiesToGroupBy = try (storage.propertiesToGroupBy ?? []).map(expression)
    request.havingPredicate = try storage.havingPredicate?.enginePredicate()
    request.affectedStores = storage.affectedStores?.map(\.engine)
    return request
  }

  private func expression(_ property: Any) throws -> PropertyExpression {
    switch property {
    case let name as String: return PropertyExpression(name)
    case let described as NSExpressionDescription:
      guard let expression = described.expression else {
        throw GraphError(.unsupportedRequest, "'\(described.name)' has no expression.")
      }
      return try expression.propertyExpression(named: described.name)
    case let described as NSPropertyDescription: return PropertyExpression(described.name)
    default:
      throw GraphError(
        .unsupportedRequest, "A \(type(of: property)) is no property that can be fetched.")
    }
  }

  // MARK: - Answers

  /// The results in the type of the request.
  func results<T>(of type: T.Type) throws -> [T] {
    switch storage.resultType {
    case .managedObjectIDResultType:
      return try typed(try context.engine.fetchIDs(try request()))
    case .dictionaryResultType:
      return try dictionaries(try context.engine.fetchDictionaries(try request()))
    case .countResultType: return try typed([NSNumber(value: try count())])
    default: return try objects(of: type)
    }
  }

  /// Returns the number of objects that the request finds.
  func count() throws -> Int {
    if storage.predicate?.isEvaluatedByProgram == true { return try filteredObjects().count }
    return try context.engine.count(for: try request())
  }

  private func objects<T>(of type: T.Type) throws -> [T] {
    if storage.predicate?.isEvaluatedByProgram == true { return try typed(try filteredObjects()) }
    let request = try request()
    let objects =
      request.fetchBatchSize > 0
      ? Array(try context.engine.fetchBatched(request)) : try context.engine.fetch(request)
    // Every class of the entity is checked once, in place of every object.
    if isKnown(type, request.entityName, request.includesSubentities) {
      return unsafeBitCast(objects, to: [T].self)
    }
    return try typed(objects)
  }

  /// Returns whether all objects of an entity are of a type that is a class.
  private func isKnown<T>(_ type: T.Type, _ name: String, _ withSubentities: Bool) -> Bool {
    guard type is AnyObject.Type, let entity = model?.entitiesByName[name] else { return false }
    func isKnown(_ entity: NSEntityDescription) -> Bool {
      (entity.isAbstract || entity.objectClass is T.Type)
        && (!withSubentities || entity.subentities.allSatisfy(isKnown))
    }
    return isKnown(entity)
  }

  /// The objects for which a condition of the program's own holds: stores in memory alone can be asked so.
  private func filteredObjects() throws -> [ManagedObject] {
    guard let predicate = storage.predicate else { return [] }
    let stores =
      storage.affectedStores ?? context.persistentStoreCoordinator?.persistentStores ?? []
    guard stores.allSatisfy({ $0.engine.type == StoreType.inMemory.name }) else {
      throw GraphError(
        .unsupportedRequest,
        "A predicate with a block can be evaluated in memory only, and a store of the coordinator is none."
      )
    }
    let plain = FetchExecution(storage.copied(), in: context)
    plain.storage.predicate = nil
    plain.storage.fetchLimit = 0
    plain.storage.fetchOffset = 0
    let found = try context.engine.fetch(try plain.request())
      .filter { predicate.evaluate(with: $0) }.dropFirst(storage.fetchOffset)
    return Array(storage.fetchLimit > 0 ? found.prefix(storage.fetchLimit) : found)
  }

  private func typed<T>(_ list: [Any]) throws -> [T] {
    try list.map { element in
      guard let element = element as? T else { throw mistyped(element, T.self) }
      return element
    }
  }

  private func dictionaries<T>(_ lines: [[String: Any]]) throws -> [T] {
    try lines.map { line in
      let boxed = line.mapValues { Boxing.boxed($0) ?? NSNull() }
      if let line = boxed as? T { return line }
      guard let line = NSDictionary(dictionary: boxed) as? T else { throw mistyped(boxed, T.self) }
      return line
    }
  }

  private func mistyped(_ element: Any, _ wanted: Any.Type) -> GraphError {
    GraphError(
      .unsupportedRequest,
      "The request returns a \(Swift.type(of: element)), and \(wanted) is asked for.")
  }
}
