// What is open on each thread of a log: requests that nest, and a transaction.

/// What of a log is kept beside its counts.
struct LogDetail {
  var values = false
  /// What saves wrote, row by row.
  var writes = false
}

/// The threads of one log; without prefixes there is one.
struct LogThreads {
  private struct Open {
    var request: ObservedRequest
    let statement: LoggedStatement
    let text: String
    /// Whether its rows have been read, so that what follows may be within it.
    var isRead = false
    var returned: Int?
  }

  private struct Thread {
    var stack: [Open] = []
    /// The request that was closed last, which the next line may name.
    var closed: ObservedRequest?
    var transaction: LogTransaction?
    var isListBound = false
  }

  private var threads: [String: Thread] = [:]
  /// Without prefixes, or with the first thread's alone.
  private var only = Thread()
  private var shapes: [String: LoggedStatement] = [:]
  private let file: Int
  private let detail: LogDetail

  /// Requests do not nest deeper; further down are statements whose totals are lost.
  private static let deepest = 64
  private static let mostThreads = 1_024
  private static let mostShapes = 4_096
  private static let mostValues = 1_000

  init(file: Int, detail: LogDetail) {
    self.file = file
    self.detail = detail
  }

  // MARK: - Statements

  mutating func take(
    _ text: String, on name: String?, at line: Int, time: Int?, into recording: RecordingBuilder
  ) {
    let statement = shape(of: text)
    var thread = borrow(name, recording)
    defer { giveBack(thread, name) }
    Self.emitClosed(&thread, into: recording)
    let place = Place(file: file, line: line)
    switch statement.verb {
    case .begin:
      Self.abandon(&thread, into: recording)
      thread.transaction?.end(.unfinished, into: recording)
      thread.transaction = LogTransaction(
        at: place, thread: name, time: time, keepsWrites: detail.writes)
    case .commit, .rollback:
      let ending: ObservedSave.Ending = statement.verb == .commit ? .committed : .rolledBack
      thread.transaction?.end(ending, into: recording)
      if thread.transaction == nil { recording.note(.strayCommit) }
      thread.transaction = nil
    case .select where statement.isRequest:
      var request = ObservedRequest(
        statement.kind, of: EntityName(name: nil, table: statement.table), at: place)
      request.statement = statement
      request.thread = name
      request.start = time
      if thread.stack.count >= Self.deepest {
        recording.add(thread.stack.removeFirst().request)
      }
      thread.stack.append(Open(request: request, statement: statement, text: text))
    case .select, .pragma, .explain, .other:
      if thread.transaction?.take(statement) != true { recording.count(Self.upkeep(statement)) }
    case .schema, .insert, .update, .delete:
      // A log may begin within a transaction.
      if thread.transaction == nil {
        thread.transaction = LogTransaction(
          at: place, thread: name, time: time, keepsWrites: detail.writes)
      }
      _ = thread.transaction?.take(statement)
    }
  }

  private static func upkeep(_ statement: LoggedStatement) -> Upkeep {
    switch statement.verb {
    case .pragma: return .pragma
    case .schema: return .schema
    default: break
    }
    switch statement.ground {
    case .history: return .history
    case .mirroring: return .mirroring
    case .opening, .keys: return .opening
    case .app, .join: return .other
    }
  }

  private mutating func shape(of text: String) -> LoggedStatement {
    if let known = shapes[text] { return known }
    let shape = LoggedStatement(text)
    // Texts with values in them are all different.
    if shapes.count >= Self.mostShapes { shapes.removeAll(keepingCapacity: true) }
    if text.utf8.count < 16_384 { shapes[text] = shape }
    return shape
  }

  // MARK: - Annotations

  mutating func take(
    _ annotation: Annotation, on name: String?, at line: Int, time: Int?,
    into recording: RecordingBuilder
  ) {
    var thread = borrow(name, recording)
    defer { giveBack(thread, name) }
    switch annotation {
    case .relationshipFault(let key, let object, let rows, let fromStore):
      guard fromStore else { return recording.note(.answeredByCache) }
      guard var closed = thread.closed else { return recording.note(.strayAnnotation) }
      closed.kind = .relationship
      closed.relationship = key
      Self.name(&closed, object)
      closed.rows = closed.rows ?? rows
      thread.closed = closed
      return
    case .fault(let object, let fromStore):
      guard fromStore else { return recording.note(.answeredByCache) }
      guard var closed = thread.closed else { return recording.note(.strayAnnotation) }
      closed.kind = .fault
      Self.name(&closed, object, ownsTable: true)
      thread.closed = closed
      return
    case .prefetch(let key, let rows):
      guard var closed = thread.closed else { return recording.note(.strayAnnotation) }
      closed.kind = .prefetch
      closed.relationship = key
      closed.rows = closed.rows ?? rows
      thread.closed = closed
      return
    default: break
    }
    switch annotation {
    case .connectionTime:
      if !thread.stack.isEmpty { thread.stack[thread.stack.count - 1].isRead = true }
    case .total(let nanoseconds, let rows):
      Self.emitClosed(&thread, into: recording)
      close(&thread, rows: rows, nanoseconds, isCount: false, into: recording)
    case .countTotal(let nanoseconds, let count):
      Self.emitClosed(&thread, into: recording)
      close(&thread, rows: count, nanoseconds, isCount: true, into: recording)
    case .cutTotal:
      Self.emitClosed(&thread, into: recording)
      close(&thread, rows: nil, nil, isCount: nil, into: recording)
    case .boundList: thread.isListBound = true
    case .returned(let entity, let sql, let rows):
      Self.name(&thread, sql, entity: entity, rows: rows)
    case .countRequest(let entity, let count):
      let place = thread.stack.lastIndex { $0.statement.isCount } ?? thread.stack.indices.last
      if let place {
        thread.stack[place].request.entity.name = entity
        thread.stack[place].returned = count
      }
    case .bind(let place, let value):
      if thread.transaction?.bind(place, value) == true { return }
      guard detail.values, let last = thread.stack.indices.last else { return }
      if thread.stack[last].request.values.count < Self.mostValues {
        thread.stack[last].request.values.append(String(value.prefix(4_096)))
      }
    case .connecting(let path):
      recording.see(level: 1)
      recording.see(store: path)
    case .prune, .truncatingCheckpoint, .vacuum, .busy, .locked, .checkpoint:
      recording.count(maintenance: annotation)
    default: break
    }
  }

