// A context as its children's upstream: it answers with what it has, unsaved changes and all.

extension ManagedObjectContext: Upstream {
  // MARK: - Questions

  func fetch(
    _ question: StoreQuestion, from offset: Int, atMost limit: Int, withValues: Bool,
    for requester: ActivityCounts?
  ) throws(GraphError) -> FetchedRows {
    try serving(requester) { () throws(GraphError) in
      let answer = try FetchAnswer(
        question, from: offset, atMost: limit, withValues: withValues, in: self)
      if case .rows(let rows, let new) = answer, new.isEmpty, registry.count == 0,
        !registersWhatIsServed
      {
        return rows
      }
      return try known(answer, withValues: withValues, question.part)
    }
  }

  func count(
    _ question: StoreQuestion, for requester: ActivityCounts?
  ) throws(GraphError) -> Int {
    try serving(requester) { () throws(GraphError) in try number(of: question) }
  }

  /// An answer of a context is in order.
  func asksSeveral(_ question: StoreQuestion) throws(GraphError) -> Bool { false }

  /// The rows of an answer, those of loaded objects as the objects are.
  private func known(
    _ answer: FetchAnswer, withValues: Bool, _ part: RowPart?
  ) throws(GraphError) -> FetchedRows {
    let known = FetchedRows(
      space: try coordinator().temporaryKeys, wantsValues: withValues, part: part
    ) { _ in nil }
    func add(
      _ key: Int64, _ identityTable: IdentityTable, _ object: ManagedObject?, _ row: () -> Row?
    )
      throws(GraphError)
    {
      let object = object ?? identityTable.object(key)
      let snapshot = withValues ? try object?.snapshot() ?? row() : nil
      if registersWhatIsServed { register(key, at: identityTable, with: snapshot) }
      known.append(key, of: identityTable.entity, in: identityTable.space, known: snapshot)
    }
    switch answer {
    case .rows(let rows, let new):
      try rows.forEachRun { (run, places) throws(GraphError) in
        let identityTable = identityTable(of: run.entity, in: run.space)
        for place in places {
          try add(rows.key(at: place), identityTable, nil) { rows.takeRow(at: place, of: run) }
        }
      }
      for object in new { try add(object.key, object.identityTable, object) { nil } }
    case .merged(let answer):
      for entry in answer.entries {
        try add(entry.key, entry.identityTable, entry.object) { answer.takeRow(entry) }
      }
    }
    return known
  }

  // MARK: - Rows

  func row(
    _ id: ManagedObjectID, notOlderThan seconds: Double, for requester: ActivityCounts?
  ) throws(GraphError) -> Row {
    try serving(requester) { () throws(GraphError) in
      let id = current(id)
      if let object = loadedObject(id) {
        guard !object.isDeleted else {
          throw GraphError(
            .referentialIntegrity, "\(id) was deleted in context \(queue.title), the parent.",
            objectID: id)
        }
        if let row = try object.snapshot() { return row }
      }
      if parent == nil,
        let row = persistentStoreCoordinator?.rows(of: id.entity, in: id.space)?.use(
          id.key, notOlderThan: settings.usesRowCache ? seconds : 0)
      {
        return row
      }
      let row = try upstream().row(id, notOlderThan: seconds)
      if registersWhatIsServed {
        register(id.key, at: identityTable(of: id.entity, in: id.space), with: row)
      }
      return row
    }
  }

  func fetchRows(
    _ keys: [Int64], of entity: EntityDescription, in space: KeySpace, _ part: RowPart?,
    for requester: ActivityCounts?
  ) throws(GraphError) -> FetchedRows {
    try serving(requester) { () throws(GraphError) in
      let known = FetchedRows(space: space, wantsValues: true, part: part) { _ in nil }
      var missing: [Int64] = []
      for key in keys {
        let id = ManagedObjectID(entity: entity, key: key, space: space)
        if let object = loadedObject(id) {
          if let row = try object.snapshot() {
            known.append(key, of: entity, in: space, known: row)
          }
        } else if parent == nil, settings.usesRowCache,
          let row = persistentStoreCoordinator?.rows(of: entity, in: space)?.peek(
            key, notOlderThan: -1)
        {
          known.append(key, of: entity, in: space, known: row)
        } else {
          missing.append(key)
        }
      }
      guard !missing.isEmpty, parent != nil || space.store != nil else { return known }
      let fetched = try upstream().fetchRows(missing, of: entity, in: space, part)
      if registersWhatIsServed {
        try appendKnown(fetched, to: known)
      } else {
        known.append(fetched)
      }
      return known
    }
  }

  // MARK: - Relationships

  func members(
    of tie: EntityLayout.Tie, owner: ManagedObjectID, for requester: ActivityCounts?
  ) throws(GraphError) -> [ForeignKey] {
    try serving(requester) { () throws(GraphError) in try memberKeys(of: tie, owner: owner) }
  }

