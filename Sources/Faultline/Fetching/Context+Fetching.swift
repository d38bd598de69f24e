// Rows of the stores and unsaved changes, as one answer.

extension ManagedObjectContext {
  /// The objects that a request asks for, in its order; without one by entity and key, new ones last.
  ///
  /// A fetch never changes an object that has its values, unless the request wants that: it returns the instance
  /// that is there (Q1).
  public func fetch(_ request: FetchRequest) throws(GraphError) -> [ManagedObject] {
    checkQueue()
    noticeRemoteChanges()
    let start = EventHook.began(.fetch, request.entityName)
    var objects: [ManagedObject] = []
    defer { EventHook.ended(start, .fetch, request.entityName, count: objects.count) }
    switch try answer(request, withValues: request.includesPropertyValues) {
    case .rows(let rows, let new):
      objects.reserveCapacity(rows.count + new.count)
      rows.forEachRun { run, places in
        let identityTable = identityTable(of: run.entity, in: run.space)
        identityTable.reserve(places.count - identityTable.registeredCount)
        for place in places {
          let object = object(rows.key(at: place), at: identityTable)
          deliver(object, request, rows) { rows.takeRow(at: place, of: run) }
          objects.append(handOut(object))
        }
      }
      for object in new { objects.append(handOut(object)) }
    case .merged(let answer):
      objects.reserveCapacity(answer.entries.count)
      for entry in answer.entries {
        let object = entry.object ?? object(entry.key, at: entry.identityTable)
        deliver(object, request, answer.rows) { answer.takeRow(entry) }
        objects.append(handOut(object))
      }
    }
    try prefetch(request.relationshipKeyPathsForPrefetching, from: objects)
    if !settings.usesFaults { try fill(objects) }
    return objects
  }

  /// How many objects a fetch would return; none is made, unless unsaved changes must be judged.
  public func count(for request: FetchRequest) throws(GraphError) -> Int {
    checkQueue()
    noticeRemoteChanges()
    let start = EventHook.began(.count, request.entityName)
    defer { EventHook.ended(start, .count, request.entityName) }
    learnNewKeys()
    statistics.fetches += 1
    let count = max(0, try number(of: try question(request)) - request.fetchOffset)
    return request.fetchLimit > 0 ? min(count, request.fetchLimit) : count
  }

  /// How many objects satisfy a question.
  func number(of question: StoreQuestion) throws(GraphError) -> Int {
    let pending = try PendingChanges(question, in: self)
    var count = try upstream().count(pending.trustedAlone(question))
    let doubtful = pending.reached.map { object($0.key, at: $0.identityTable) }
    try attachRows(to: doubtful)
    var evaluation = QueryEvaluation(LiveSource())
    for object in doubtful + pending.candidates {
      guard let condition = question.condition else {
        count += 1
        continue
      }
      if try evaluation.holds(condition, for: object) { count += 1 }
    }
    return count
  }

  /// What comes back for a request.
  enum Answer {
    /// Rows of stores, all of them as they are, and new objects behind them.
    case rows(FetchedRows, [ManagedObject])
    /// Rows and objects, put together in memory.
    case merged(MergedAnswer)
  }

  /// Puts a request to the next level up, and lets unsaved changes have their say.
  func answer(_ request: FetchRequest, withValues: Bool) throws(GraphError) -> Answer {
    learnNewKeys()
    statistics.fetches += 1
    return try answer(
      try question(request), from: request.fetchOffset, atMost: request.fetchLimit,
      withValues: withValues)
  }

  /// Puts a question to the next level up, and lets unsaved changes have their say.
  func answer(
    _ question: StoreQuestion, from offset: Int, atMost limit: Int, withValues: Bool
  ) throws(GraphError) -> Answer {
    let upstream = try upstream()
    let pending = try PendingChanges(question, in: self)
    // The answers of several stores follow each other, unless there is an order in all of them.
    let needsOrder = !question.order.isEmpty || offset > 0
    let isScattered = needsOrder ? try upstream.asksSeveral(question) : false
    let isWhole = offset == 0 && limit == 0
    let isAppended = question.condition == nil && !needsOrder && isWhole && pending.outdated.isEmpty
    if pending.isEmpty || isAppended, !isScattered {
      return .rows(
        try upstream.fetch(question, from: offset, atMost: limit, withValues: withValues),
        pending.candidates)
    }
    return .merged(
      try MergedAnswer(
        question, pending, from: offset, atMost: limit, in: self, withValues: withValues))
  }

  /// Gives an object that a fetch has found its row, as the request wants it.
  private func deliver(
    _ object: ManagedObject, _ request: FetchRequest, _ rows: FetchedRows, _ row: () -> Row?
  ) {
    if object.isFault {
      // An object that is to hold prefetched objects cannot be a fault.
      let asFault =
        request.returnsObjectsAsFaults && request.relationshipKeyPathsForPrefetching.isEmpty
      if let row = row() {
        fill(object, row, asFault: asFault)
      } else if !asFault, let row = object.body.map({ unsafeDowncast($0, to: Row.self) }) {
        // It got its row already, when its place was looked for.
        object.awake(on: row)
      } else if !asFault, object.identityTable.rows != nil, let row = lostRow(of: object, rows) {
        object.awake(on: row)
      }
    } else if request.shouldRefreshRefetchedObjects, let row = row() {
      refetch(object, row)
    }
  }

  private func fill(_ object: ManagedObject, _ row: consuming Row, asFault: Bool) {
    if asFault {
      // The fault uses the row without showing it: this is what keeps the cache entry.
      if settings.usesRowCache { object.body = row }
    } else {
      object.awake(on: row)
    }
  }

  /// Brings an object up to date that has its values; its unsaved changes stay on top (semantics 72).
  private func refetch(_ object: ManagedObject, _ row: consuming Row) {
    guard let former = object.row, former.version != row.version else { return }
    rebase(object, on: row)
  }
}
