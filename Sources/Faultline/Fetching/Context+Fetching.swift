// Fetching: objects, now or later, their IDs, their values, and how they would be found.

extension ManagedObjectContext {
  /// The objects that a request asks for, in its order; without one by entity and key, new ones last.
  ///
  /// A fetch never changes an object that has its values, unless the request wants that: it returns the instance
  /// that is there (Q1). Where the request names properties, faults come that know those (semantics 33).
  public func fetch(_ request: FetchRequest) throws(GraphError) -> [ManagedObject] {
    checkQueue()
    noticeRemoteChanges()
    if let part = try part(of: request) { return try fetchingParts(request, part) }
    return try fetching(request)
  }

  /// Fetches, after it was asked what others have written.
  private func fetching(_ request: FetchRequest) throws(GraphError) -> [ManagedObject] {
    let start = EventHook.began(.fetch, request.entityName)
    var objects: [ManagedObject] = []
    defer { EventHook.ended(start, .fetch, request.entityName, count: objects.count) }
    let filling = filling
    switch try answer(request, withValues: request.includesPropertyValues) {
    case .rows(let rows, let new):
      // Filled in place: adding one at a time counts every object once more. Not if there is none: all threads share the
      // storage of empty arrays, and it would be written to.
      if rows.count + new.count == 0 { break }
      objects = Array(unsafeUninitializedCapacity: rows.count + new.count) { buffer, count in
        rows.forEachRun { run, places in
          let identityTable = identityTable(of: run.entity, in: run.space)
          var found = FoundObjects(of: places.count, at: identityTable, in: self)
          for place in places {
            let object = found.object(rows.key(at: place))
            filling.deliver(object, request, rows) { rows.takeRow(at: place, of: run) }
            handOut(object)
            buffer.initializeElement(at: count, to: object)
            count += 1
          }
        }
      }
      for object in new { objects.append(handOut(object)) }
    case .merged(let answer):
      objects.reserveCapacity(answer.entries.count)
      for entry in answer.entries {
        let object = entry.object ?? object(entry.key, at: entry.identityTable)
        filling.deliver(object, request, answer.rows) { answer.takeRow(entry) }
        objects.append(handOut(object))
      }
    }
    rereadMembers()
    if !ignoresPrefetching(of: request) { try filling.prefetch(for: request, from: objects) }
    if !settings.usesFaults { try filling.fill(objects) }
    return objects
  }

  /// How many objects a fetch would return; none is made, unless unsaved changes must be judged.
  public func count(for request: FetchRequest) throws(GraphError) -> Int {
    checkQueue()
    noticeRemoteChanges()
    let start = EventHook.began(.count, request.entityName)
    var counted: Int?
    defer { EventHook.ended(start, .count, request.entityName, count: counted) }
    learnNewKeys()
    statistics.fetches += 1
    let count = max(0, try number(of: try question(request)) - request.fetchOffset)
    counted = request.fetchLimit > 0 ? min(count, request.fetchLimit) : count
    return counted ?? 0
  }

  /// The objects that a request asks for, filled `fetchBatchSize` at a time as they are walked over.
  public func fetchBatched(_ request: FetchRequest) throws(GraphError) -> BatchedResults {
    checkQueue()
    noticeRemoteChanges()
    let part = try part(of: request)
    if ignoresBatchSizes {
      let objects =
        if let part { try fetchingParts(request, part) } else { try fetching(request) }
      return track(BatchedResults(holding: objects, request, link: link))
    }
    let start = EventHook.began(.fetch, request.entityName)
    defer { EventHook.ended(start, .fetch, request.entityName) }
    var identityTables: [(start: Int, identityTable: IdentityTable)] = []
    var keys: ContiguousArray<Int64> = []
    var unsaved: [Int: ManagedObject] = [:]
    switch try answer(request, withValues: false) {
    case .rows(let rows, let new):
      keys.reserveCapacity(rows.count + new.count)
      rows.forEachRun { run, places in
        identityTables.append((keys.count, identityTable(of: run.entity, in: run.space)))
        for place in places { keys.append(rows.key(at: place)) }
      }
      for object in new {
        if identityTables.last?.identityTable !== object.identityTable {
          identityTables.append((keys.count, object.identityTable))
        }
        unsaved[keys.count] = object
        keys.append(object.key)
      }
    case .merged(let answer):
      keys.reserveCapacity(answer.entries.count)
      for entry in answer.entries {
        if identityTables.last?.identityTable !== entry.identityTable {
          identityTables.append((keys.count, entry.identityTable))
        }
        if let object = entry.object, object.isNew { unsaved[keys.count] = object }
        keys.append(entry.key)
      }
    }
    let results = BatchedResults(
      request, link: link, identityTables: identityTables, keys: keys, unsaved: unsaved)
    return track(
      settings.behaviours.contains(.arraysFillEveryBatch) ? try filled(results) : results)
  }