  func fetchMembers(
    of tie: EntityLayout.Tie, owners: [ForeignKey], in space: KeySpace, withValues: Bool,
    for requester: ActivityCounts?
  ) throws(GraphError) -> (members: [[ForeignKey]], rows: FetchedRows) {
    try serving(requester) { () throws(GraphError) in
      let entities = try coordinator().managedObjectModel.entities
      var members = [[ForeignKey]?](repeating: nil, count: owners.count)
      /// The objects here that know what came and left, and not which members are stored.
      var unread: [Int: (object: ManagedObject, tie: Int)] = [:]
      for (place, owner) in owners.enumerated() {
        let id = ManagedObjectID(entity: entities[owner.entity], key: owner.key, space: space)
        if let object = loadedObject(id), !object.registeredID.isTemporaryID,
          case .relationship(let index) = try object.property(tie.relationship.name),
          object.hasFault(tie: index)
        {
          unread[place] = (object, index)
        } else if loadedObject(id) != nil || id.isTemporaryID {
          members[place] = try memberKeys(of: tie, owner: id)
        }
      }
      let others = owners.indices.filter { members[$0] == nil }
      let known = FetchedRows(space: space, wantsValues: withValues) { _ in nil }
      if !others.isEmpty {
        let asked = others.map { place in
          unread[place].map { ForeignKey($0.object.registeredID) } ?? owners[place]
        }
        let answer = try upstream().fetchMembers(
          of: tie, owners: asked, in: space, withValues: withValues)
        for (place, keys) in zip(others, answer.members) {
          guard let (object, index) = unread[place] else {
            members[place] = keys
            continue
          }
          members[place] = try object.destinationIDs(index, stored: keys).map { ForeignKey($0) }
        }
        if withValues { try appendKnown(answer.rows, to: known) }
      }
      return (members.map { $0 ?? [] }, known)
    }
  }

  /// Hands rows on, those of loaded objects as the objects are.
  private func appendKnown(
    _ rows: FetchedRows, to known: FetchedRows
  ) throws(GraphError) {
    try rows.forEachRun { (run, places) throws(GraphError) in
      let identityTable = identityTable(of: run.entity, in: run.space)
      for place in places {
        let key = rows.key(at: place)
        let row = try identityTable.object(key)?.snapshot() ?? rows.takeRow(at: place, of: run)
        if registersWhatIsServed { register(key, at: identityTable, with: row) }
        known.append(key, of: run.entity, in: run.space, known: row)
      }
    }
  }

  /// The members of a relationship as this context knows it; nothing is loaded for it here.
  private func memberKeys(
    of tie: EntityLayout.Tie, owner: ManagedObjectID
  ) throws(GraphError) -> [ForeignKey] {
    let owner = current(owner)
    if let object = loadedObject(owner),
      case .relationship(let index) = try object.property(tie.relationship.name)
    {
      return try object.destinationIDs(index).map {
        ForeignKey(entity: $0.entity.index, key: $0.key)
      }
    }
    guard parent != nil || !owner.isTemporaryID else { return [] }
    return try upstream().members(of: tie, owner: owner)
  }

  // MARK: - Saving

  /// Takes a child's save as unsaved changes, or nothing of it.
  func take(_ draft: inout SaveDraft) throws(GraphError) {
    var taken = draft
    let requester = draft.context.activity
    try performingAndWait { () throws(GraphError) in
      try acting(for: requester) { () throws(GraphError) in try ChildSave(into: self).take(&taken) }
    }
    draft = taken
  }

  // MARK: - Serving

  /// Answers a child as soon as the context is free, where its own queue is.
  private func serving<Answer>(
    _ requester: ActivityCounts?, _ body: () throws(GraphError) -> Answer
  ) throws(GraphError) -> Answer {
    try performingAndWait { () throws(GraphError) in
      try acting(for: requester) { () throws(GraphError) in
        learnNewKeys()
        return try body()
      }
    }
  }

  /// Counts what happens meanwhile as the doing of a child.
  private func acting<Answer>(
    for requester: ActivityCounts?, _ body: () throws(GraphError) -> Answer
  ) throws(GraphError) -> Answer {
    let own = link.activity
    link.activity = requester
    defer { link.activity = own }
    return try body()
  }

  /// Registers what a child has fetched, a fault with its row, and holds it until the context is reset or goes.
  private func register(_ key: Int64, at identityTable: IdentityTable, with row: Row?) {
    let object = object(key, at: identityTable)
    if object.isFault, let row, settings.usesRowCache { object.lie(onWhatIsKnown: row) }
    hold(object)
  }

  /// The object of an ID, if it is here and its values are.
  func loadedObject(_ id: ManagedObjectID) -> ManagedObject? {
    guard let object = registry.anyObject(of: id), !object.isFault else { return nil }
    return object
  }
}

