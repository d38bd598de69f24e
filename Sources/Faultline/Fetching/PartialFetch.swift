// Which properties a fetch of objects reads, where it names some.

extension ManagedObjectContext {
  /// The part of each row that a request for objects names; nil where whole rows are read, or none.
  ///
  /// Names are checked in any case. Whole rows are read where objects come filled: with values on return, with
  /// neighbours that they are to hold, or in a context without faults.
  func part(of request: FetchRequest) throws(GraphError) -> RowPart? {
    guard !request.propertiesToFetch.isEmpty else { return nil }
    let entity = try coordinator().managedObjectModel.entity(named: request.entityName)
    var slots: [Int] = []
    do throws(QueryMistake) {
      for property in request.propertiesToFetch {
        slots.append(try property.slot(inObjectsOf: entity))
      }
    } catch {
      throw error.error
    }
    let prefetches =
      !request.relationshipKeyPathsForPrefetching.isEmpty && !ignoresPrefetching(of: request)
    guard request.includesPropertyValues, request.returnsObjectsAsFaults, settings.usesFaults,
      !prefetches
    else { return nil }
    return RowPart(slots)
  }

  /// The objects of a request as faults that know a part of their rows.
  func fetchingParts(
    _ request: FetchRequest, _ part: RowPart
  ) throws(GraphError) -> [ManagedObject] {
    let start = EventHook.began(.fetch, request.entityName)
    var objects: [ManagedObject] = []
    defer { EventHook.ended(start, .fetch, request.entityName, count: objects.count) }
    switch try answer(request, withValues: true, part) {
    case .rows(let rows, let new):
      objects.reserveCapacity(rows.count + new.count)
      rows.forEachRun { run, places in
        let identityTable = identityTable(of: run.entity, in: run.space)
        for place in places {
          let object = object(rows.key(at: place), at: identityTable)
          filling.deliverPart(object) { rows.takeRow(at: place, of: run) }
          objects.append(handOut(object))
        }
      }
      for object in new { objects.append(handOut(object)) }
    case .merged(let answer):
      objects.reserveCapacity(answer.entries.count)
      for entry in answer.entries {
        let object = entry.object ?? object(entry.key, at: entry.identityTable)
        filling.deliverPart(object) { answer.takeRow(entry) }
        objects.append(handOut(object))
      }
    }
    return objects
  }
}

extension PropertyExpression {
  /// Checks that a partial object can have the property: an attribute that is stored, or a to-one relationship.
  package func check(inObjectsOf entity: EntityDescription) throws(QueryMistake) {
    _ = try slot(inObjectsOf: entity)
  }

  /// The slot of the property in objects of an entity, or why they cannot have it.
  fileprivate func slot(inObjectsOf entity: EntityDescription) throws(QueryMistake) -> Int {
    func refusal(_ reason: String) -> QueryMistake {
      QueryMistake(
        "objects of '\(entity.name)' cannot be fetched with '\(name)': \(reason)", at: term.place,
        key: name)
    }
    guard case .path(nil, let steps) = term.kind, "\(term)" == name else {
      throw refusal("it is computed; fetch dictionaries for that")
    }
    guard steps.count == 1 else {
      throw refusal("it belongs to another object; fetch dictionaries, or prefetch that object")
    }
    switch entity.layout.property(named: name) {
    case .attribute(let slot):
      guard !entity.layout.transientSlots.contains(slot) else {
        throw refusal("it is transient, and no store has it")
      }
      return slot
    case .relationship(let tie):
      guard let slot = entity.layout.ties[tie].slot else {
        throw refusal("it leads to many objects, and a row does not say to which")
      }
      return slot
    case nil:
      throw QueryMistake(
        unknown: name, "'\(entity.name)' has no property '\(name)'", known: entity.layout.keys,
        at: term.place)
    }
  }
}

extension StoreQuestion {
  /// Adds what the answer is sorted by to what is read of each row, so that unsaved changes find their places among
  /// rows; where no values are wanted, that alone is read.
  func knowingOrder(withValues: Bool) -> StoreQuestion {
    guard part != nil || !withValues else { return self }
    var known = part ?? RowPart([])
    known.add(order.compactMap { $0.term.ownSlot })
    var question = self
    question.part = known
    return question
  }
}

extension BoundTerm {
  /// The path to the object whose value is sorted by.
  var path: BoundPath? {
    switch self {
    case .attribute(let path, _): path
    case .folded(let term, _): term.path
    default: nil
    }
  }

  /// The slot of the object's own row at which a sorted value, or the way to it, begins.
  fileprivate var ownSlot: Int? {
    switch self {
    case .attribute(let path, let slot):
      path.steps.first.map { $0.entity.layout.ties[$0.tie].slot } ?? slot
    case .folded(let term, _): term.ownSlot
    default: nil
    }
  }
}
