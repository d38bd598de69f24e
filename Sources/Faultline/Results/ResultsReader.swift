// Asks a context for the results, for what they are sorted by, and for their sections.

import Foundation

/// A request of a results controller, bound for as long as one question takes.
///
/// Nothing of it is kept: what a controller holds is its list alone.
struct ResultsReader {
  let context: ManagedObjectContext
  let question: StoreQuestion
  let order: ResultsOrder
  let sectioning: ResultsSectioning?
  /// The entities whose objects count, by their indexes.
  private let isMember: [Bool]
  /// Other objects that are looked at.
  private let reaches: [QueryReach]

  /// How many objects are in memory at a time while all are looked at.
  static let chunk = 64

  init(
    _ request: FetchRequest, sectionKeyPath: String?, in context: ManagedObjectContext
  ) throws(GraphError) {
    guard !request.sortKeys.isEmpty else {
      throw GraphError(
        .unsupportedRequest,
        "A results controller of '\(request.entityName)' objects needs a sort key, such as "
          + "SortKey(\"name\"): without one its results have no order to be followed.")
    }
    let coordinator = try context.coordinator()
    var request = request
    // Results are as they are in memory (semantics 215).
    request.includesPendingChanges = true
    let question = try context.question(request)
    let sectioning = try sectionKeyPath.map { path throws(GraphError) in
      try ResultsSectioning(path, of: question.entity, coordinator)
    }
    self.context = context
    self.question = question
    self.sectioning = sectioning
    order = ResultsOrder(question, entityCount: coordinator.entityCount)
    var isMember = [Bool](repeating: false, count: coordinator.entityCount)
    for entity in question.entities { isMember[entity.index] = true }
    self.isMember = isMember
    var whole = question
    if case .stored(let term, _) = sectioning {
      whole.order.append(BoundSortKey(term: term, isAscending: true, isLocalized: false))
    }
    reaches = QueryReaches(whole).all
  }

  // MARK: - Membership

  /// Whether an object is of a kind that may belong to the results.
  func concerns(_ id: ManagedObjectID) -> Bool {
    guard isMember[id.entity.index] else { return false }
    guard let stores = question.stores, let store = id.space.store else { return true }
    return stores.contains(store)
  }

  /// Whether others are judged or sorted by objects of this kind.
  func looks(at entity: EntityDescription) -> Bool {
    reaches.contains { entity.isKindOf(entity: $0.path.entity) }
  }

  // MARK: - The results

  /// The results in their order, by their IDs; no object is made.
  ///
  /// With a list for them the objects are made all the same, and come with their rows in the same request.
  func rows(
    from offset: Int, atMost limit: Int, loading objects: inout [ManagedObject]?
  ) throws(GraphError) -> ContiguousArray<ResultsRow> {
    context.learnNewKeys()
    context.statistics.fetches += 1
    var found: ContiguousArray<ResultsRow> = []
    let answer = try FetchAnswer(
      question, from: offset, atMost: limit, withValues: objects != nil, in: context)
    switch answer {
    case .rows(let rows, let new):
      found.reserveCapacity(rows.count + new.count)
      rows.forEachRun { run, places in
        for place in places {
          let key = rows.key(at: place)
          found.append(
            ResultsRow(id: ManagedObjectID(entity: run.entity, key: key, space: run.space)))
        }
      }
      for object in new { found.append(ResultsRow(object)) }
    case .merged(let answer):
      found.reserveCapacity(answer.entries.count)
      for entry in answer.entries {
        let id = ManagedObjectID(
          entity: entry.identityTable.entity, key: entry.key, space: entry.identityTable.space)
        found.append(entry.object.map { ResultsRow($0) } ?? ResultsRow(id: id))
      }
    }
    if objects != nil {
      objects = found.map { object($0.id) }
      switch answer {
      case .rows(let rows, _): _ = context.filling.attach(rows)
      case .merged(let answer): _ = context.filling.attach(answer.rows)
      }
    }
    return found
  }

  /// Gives rows what they are sorted by, as far as they lack it, and says what sections they belong to.
  ///
  /// Few objects are in memory at a time, and each few cost a request for their rows.
  func complete(
    _ rows: inout ContiguousArray<ResultsRow>, keepingValues: Bool
  ) throws(GraphError) -> [String]? {
    var names: [String] = []
    for start in stride(from: 0, to: rows.count, by: Self.chunk) {
      let places = start..<min(start + Self.chunk, rows.count)
      let objects = places.map { object(rows[$0].id) }
      let neighbours = try attach(to: objects)
      var evaluation = QueryEvaluation(QuietSource())
      for (place, object) in zip(places, objects) {
        let isThere = Self.hasValues(object)
        if keepingValues {
          rows[place].values =
            isThere
            ? try values(of: object, &evaluation)
            : ContiguousArray(repeating: .none, count: order.keys.count)
        }
        if let sectioning {
          names.append(isThere ? try sectioning.name(of: object, &evaluation) : "")
        }
      }
      withExtendedLifetime(neighbours) {}
    }
    return sectioning == nil ? nil : names
  }