  /// Results of which every batch was filled, one after the other, and is held.
  private func filled(_ results: BatchedResults) throws(GraphError) -> BatchedResults {
    var objects: [ManagedObject] = []
    objects.reserveCapacity(results.count)
    for position in results.indices { objects.append(try results.object(at: position)) }
    return results.holding(objects)
  }

  /// Notes results, which may be asked what they hold.
  func track(_ results: BatchedResults) -> BatchedResults {
    containers.add(results.loose)
    return results
  }

  /// The IDs of the objects that a request asks for; no object is made.
  ///
  /// With `includesPropertyValues` the store reads the values too, and objects that are registered as faults
  /// profit from that (semantics 58).
  public func fetchIDs(_ request: FetchRequest) throws(GraphError) -> [ManagedObjectID] {
    checkQueue()
    noticeRemoteChanges()
    let start = EventHook.began(.fetch, request.entityName)
    var ids: [ManagedObjectID] = []
    defer { EventHook.ended(start, .fetch, request.entityName, count: ids.count) }
    switch try answer(request, withValues: request.includesPropertyValues) {
    case .rows(let rows, let new):
      ids.reserveCapacity(rows.count + new.count)
      rows.forEachRun { run, places in
        for place in places {
          ids.append(
            ManagedObjectID(entity: run.entity, key: rows.key(at: place), space: run.space))
        }
      }
      _ = filling.attach(rows)
      ids += new.map(\.objectID)
    case .merged(let answer):
      ids = answer.entries.map {
        ManagedObjectID(entity: $0.identityTable.entity, key: $0.key, space: $0.identityTable.space)
      }
      if request.includesPropertyValues { _ = filling.attach(answer.rows) }
    }
    return ids
  }

  /// Fills the objects of one batch as its request wants them.
  func load(_ objects: [ManagedObject], for request: FetchRequest) throws(GraphError) {
    if request.returnsObjectsAsFaults, settings.usesFaults {
      statistics.faultsBatched += try filling.attachRows(
        to: objects, try part(of: request), as: .faultsBatched)
    } else {
      try filling.fill(objects)
    }
    if !ignoresPrefetching(of: request) { try filling.prefetch(for: request, from: objects) }
  }

  /// The values that a request asks for, a dictionary for each object or group; what has no value has no entry.
  ///
  /// Only stores are asked: unsaved changes do not show (semantics 128). A to-one relationship gives an object ID.
  public func fetchDictionaries(_ request: FetchRequest) throws(GraphError) -> [[String: Any]] {
    checkQueue()
    noticeRemoteChanges()
    let coordinator = try coordinator()
    let question = try TableQuestion(request, in: self)
    let model = coordinator.managedObjectModel
    statistics.fetches += 1
    var dictionaries: [[String: Any]] = []
    for (space, lines) in try coordinator.tables(question, for: activity) {
      for line in lines {
        var dictionary: [String: Any] = [:]
        for (column, cell) in zip(question.columns, line) {
          switch cell {
          case .value(let scalar): dictionary[column.name] = column.type.bare(scalar)
          case .object(let key):
            dictionary[column.name] = ManagedObjectID(
              entity: model.entities[key.entity], key: key.key, space: space)
          }
        }
        dictionaries.append(dictionary)
      }
    }
    return dictionaries
  }

