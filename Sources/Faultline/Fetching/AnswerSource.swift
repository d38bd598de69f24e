// Records as an answer judges and compares them: by their rows, so that no fault fires (F2).

/// A record that an answer is about.
enum AnswerRecord {
  /// An object with its values, unsaved changes included.
  case object(ManagedObject)
  /// A row of a store.
  case row(Row, IdentityTable)
  /// A record of which nothing is in memory.
  case key(Int64, IdentityTable)
}

/// The values of records: those of realized objects as they are now, all others from their rows.
///
/// It makes no object and fires none. `load` reads what relationships lead to in one request for each entity and step;
/// without it, that is read row by row. To-many relationships of realized objects are loaded.
final class AnswerSource: ObjectSource {
  private let context: ManagedObjectContext
  private let coordinator: PersistentStoreCoordinator
  /// Rows that were read for the answer, by identity table and key.
  private var rows: [ObjectIdentifier: [Int64: Row]] = [:]

  init(_ context: ManagedObjectContext) throws(GraphError) {
    self.context = context
    coordinator = try context.coordinator()
  }

  // MARK: - Records

  /// The record of a key, with what is known of it here.
  func record(_ key: Int64, at table: IdentityTable) -> AnswerRecord {
    if let object = table.object(key) {
      if !object.isFault { return .object(object) }
      if let row = object.row { return .row(row, table) }
    }
    if let row = rows[ObjectIdentifier(table)]?[key] { return .row(row, table) }
    return .key(key, table)
  }

  func record(of object: ManagedObject) -> AnswerRecord {
    object.isFault ? record(object.key, at: object.identityTable) : .object(object)
  }

  /// Reads the rows that paths lead to from some records: one request for each entity and step.
  func load(_ paths: [BoundPath], from records: [AnswerRecord]) throws(GraphError) {
    for path in paths where !path.steps.isEmpty {
      var current = records
      for step in path.steps {
        var next: [AnswerRecord] = []
        for record in try loaded(current) {
          if let end = try destination(step.tie, of: record) { next.append(end) }
        }
        current = next
      }
      _ = try loaded(current)
    }
  }

  /// Reads the rows of records of which nothing is in memory.
  func loaded(_ records: [AnswerRecord]) throws(GraphError) -> [AnswerRecord] {
    var missing: [(table: IdentityTable, keys: [Int64])] = []
    var seen: Set<Identity> = []
    for case .key(let key, let table) in records
    where seen.insert(Identity(table.entity, key, table.space)).inserted {
      if let row = table.rows?.peek(key, notOlderThan: context.trustedAge) {
        rows[ObjectIdentifier(table), default: [:]][key] = row
      } else if let place = missing.firstIndex(where: { $0.table === table }) {
        missing[place].keys.append(key)
      } else {
        missing.append((table, [key]))
      }
    }
    for (table, keys) in missing where context.parent != nil || !table.isTemporary {
      let fetched = try context.upstream().fetchRows(keys, of: table.entity, in: table.space)
      fetched.forEachRun { run, places in
        for place in places {
          if let row = fetched.takeRow(at: place, of: run) {
            rows[ObjectIdentifier(table), default: [:]][fetched.key(at: place)] = row
          }
        }
      }
    }
    return records.map { record in
      if case .key(let key, let table) = record { self.record(key, at: table) } else { record }
    }
  }

  /// The values of a record; nil where it has none any more.
  private func row(of record: AnswerRecord) throws(GraphError) -> (Row, IdentityTable)? {
    guard case .row(let row, let table) = try loaded([record])[0] else { return nil }
    return (row, table)
  }

  // MARK: - Values

  func value(at slot: Int, of record: AnswerRecord) throws(GraphError) -> Scalar {
    if case .object(let object) = record { return Scalar(try object.value(at: slot)) }
    return try row(of: record).map { $0.scalar(at: slot, $1.layout) } ?? .none
  }

  func destination(_ tie: Int, of record: AnswerRecord) throws(GraphError) -> AnswerRecord? {
    let key: ForeignKey
    let table: IdentityTable
    if case .object(let object) = record {
      table = object.identityTable
      if let ties = object.ties, ties.isRealized(tie) {
        return ties.destination(tie).flatMap {
          $0.flags.contains(.detached) ? nil : self.record(of: $0)
        }
      }
      guard let slot = table.layout.ties[tie].slot, let slots = object.slots,
        !Slots.isEmpty(slots, slot)
      else { return nil }
      key = ForeignKey(bits: slots[slot])
    } else {
      guard let (row, own) = try row(of: record), let slot = own.layout.ties[tie].slot,
        let found = row.foreignKey(slot)
      else { return nil }
      (key, table) = (found, own)
    }
    return self.record(at: context.current(key), beside: table)
  }

  /// The record of a foreign key, which lies in the store of the table's records.
  private func record(at key: ForeignKey, beside table: IdentityTable) -> AnswerRecord? {
    let entities = coordinator.managedObjectModel.entities
    guard entities.indices.contains(key.entity) else { return nil }
    let entity = entities[key.entity]
    let space =
      key.key < 0
      ? coordinator.temporaryKeys
      : table.isTemporary ? coordinator.spaces(holding: entity).first : table.space
    return space.map { record(key.key, at: context.identityTable(of: entity, in: $0)) }
  }

  func members(_ tie: Int, of record: AnswerRecord) throws(GraphError) -> [AnswerRecord] {
    if case .object(let object) = record {
      return try object.members(tie).objects.filter { !$0.flags.contains(.detached) }
        .map { self.record(of: $0) }
    }
    let table: IdentityTable
    let owner: Int64
    switch record {
    case .row(let row, let own): (owner, table) = (row.key, own)
    case .key(let key, let own): (owner, table) = (key, own)
    case .object: return []
    }
    let id = ManagedObjectID(entity: table.entity, key: owner, space: table.space)
    return try context.upstream().members(of: table.layout.ties[tie], owner: id)
      .compactMap { self.record(at: context.current($0), beside: table) }
  }

  func identity(of record: AnswerRecord) -> Identity {
    switch record {
    case .object(let object):
      Identity(object.entity, object.key, object.identityTable.space)
    case .row(let row, let table): Identity(table.entity, row.key, table.space)
    case .key(let key, let table): Identity(table.entity, key, table.space)
    }
  }
}

/// The answer to a question, of the next level up and of unsaved changes.
enum FetchAnswer {
  /// Rows of stores, all of them as they are, and new objects behind them.
  case rows(FetchedRows, [ManagedObject])
  /// Rows and objects, put together in memory.
  case merged(MergedAnswer)

  /// Puts a question to the next level up, and lets unsaved changes have their say.
  init(
    _ question: StoreQuestion, from offset: Int, atMost limit: Int, withValues: Bool,
    in context: ManagedObjectContext
  ) throws(GraphError) {
    let upstream = try context.upstream()
    let pending = try PendingChanges(question, in: context)
    // The answers of several stores follow each other, unless there is an order in all of them.
    let needsOrder = !question.order.isEmpty || offset > 0
    let isScattered = needsOrder ? try upstream.asksSeveral(question) : false
    let isWhole = offset == 0 && limit == 0
    let isAppended = question.condition == nil && !needsOrder && isWhole && pending.outdated.isEmpty
    if pending.isEmpty || isAppended, !isScattered {
      self = .rows(
        try upstream.fetch(question, from: offset, atMost: limit, withValues: withValues),
        pending.candidates)
    } else {
      self = .merged(
        try MergedAnswer(
          question, pending, from: offset, atMost: limit, in: context, withValues: withValues))
    }
  }
}
