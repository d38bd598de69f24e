// A transaction of a log: a save, a reservation of keys, a batch request, or the schema.

/// What stands between BEGIN and COMMIT.
struct LogTransaction {
  private var save: ObservedSave
  private var upkeep: [Upkeep: Int] = [:]
  private var batches: [ObservedBatch] = []
  private var keys = 0
  private var schema = 0
  /// The write whose values come next; their first begins another run of the statement.
  private var lastWrite: (entity: EntityName, verb: LoggedStatement.Verb, tuples: Int)?
  private var runs = 0
  private var hasValues = false
  private var isOfJoin = false
  private let keepsWrites: Bool
  /// The batch request whose values come next.
  private var lastBatch: Int?

  private static let mostLines = 100_000

  init(at place: Place, thread: String?, time: Int?, keepsWrites: Bool = false) {
    self.keepsWrites = keepsWrites
    save = ObservedSave(at: place)
    save.thread = thread
    save.start = time
  }

  /// Takes a statement; false where it is none of a transaction's.
  mutating func take(_ statement: LoggedStatement) -> Bool {
    lastWrite = nil
    lastBatch = nil
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
        lastBatch = batches.count
        batches.append(
          ObservedBatch(
            verb: statement.verb, entity: entity, place: save.place, statement: statement))
      }
    }
    return true
  }

  private mutating func begin(_ statement: LoggedStatement, isOfJoin: Bool) {
    lastWrite = (EntityName(name: nil, table: statement.table), statement.verb, statement.tuples)
    self.isOfJoin = isOfJoin
    runs = 0
    guard keepsWrites else { return }
    guard save.lines.count < Self.mostLines else { return save.lacksLines = true }
    save.lines.append(ObservedSave.Line(statement: statement))
  }

  private mutating func write(_ statement: LoggedStatement, _ entity: EntityName, _ rows: Int) {
    write(statement.verb, entity, rows)
  }

  private mutating func write(_ verb: LoggedStatement.Verb, _ entity: EntityName, _ rows: Int) {
    switch verb {
    case .insert: save.writes[entity, default: .init()].inserted += rows
    case .update: save.writes[entity, default: .init()].updated += rows
    default: save.writes[entity, default: .init()].deleted += rows
    }
  }

  /// Takes a value that was bound; false where it belongs to a request.
  mutating func bind(_ place: Int, _ value: String) -> Bool {
    if let lastBatch {
      if keepsWrites { batches[lastBatch].values.append(value) }
      return true
    }
    guard let lastWrite else { return false }
    hasValues = true
    defer { keep(place, value) }
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

  /// Keeps a value with its row; another run of a statement is another row.
  private mutating func keep(_ place: Int, _ value: String) {
    guard keepsWrites, !save.lacksLines, let last = save.lines.last else { return }
    if place == 0, runs > 1 {
      guard save.lines.count < Self.mostLines else { return save.lacksLines = true }
      save.lines.append(ObservedSave.Line(statement: last.statement))
    }
    save.lines[save.lines.count - 1].values.append(String(value.prefix(4_096)))
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
  package var verb: LoggedStatement.Verb
  package var entity: EntityName
  package var place: Place
  package var statement: LoggedStatement?
  /// Values that were bound to it, where they are kept.
  package var values: [String] = []
}