  /// The statements that a fetch would run, how the stores find the answer, and what is done in memory.
  public func queryPlan(for request: FetchRequest) throws(GraphError) -> QueryPlan {
    checkQueue()
    var question = try question(request)
    question.part = try part(of: request)
    let pending = try PendingChanges(question, in: self)
    let coordinator = try coordinator()
    var plan = QueryPlan()
    plan.predicate = request.predicate?.description
    let isMerged = !pending.isEmpty
    try coordinator.explain(
      isMerged
        ? pending.trustedOrReached(
          question.knowingOrder(withValues: request.includesPropertyValues)) : question,
      from: isMerged ? 0 : request.fetchOffset, atMost: isMerged ? 0 : request.fetchLimit,
      withValues: request.includesPropertyValues, into: &plan)
    if isMerged {
      plan.inMemory.append(
        "\(pending.candidates.count + pending.reached.count) objects are judged and put in their "
          + "places, since they have unsaved changes or look at some")
    }
    if try coordinator.asksSeveral(question), !question.order.isEmpty {
      plan.inMemory.append("the answers of several stores are put in one order")
    }
    return plan
  }

  // MARK: - Answers

  /// Puts a request to the next level up, and lets unsaved changes have their say.
  func answer(
    _ request: FetchRequest, withValues: Bool, _ part: RowPart? = nil
  ) throws(GraphError) -> FetchAnswer {
    learnNewKeys()
    statistics.fetches += 1
    var question = try question(request)
    question.part = part
    return try FetchAnswer(
      question, from: request.fetchOffset, atMost: request.fetchLimit,
      withValues: withValues, in: self)
  }

  /// Returns the number of objects that satisfy a question.
  func number(of question: StoreQuestion) throws(GraphError) -> Int {
    let pending = try PendingChanges(question, in: self)
    var count = try upstream().count(pending.trustedAlone(question))
    guard let condition = question.condition else {
      return count + pending.reached.count + pending.candidates.count
    }
    let source = try AnswerSource(self)
    let judged = try source.loaded(
      pending.reached.map { source.record($0.key, at: $0.identityTable) }
        + pending.candidates.map { source.record(of: $0) })
    try source.load(QueryReaches(question).all.filter(\.links.isEmpty).map(\.path), from: judged)
    var evaluation = QueryEvaluation(source)
    for record in judged where try evaluation.holds(condition, for: record) { count += 1 }
    return count
  }

  /// Fills many faults; those whose rows are not in the row cache cost one request an entity (F5).
  package func fill(_ objects: [ManagedObject]) throws(GraphError) { try filling.fill(objects) }

  /// What gives faults their values.
  var filling: FaultFilling { FaultFilling(context: self) }
}

/// Finds the objects of one entity by their keys, and makes those that are not there.
///
/// Where nothing was registered before and keys rise, the next key has no object either, and is not looked up: that
/// is how a context is filled first. Whether something else has made an object meanwhile, as an app's own class may,
/// shows in the numbers that objects get.
struct FoundObjects {
  private let context: ManagedObjectContext
  private let identityTable: IdentityTable
  private var allAreNew: Bool
  private var lastKey = Int64.min
  private var lastSerial: UInt32

  init(of count: Int, at identityTable: IdentityTable, in context: ManagedObjectContext) {
    self.context = context
    self.identityTable = identityTable
    let registered = identityTable.registeredCount
    identityTable.reserve(count - registered)
    allAreNew = registered == 0
    lastSerial = identityTable.link.lastSerial
  }

  /// The object of a key: the one that is registered, or a new fault.
  mutating func object(_ key: Int64) -> ManagedObject {
    guard allAreNew, key > lastKey, identityTable.link.lastSerial == lastSerial else {
      allAreNew = false
      return context.object(key, at: identityTable)
    }
    let object = context.newFault(key, at: identityTable)
    lastKey = key
    lastSerial &+= 1
    return object
  }
}
