// The values of a batch update, sorted into those that a statement can set and those that take objects.

/// The values that an update gives to rows, as they come up.
struct AssignmentDraft {
  private let entity: EntityDescription
  private let rows: EntityDescription
  private let space: KeySpace
  private let coordinator: PersistentStoreCoordinator
  private var draft: RowDraft
  private var slots: [Int] = []
  private var computed: [(slot: Int, term: BoundTerm, form: BatchAssignments.Form)] = []
  private var references: [(tie: EntityLayout.Tie, destination: ForeignKey?)] = []

  /// Begins with the entity that the names belong to, and the one of whose kind the row of constants is.
  init(
    _ entity: EntityDescription, as rows: EntityDescription, _ space: KeySpace,
    _ coordinator: PersistentStoreCoordinator
  ) {
    self.entity = entity
    self.rows = rows
    self.space = space
    self.coordinator = coordinator
    draft = RowDraft(rows)
  }

  /// What a store is to set.
  var finished: BatchAssignments {
    BatchAssignments(
      entity: rows, constants: draft.row(1), slots: slots, computed: computed,
      references: references)
  }

  /// Whether none of some slots is set.
  func isApart(from others: [Int]) -> Bool {
    !slots.contains(where: others.contains) && !computed.contains { others.contains($0.slot) }
  }

  /// Takes a value; false where an object must take it, or has to say what is wrong with it.
  mutating func take(_ value: Any?, forKey key: String) throws(GraphError) -> Bool {
    switch entity.layout.property(named: key) {
    case .attribute(let slot): return try take(value, at: slot)
    case .relationship(let tie): return point(value, tie)
    case nil: return false
    }
  }

  // MARK: - Attributes

  private mutating func take(_ value: Any?, at slot: Int) throws(GraphError) -> Bool {
    guard let attribute = entity.layout.slots[slot].attribute, !attribute.isTransient,
      !attribute.allowsExternalBinaryDataStorage, attribute.attributeType != .transformable,
      attribute.attributeType != .objectID
    else { return false }
    guard let expression = value as? PropertyExpression else {
      return set(value, at: slot, attribute)
    }
    var binder = QueryBinder(entity, .rows) { [coordinator] in coordinator.objectID($0) }
    do throws(QueryMistake) {
      let (term, type) = try binder.single(expression.term)
      if case .constant(let scalar) = term { return set(type.bare(scalar), at: slot, attribute) }
      guard term.isOfOneRow, let form = BatchAssignments.Form(of: type, in: attribute.attributeType)
      else { return false }
      computed.append((slot, term, form))
      return true
    } catch {
      throw error.error
    }
  }

  private mutating func set(_ value: Any?, at slot: Int, _ attribute: AttributeDescription) -> Bool
  {
    guard let value = Value(bare: value, for: attribute.attributeType),
      (try? draft.set(value, at: slot)) != nil
    else { return false }
    slots.append(slot)
    return true
  }

  // MARK: - Relationships

  /// Takes the destination of a to-one relationship, where the other end is a set without an order, or none.
  private mutating func point(_ value: Any?, _ index: Int) -> Bool {
    let tie = entity.layout.ties[index]
    guard let slot = tie.slot else { return false }
    if let inverse = tie.relationship.inverseRelationship {
      guard inverse.isToMany, !inverse.isOrdered else { return false }
    }
    guard value != nil else {
      references.append((tie, nil))
      draft.point(index, at: nil)
      slots.append(slot)
      return true
    }
    guard let id = value as? ManagedObjectID ?? (value as? ManagedObject)?.objectID,
      !id.isTemporaryID, id.space.store == space.store,
      let destination = coordinator.managedObjectModel.entitiesByName[id.entityName],
      tie.accepts(destination.index)
    else { return false }
    let key = ForeignKey(entity: destination.index, key: id.key)
    references.append((tie, key))
    draft.point(index, at: key)
    slots.append(slot)
    return true
  }
}

extension BatchAssignments.Form {
  /// How values of a type are kept in an attribute; nil where each has to be looked at.
  fileprivate init?(of type: QueryType, in attribute: AttributeType) {
    switch (attribute, type) {
    case (.double, .real), (.double, .integer), (.date, .date): self = .real
    case (.boolean, .truth): self = .truth
    case (.string, .text): self = .text
    case (.integer16, .integer): self = .integer(Int64(Int16.min)...Int64(Int16.max))
    case (.integer32, .integer): self = .integer(Int64(Int32.min)...Int64(Int32.max))
    case (.integer64, .integer): self = .integer(.min ... .max)
    default: return nil
    }
  }
}

extension BoundTerm {
  /// Whether its value depends on nothing but the row itself: an update changes rows one after the other.
  var isOfOneRow: Bool {
    switch self {
    case .constant: true
    case .attribute(let path, _): path.steps.isEmpty
    case .object, .aggregate, .groupAggregate, .ternary: false
    case .negative(let part), .folded(let part, _): part.isOfOneRow
    case .arithmetic(_, let one, let two): one.isOfOneRow && two.isOfOneRow
    case .function(_, let parts): parts.allSatisfy(\.isOfOneRow)
    }
  }
}

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