  /// Those of some objects that belong to the results, as they are now.
  func judged(_ objects: [ManagedObject]) throws(GraphError) -> [ResultsList.Placed] {
    let present = objects.filter { !$0.isDeleted && !$0.flags.contains(.detached) }
    let neighbours = try attach(to: present)
    var evaluation = QueryEvaluation(QuietSource())
    var placed: [ResultsList.Placed] = []
    for object in present where Self.hasValues(object) {
      if let condition = question.condition, try !evaluation.holds(condition, for: object) {
        continue
      }
      var row = ResultsRow(object)
      row.values = try values(of: object, &evaluation)
      let section = try sectioning?.name(of: object, &evaluation) ?? ""
      placed.append(ResultsList.Placed(row: row, section: section))
    }
    withExtendedLifetime(neighbours) {}
    return placed
  }

  /// The same of objects that need not be here: few are at a time.
  func judged(_ ids: [ManagedObjectID]) throws(GraphError) -> [ResultsList.Placed] {
    var placed: [ResultsList.Placed] = []
    for start in stride(from: 0, to: ids.count, by: Self.chunk) {
      let some = ids[start..<min(start + Self.chunk, ids.count)]
      placed += try judged(some.map { object($0) })
    }
    return placed
  }

  /// The object of an ID, registered or as a new fault.
  func object(_ id: ManagedObjectID) -> ManagedObject {
    context.object(id.key, at: context.identityTable(of: id.entity, in: id.space))
  }

  // MARK: - What they have

  private func values(
    of object: ManagedObject, _ evaluation: inout QueryEvaluation<QuietSource>
  ) throws(GraphError) -> ContiguousArray<SortValue> {
    var values: ContiguousArray<SortValue> = []
    values.reserveCapacity(order.keys.count)
    for key in order.keys { values.append(SortValue(try evaluation.value(key.term, of: object))) }
    return values
  }

  /// Gives faults their rows, and the objects that are looked at along to-one relationships theirs.
  ///
  /// That takes a request an entity and step, and not one a fault. The neighbours have to be kept as long as their
  /// rows are needed.
  private func attach(to objects: [ManagedObject]) throws(GraphError) -> [ManagedObject] {
    if case .transient = sectioning { try context.fill(objects) }
    try context.filling.attachRows(to: objects)
    var neighbours: [ManagedObject] = []
    for reach in reaches where reach.links.isEmpty {
      var sources = objects.filter(Self.hasValues)
      for step in reach.path.steps {
        var next: [ManagedObject] = []
        var seen: Set<UInt32> = []
        for source in sources {
          guard let other = try QuietSource().destination(step.tie, of: source),
            seen.insert(other.serial).inserted
          else { continue }
          next.append(other)
        }
        try context.filling.attachRows(to: next)
        neighbours += next
        sources = next.filter(Self.hasValues)
      }
    }
    return neighbours
  }

  /// Whether an object is loaded, or has its row beneath it; one that is gone has no row.
  private static func hasValues(_ object: ManagedObject) -> Bool {
    !object.isFault || object.row != nil
  }
}

extension ResultsRow {
  /// The row of an object that is here.
  init(_ object: ManagedObject) {
    self.init(id: object.objectID, newcomer: object.isNew ? object.serial : 0)
  }
}

/// The value that the objects of a section have in common.
enum ResultsSectioning {
  /// A value that stores keep, too.
  case stored(BoundTerm, QueryType)
  /// A transient value at the end of a path: only the object itself has it.
  case transient([String])

  /// Looks a key path up.
  init(
    _ keyPath: String, of entity: EntityDescription, _ coordinator: PersistentStoreCoordinator
  ) throws(GraphError) {
    let key = SortKey(keyPath)
    do throws(QueryMistake) {
      var binder = QueryBinder(entity, .rows) { coordinator.objectID($0) }
      _ = try key.bound(&binder)
      let place = QueryPlace(text: keyPath, offsets: 0..<keyPath.unicodeScalars.count)
      let steps = KeyPathText(keyPath).steps() ?? []
      let (term, type) = try binder.single(QueryTerm(kind: .path(nil, steps), place: place))
      self = .stored(term, type)
    } catch {
      var binder = QueryBinder(entity, .objects) { coordinator.objectID($0) }
      guard (try? key.bound(&binder)) != nil, !keyPath.contains("@") else {
        throw GraphError(
          .unsupportedRequest,
          "The sections of '\(entity.name)' objects cannot be found: " + error.error.message,
          key: error.key ?? keyPath)
      }
      self = .transient(keyPath.split(separator: ".").map(String.init))
    }
  }

  /// Whether it comes from stores alone.
  var isStored: Bool { if case .stored = self { true } else { false } }

  /// The name of the section of an object, which has its row.
  func name(
    of object: ManagedObject, _ evaluation: inout QueryEvaluation<QuietSource>
  ) throws(GraphError) -> String {
    switch self {
    case .stored(let term, let type):
      return Self.text(type.bare(try evaluation.value(term, of: object)))
    case .transient(let keys):
      var owner = object
      for key in keys.dropLast() {
        guard let next = owner.value(forKey: key) as? ManagedObject else { return "" }
        owner = next
      }
      return keys.last.map { Self.text(owner.value(forKey: $0)) } ?? ""
    }
  }

  private static func text(_ value: Any?) -> String {
    switch value {
    case nil: ""
    case let text as String: text
    case let flag as Bool: flag ? "1" : "0"
    case let data as Data: data.base64EncodedString()
    case .some(let value): "\(value)"
    }
  }
}
