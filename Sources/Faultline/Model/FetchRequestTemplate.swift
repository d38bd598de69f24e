// A fetch request as a model writes it down: data, with the predicate still a text.

/// A fetch request that a model keeps under a name.
public struct FetchRequestTemplate: Sendable, Hashable {
  /// What a fetch returns; the numbers are those of a model file.
  public enum ResultType: Int, Sendable, CaseIterable {
    case managedObjects = 0
    case managedObjectIDs = 1
    case dictionaries = 2
    case count = 4
  }

  /// The name that it is asked for by.
  public var name: String
  /// The name of the entity.
  public var entityName: String
  /// The condition as text, with variables such as `$NAME`; nil for all objects.
  public var predicateFormat: String?
  /// What a fetch returns.
  public var resultType: ResultType
  /// The most objects that are returned; 0 for no limit.
  public var fetchLimit = 0
  /// How many objects are filled at a time; 0 for all at once.
  public var fetchBatchSize = 0
  /// Whether objects of subentities count.
  public var includesSubentities = true
  /// Whether unsaved changes count.
  public var includesPendingChanges = true
  /// Whether the store reads values along with the keys.
  public var includesPropertyValues = true
  /// Whether objects are returned as faults.
  public var returnsObjectsAsFaults = true
  /// Whether equal dictionaries are returned once.
  public var returnsDistinctResults = false

  /// Writes down a request for the objects of an entity.
  public init(
    name: String, entityName: String, predicateFormat: String? = nil,
    resultType: ResultType = .managedObjects
  ) {
    self.name = name
    self.entityName = entityName
    self.predicateFormat = predicateFormat
    self.resultType = resultType
  }
}

// Fetch requests that a model keeps, ready to be run.
extension ManagedObjectModel {
  /// The request that the model keeps under a name; nil if there is none.
  ///
  /// A predicate that cannot be read stops with a sentence that shows the place.
  public func fetchRequestTemplate(forName name: String) -> FetchRequest? {
    do throws(GraphError) { return try template(named: name) } catch { misuse(error) }
  }

  /// The request that the model keeps under a name, with values for its predicate's variables.
  public func fetchRequestFromTemplate(
    withName name: String, substitutionVariables: [String: Any?]
  ) throws(GraphError) -> FetchRequest {
    guard var request = try template(named: name) else {
      let known = fetchRequestTemplates.map(\.name).joined(separator: ", ")
      throw GraphError(
        .unsupportedRequest,
        "The model keeps no request '\(name)'; it has \(known.isEmpty ? "none" : known).")
    }
    request.predicate = try request.predicate.map { predicate throws(GraphError) in
      try predicate.substituting(substitutionVariables)
    }
    return request
  }

  /// The request that the model keeps under a name, or why its predicate cannot be read.
  package func template(named name: String) throws(GraphError) -> FetchRequest? {
    try fetchRequestTemplates.first { $0.name == name }
      .map { template throws(GraphError) in try FetchRequest(template) }
  }
}

extension FetchRequest {
  /// The request that a model has written down.
  init(_ template: FetchRequestTemplate) throws(GraphError) {
    self.init(entityName: template.entityName)
    predicate = try template.predicateFormat.map { format throws(GraphError) in
      try FetchPredicate(format: format)
    }
    fetchLimit = template.fetchLimit
    fetchBatchSize = template.fetchBatchSize
    includesSubentities = template.includesSubentities
    includesPendingChanges = template.includesPendingChanges
    includesPropertyValues = template.includesPropertyValues
    returnsObjectsAsFaults = template.returnsObjectsAsFaults
    returnsDistinctResults = template.returnsDistinctResults
  }
}
