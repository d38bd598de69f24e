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