extension ManagedObject {
  /// The values as a child is to see them: the object's row, or a row of its own for unsaved changes.
  ///
  /// A fault has none, nor has an object that is to be deleted.
  final func snapshot() throws(GraphError) -> Row? {
    guard !isFault, !isDeleted else { return nil }
    return overlay == nil ? row : try changedRow(isFinal: false)
  }
}

/// The next level up: a coordinator, which asks its stores, or a context, which knows more than they do (P1).
///
/// A child asks from its own queue; a parent answers as soon as its own is free. Requests count for who asked first.
protocol Upstream: AnyObject {
  /// The rows that satisfy a question, in its order.
  func fetch(
    _ question: StoreQuestion, from offset: Int, atMost limit: Int, withValues: Bool,
    for requester: ActivityCounts?
  ) throws(GraphError) -> FetchedRows
  /// Returns the number of objects that satisfy a question.
  func count(_ question: StoreQuestion, for requester: ActivityCounts?) throws(GraphError) -> Int
  /// Whether the caller has to put the answer of several stores in order.
  func asksSeveral(_ question: StoreQuestion) throws(GraphError) -> Bool
  /// The values of one object that is not in the row cache, or an error if there is none.
  func row(
    _ id: ManagedObjectID, notOlderThan seconds: Double, for requester: ActivityCounts?
  ) throws(GraphError) -> Row
  /// The rows of many keys, whole or in part, those that are missing left out.
  func fetchRows(
    _ keys: [Int64], of entity: EntityDescription, in space: KeySpace, _ part: RowPart?,
    for requester: ActivityCounts?
  ) throws(GraphError) -> FetchedRows
  /// The members of a to-many relationship.
  func members(
    of tie: EntityLayout.Tie, owner: ManagedObjectID, for requester: ActivityCounts?
  ) throws(GraphError) -> [ForeignKey]
  /// The members of a relationship of many owners, with their rows if values are wanted.
  func fetchMembers(
    of tie: EntityLayout.Tie, owners: [ForeignKey], in space: KeySpace, withValues: Bool,
    for requester: ActivityCounts?
  ) throws(GraphError) -> (members: [[ForeignKey]], rows: FetchedRows)
  /// Takes a save, whole, or nothing of it and says in the draft what is in the way.
  func take(_ draft: inout SaveDraft) throws(GraphError)
}

extension PersistentStoreCoordinator: Upstream {
  func row(
    _ id: ManagedObjectID, notOlderThan seconds: Double, for requester: ActivityCounts?
  ) throws(GraphError) -> Row {
    try fetchRow(id, for: requester)
  }
}

/// The next level up as a context asks it: the requests count as the context's own, or as those of the child it serves.
struct UpstreamRequests {
  fileprivate let level: any Upstream
  fileprivate let requester: ActivityCounts?

  func fetch(
    _ question: StoreQuestion, from offset: Int, atMost limit: Int, withValues: Bool
  ) throws(GraphError) -> FetchedRows {
    try level.fetch(
      question, from: offset, atMost: limit, withValues: withValues, for: requester)
  }

  func count(_ question: StoreQuestion) throws(GraphError) -> Int {
    try level.count(question, for: requester)
  }

  func asksSeveral(_ question: StoreQuestion) throws(GraphError) -> Bool {
    try level.asksSeveral(question)
  }

  func row(_ id: ManagedObjectID, notOlderThan seconds: Double) throws(GraphError) -> Row {
    try level.row(id, notOlderThan: seconds, for: requester)
  }

  func fetchRows(
    _ keys: [Int64], of entity: EntityDescription, in space: KeySpace, _ part: RowPart? = nil
  ) throws(GraphError) -> FetchedRows {
    try level.fetchRows(keys, of: entity, in: space, part, for: requester)
  }

  func members(
    of tie: EntityLayout.Tie, owner: ManagedObjectID
  ) throws(GraphError) -> [ForeignKey] {
    try level.members(of: tie, owner: owner, for: requester)
  }

  func fetchMembers(
    of tie: EntityLayout.Tie, owners: [ForeignKey], in space: KeySpace, withValues: Bool
  ) throws(GraphError) -> (members: [[ForeignKey]], rows: FetchedRows) {
    try level.fetchMembers(
      of: tie, owners: owners, in: space, withValues: withValues, for: requester)
  }

  func take(_ draft: inout SaveDraft) throws(GraphError) { try level.take(&draft) }
}

extension ManagedObjectContext {
  /// The level that the context asks for rows and saves to.
  func upstream() throws(GraphError) -> UpstreamRequests {
    let coordinator = try coordinator()
    return UpstreamRequests(level: settings.parent ?? coordinator, requester: link.activity)
  }
}