  /// A fault's object that stood on a line of its own.
  mutating func name(_ object: Annotation.Object?, on name: String?) {
    func write(_ thread: inout Thread) {
      if var closed = thread.closed {
        Self.name(&closed, object, ownsTable: true)
        thread.closed = closed
      }
    }
    if let name { write(&threads[name, default: Thread()]) } else { write(&only) }
  }

  /// What an object's address says of a request: its key, and the entity of what it is asked for.
  private static func name(
    _ request: inout ObservedRequest, _ object: Annotation.Object?, ownsTable: Bool = false
  ) {
    guard let object else { return }
    request.object = object.key
    if ownsTable {
      request.entity.name = object.entity
    } else {
      // Of a relationship's fault the address is the owner's, and the table that of the members.
      request.entity = EntityName(name: object.entity, table: nil)
    }
  }

  private static func name(_ thread: inout Thread, _ sql: String, entity: String, rows: Int?) {
    let bare = sql.drop { $0 == " " }
    func isIt(_ open: Open) -> Bool {
      open.returned == nil && (sql.isEmpty || open.text.hasPrefix(bare.prefix(60)))
    }
    let place = thread.stack.lastIndex(where: isIt) ?? thread.stack.indices.last
    guard let place else { return }
    thread.stack[place].request.entity.name = entity
    thread.stack[place].returned = rows
  }

  /// A total ends the request that it fits: the innermost, unless the log says that this one has other rows.
  private func close(
    _ thread: inout Thread, rows: Int?, _ nanoseconds: Int?, isCount: Bool?,
    into recording: RecordingBuilder
  ) {
    guard !thread.stack.isEmpty else { return recording.note(.strayTotal) }
    var place = thread.stack.count - 1
    if isCount == true, !thread.stack[place].statement.isCount,
      let other = thread.stack.lastIndex(where: { $0.statement.isCount })
    {
      place = other
    }
    if let returned = thread.stack[place].returned, let rows, returned != rows {
      if let other = thread.stack.lastIndex(where: { $0.returned == rows }) {
        place = other
      } else {
        recording.note(.interleaved)
      }
    }
    let open = thread.stack.remove(at: place)
    var request = open.request
    request.rows = rows
    request.nanoseconds = nanoseconds
    if isCount == true {
      request.kind = .count
    } else if request.kind == .count {
      request.kind = .dictionary
    } else if request.kind == .list, let outer = thread.stack.last, outer.isRead,
      thread.isListBound,
      case .list(let onKey) = open.statement.choice,
      !onKey || open.statement.table != outer.statement.table
    {
      request.kind = .prefetch
    }
    thread.isListBound = false
    thread.closed = request
  }

  // MARK: - Ends

  private static func emitClosed(_ thread: inout Thread, into recording: RecordingBuilder) {
    if let request = thread.closed { recording.add(request) }
    thread.closed = nil
  }

  /// Requests whose totals never came.
  private static func abandon(_ thread: inout Thread, into recording: RecordingBuilder) {
    for open in thread.stack { recording.add(open.request) }
    thread.stack.removeAll()
  }

  mutating func finish(into recording: RecordingBuilder) {
    Self.finish(&only, into: recording)
    for name in threads.keys.sorted() {
      if var thread = threads[name] { Self.finish(&thread, into: recording) }
    }
    threads.removeAll()
  }

  private static func finish(_ thread: inout Thread, into recording: RecordingBuilder) {
    emitClosed(&thread, into: recording)
    if !thread.stack.isEmpty { recording.note(.cutEnd) }
    abandon(&thread, into: recording)
    thread.transaction?.end(.unfinished, into: recording)
    thread = Thread()
  }

  /// A thread's state, taken out so that it has one owner while it changes.
  private mutating func borrow(_ name: String?, _ recording: RecordingBuilder) -> Thread {
    guard let name else {
      defer { only = Thread() }
      return only
    }
    if let thread = threads.removeValue(forKey: name) { return thread }
    if threads.count >= Self.mostThreads {
      for other in threads.keys.sorted() {
        if var thread = threads[other] { Self.finish(&thread, into: recording) }
      }
      threads.removeAll(keepingCapacity: true)
    }
    return Thread()
  }

  private mutating func giveBack(_ thread: Thread, _ name: String?) {
    if let name { threads[name] = thread } else { only = thread }
  }
}
