// What a batch sets, one property after the other, and how an object takes it.

/// One property that a batch sets.
struct BatchChange {
  let key: String
  private let constant: Any?
  private let term: BoundTerm?
  private let type: QueryType

  init(
    _ key: String, _ value: Any?, _ entity: EntityDescription, _ context: ManagedObjectContext
  ) throws(GraphError) {
    self.key = key
    guard let expression = value as? PropertyExpression else {
      (constant, term, type) = (value, nil, .nothing)
      return
    }
    let coordinator = try context.coordinator()
    var binder = QueryBinder(entity, .rows) { coordinator.objectID($0) }
    do throws(QueryMistake) {
      let (bound, kind) = try binder.single(expression.term)
      (constant, term, type) = (nil, bound, kind)
    } catch {
      throw error.error
    }
  }

  /// Whether the value is computed of the object's own values, if it is computed at all.
  var readsItsRowAlone: Bool { term?.isOfOneRow ?? true }

  func value(for object: ManagedObject) throws(GraphError) -> Any? {
    guard let term else { return constant }
    if case .object(let path) = term {
      var evaluation = QueryEvaluation(LiveSource())
      return try evaluation.object(at: path, from: object)
    }
    var evaluation = QueryEvaluation(LiveSource())
    return type.bare(try evaluation.value(term, of: object))
  }
}

extension ManagedObject {
  /// Sets an attribute, or a to-one relationship to an object of any context or to an ID.
  final func setting(
    _ value: Any?, forKey key: String, in context: ManagedObjectContext
  ) throws(GraphError) {
    switch try property(key) {
    case .attribute(let slot): try set(try cell(value, slot), at: slot)
    case .relationship(let tie):
      guard !identityTable.layout.ties[tie].isToMany else {
        throw GraphError(
          .unsupportedRequest,
          "'\(entity.name).\(key)' is to-many, and a batch sets values and to-one relationships.",
          objectID: objectID, key: key)
      }
      let id = value as? ManagedObjectID ?? (value as? ManagedObject)?.objectID
      guard value == nil || id != nil else {
        throw GraphError(
          .unsupportedRequest, "'\(entity.name).\(key)' takes an object or its ID.",
          objectID: objectID, key: key)
      }
      try setDestination(id.map { context.object(with: $0) }, tie)
    }
  }
}
