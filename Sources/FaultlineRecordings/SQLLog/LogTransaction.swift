// A transaction of a log: a save, a reservation of keys, a batch request, or the schema.

/// What stands between BEGIN and COMMIT.
struct LogTransaction {
  private var save: ObservedSave
  private var upkeep: [Upkeep: Int] = [:]
  private var batches: [ObservedBatch] = []
  private var keys = 0
  private var schema = 0
  /// The write whose values come next; their first begins another run of the statement.
  private var lastWrite: (entity: EntityName, verb: Statement.Verb, tuples: Int)?
  private var runs = 0
  private var hasValues = false
  private var isOfJoin = false

  init(at place: Place, thread: String?, time: Int?) {
    save = ObservedSave(at: place)
    save.thread = thread
    save.start = time
  }

  /// Takes a statement; false where it is none of a transaction's.
  mutating func take(_ statement: Statement) -> Bool {
    lastWrite = nil
    switch (statement.verb, statement.ground) {
    case (.schema, _): schema += 1
    case (_, .opening): schema += statement.verb == .select ? 0 : 1
    case (.insert, .keys): schema += 1
    case (_, .keys): keys += 1
    case (.pragma, _), (.explain, _), (.other, _), (.begin, _), (.commit, _), (.rollback, _):
      upkeep[statement.verb == .pragma ? .pragma : .other, default: 0] += 1
    case (.select, .history): upkeep[.history, default: 0] += 1
    case (.select, _): upkeep[.mirroring, default: 0] += 1
    case (_, .mirroring): upkeep[.mirroring, default: 0] += 1
    case (_, .history): save.historyRows += statement.tuples
    case (_, .join):
      save.joinRows += statement.tuples
      begin(statement, isOfJoin: true)
    case (_, .app):
      let entity = EntityName(name: nil, table: statement.table)
      if statement.isByKey {
        write(statement, entity, statement.tuples)
        begin(statement, isOfJoin: false)
      } else {
        batches.append(ObservedBatch(verb: statement.verb, entity: entity, place: save.place))
      }
    }
    return true
  }

  private mutating func begin(_ statement: Statement, isOfJoin: Bool) {
    lastWrite = (EntityName(name: nil, table: statement.table), statement.verb, statement.tuples)
    self.isOfJoin = isOfJoin
    runs = 0
  }

  private mutating func write(_ statement: Statement, _ entity: EntityName, _ rows: Int) {
    write(statement.verb, entity, rows)
  }

  private mutating func write(_ verb: Statement.Verb, _ entity: EntityName, _ rows: Int) {
    switch verb {
    case .insert: save.writes[entity, default: .init()].inserted += rows
    case .update: save.writes[entity, default: .init()].updated += rows
    default: save.writes[entity, default: .init()].deleted += rows
    }
  }

  /// Takes a value that was bound; false where it belongs to a request.
  mutating func bind(_ place: Int) -> Bool {
    guard let lastWrite else { return false }
    hasValues = true
    guard place == 0 else { return true }
    runs += 1
    // The first run was counted with its statement.
    if runs > 1 {
      if isOfJoin {
        save.joinRows += lastWrite.tuples
      } else {
        write(lastWrite.verb, lastWrite.entity, lastWrite.tuples)
      }
    }
    return true
  }

  mutating func end(_ ending: ObservedSave.Ending, into recording: RecordingBuilder) {
    for kind in Upkeep.allCases {
      if let count = upkeep[kind] { recording.count(kind, count) }
    }
    if schema > 0 {
      recording.count(.schema, schema)
      recording.count(.keys, keys)
      return
    }
    for batch in batches { recording.add(batch, ending) }
    if save.rows != nil || save.joinRows > 0 {
      save.ending = ending
      save.isLeast = !hasValues
      recording.add(save)
      recording.count(.keys, keys)
    } else if keys > 0 {
      recording.count(.keys, keys)
      if ending == .committed { recording.countKeyReservation() }
    } else if save.historyRows > 0 {
      recording.count(.history, save.historyRows)
    }
  }
}

/// A batch request: rows that are written without objects.
package struct ObservedBatch: Sendable {
  package var verb: Statement.Verb
  package var entity: EntityName
  package var place: Place
}
