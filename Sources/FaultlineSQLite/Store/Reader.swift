// The side of a store that answers: one connection, one read transaction per turn.

internal import CSQLite
internal import Faultline
import Foundation

/// A state of a file as one connection has numbered it; another connection numbers in its own way.
struct FileVersion: Equatable {
  let connection: Int
  let number: Int64
}

/// Answers questions; its store's lock confines it.
final class Reader {
  private let file: StoreFile
  let schema: PhysicalSchema
  let model: ManagedObjectModel
  private(set) var connection: Connection
  let shapes: [RowShape]
  let decoders: [RowDecoder]
  let files: ExternalFiles
  /// Statements by the entity's index, each made when it is first needed.
  private var statements: Statements
  private var isReading: Bool
  /// Whether the transaction is another's, which begins and ends it.
  private let isGuest: Bool
  private var reopenings = 0
  /// What connections have counted that were made anew.
  private var former = (statements: 0, rows: 0)
  /// By the entity's index, how many rows the last fetch of all found.
  private var rowCounts: [Int]
  /// Questions with a condition or an order.
  var questions = QueryStatements()

  /// One kind of statement for each entity.
  private struct Statements {
    var fetches: [Statement?]
    var keys: [Statement?]
    var rows: [Statement?]
    var versions: [Statement?]
    var members: [ObjectIdentifier: MemberQuery] = [:]
    var batches: BatchStatements

    init(_ count: Int) {
      fetches = Array(repeating: nil, count: count)
      keys = fetches
      rows = fetches
      versions = fetches
      batches = BatchStatements(count)
    }
  }

  init(
    _ file: StoreFile, _ connection: Connection, _ model: ManagedObjectModel,
    _ schema: PhysicalSchema, isGuest: Bool = false
  ) {
    self.file = file
    self.connection = connection
    self.model = model
    self.schema = schema
    self.isGuest = isGuest
    isReading = isGuest
    files = ExternalFiles(of: file)
    shapes = schema.plans.map { RowShape($0) }
    decoders = shapes.map { [files] in RowDecoder($0, schema.indexOfNumber, files) }
    statements = Statements(shapes.count)
    rowCounts = Array(repeating: 0, count: shapes.count)
  }

  /// How many statements were run.
  var statementsRun: Int { former.statements + connection.statementsRun }

  /// How many rows were handed up.
  var rowsRead: Int { former.rows + connection.rowsRead }

  // MARK: - The transaction

  /// Begins to read; what is read from now on belongs together.
  func begin() throws(GraphError) {
    guard !isReading else { return }
    if let fresh = try file.reopenedIfChanged() {
      former.statements += connection.statementsRun
      former.rows += connection.rowsRead
      statements = Statements(shapes.count)
      questions = QueryStatements()
      connection = fresh
      reopenings += 1
    }
    try connection.run("BEGIN")
    isReading = true
  }

  /// Lets go of the state that is read, so that the next question sees the newest.
  func end() {
    guard isReading, !isGuest else { return }
    isReading = false
    // Ending a transaction that only reads has no way to fail that matters.
    try? connection.run("COMMIT")
  }

  /// The question about the entities that the file has; one about no other is an error.
  func answerable(_ query: StoreQuery) throws(GraphError) -> StoreQuery {
    guard let stranger = query.entities.first(where: { !schema.plans[$0.index].isKept }) else {
      return query
    }
    let kept = query.entities.filter { schema.plans[$0.index].isKept }
    guard kept.isEmpty else { return query.about(kept) }
    throw GraphError(
      .incompatibleVersionHash,
      "The store '\(file.path)' has nothing for '\(stranger.name)'; open it with its own model.")
  }

  // MARK: - Rows

  func fetch(_ query: StoreQuery, into rows: FetchedRows) throws(GraphError) {
    end()
    try begin()
    let query = try answerable(query)
    guard query.isPlain, query.part == nil else {
      for query in query.statements { try find(query, into: rows) }
      return
    }
    var skip = query.offset
    for entity in query.entities {
      let known = rows.begin(entity)
      let missing = query.limit == 0 ? -1 : query.limit - rows.count
      if missing == 0 { return }
      if query.wantsValues, query.limit == 0, skip == 0, mostAreKnown(known, entity) {
        try readUnknown(entity, into: rows)
        continue
      }
      let statement = try fetchStatement(entity.index, query.wantsValues)
      let (sum, isTooMuch) = missing.addingReportingOverflow(skip)
      statement.bind(Int64(missing < 0 || isTooMuch ? -1 : sum), at: 1)
      let former = rows.count
      try read(statement, entity, query, &skip, into: rows)
      if query.limit == 0, query.offset == 0 { rowCounts[entity.index] = rows.count - former }
    }
  }

  /// Whether so many rows are in use that it is cheaper to ask for versions, and then for what is missing.
  private func mostAreKnown(_ known: Int, _ entity: EntityDescription) -> Bool {
    let count = rowCounts[entity.index]
    return count > 0 && known >= count - count / 16
  }

  private func read(
    _ statement: Statement, _ entity: EntityDescription, _ query: StoreQuery, _ skip: inout Int,
    into rows: FetchedRows
  ) throws(GraphError) {
    let decoder = decoders[entity.index]
    while try statement.step() {
      if skip > 0 {
        skip -= 1
        continue
      }
      let key = try statement.key()
      if query.wantsValues {
        try read(statement, key, decoder, into: rows)
      } else {
        rows.append(key: key)
      }
    }
  }

  /// Takes the row of the current line, unless one of that version is in use already.
  @inline(__always) func read(
    _ statement: Statement, _ key: Int64, _ decoder: RowDecoder, into rows: FetchedRows
  ) throws(GraphError) {
    let version = statement.version
    if rows.offer(key, version: version) { return }
    rows.append(
      try resetting(statement) { () throws(GraphError) in
        try decoder.row(statement, key: key, version: version)
      })
  }

  /// Compares versions, and reads the rows that are not in use.
  private func readUnknown(
    _ entity: EntityDescription, into rows: FetchedRows
  ) throws(GraphError) {
    let former = rows.count
    let versions = try versionStatement(entity.index)
    while try versions.step() {
      let key = try versions.key()
      if rows.offer(key, version: versions.version) { continue }
      do throws(GraphError) {
        if let row = try row(key, of: entity) { rows.append(row) }
      } catch {
        versions.reset()
        throw error
      }
    }
    rowCounts[entity.index] = rows.count - former
  }

  /// The statement for a batch of rows, with how many keys it takes.
  func batchStatement(
    for count: Int, _ entity: EntityDescription, _ part: RowPart?
  ) throws(GraphError) -> (Statement, size: Int) {
    guard part == nil else {
      let size = BatchStatements.size(for: count)
      let text = family([entity], part).shapes[0].rowsText(size)
      return (try questions.statement(text, connection), size)
    }
    return try statements.batches.statement(for: count, shapes[entity.index], connection)
  }

  /// Takes the rows of a batch; those in use already are not made again.
  func readBatch(
    _ statement: Statement, _ entity: EntityDescription, into rows: FetchedRows
  ) throws(GraphError) {
    if let part = rows.part {
      let decoder = family([entity], part).decoders[entity.index] ?? decoders[entity.index]
      while try statement.step() { rows.append(try row(decoder, statement)) }
      return
    }
    let decoder = decoders[entity.index]
    while try statement.step() {
      try read(statement, try statement.key(), decoder, into: rows)
    }
  }

  func row(_ key: Int64, of entity: EntityDescription) throws(GraphError) -> Row? {
    try begin()
    guard schema.plans[entity.index].isKept else { return nil }
    let statement = try rowStatement(entity.index)
    statement.bind(key, at: 1)
    guard try statement.step() else { return nil }
    let row = try row(decoders[entity.index], statement)
    statement.reset()
    return row
  }

  func row(_ decoder: RowDecoder, _ statement: Statement) throws(GraphError) -> Row {
    try resetting(statement) { () throws(GraphError) in try decoder.row(statement) }
  }

  /// Makes a row of a statement's line; where that fails, the statement can be used again.
  @inline(__always) private func resetting(
    _ statement: Statement, _ body: () throws(GraphError) -> Row
  ) throws(GraphError) -> Row {
    do throws(GraphError) {
      return try body()
    } catch {
      statement.reset()
      throw error
    }
  }

  func members(
    of relationship: RelationshipDescription, owner: ForeignKey
  ) throws(GraphError) -> [ForeignKey] {
    try begin()
    return try memberQuery(relationship)?.members(of: owner) ?? []
  }

  /// The members of many owners, and their rows where values are wanted.
  func members(
    of relationship: RelationshipDescription, owners: [ForeignKey], into rows: FetchedRows
  ) throws(GraphError) -> [[ForeignKey]] {
    try begin()
    guard let query = memberQuery(relationship) else { return owners.map { _ in [] } }
    let members = try query.members(of: owners)
    guard rows.wantsValues else { return members }
    var keys = [Set<Int64>](repeating: [], count: model.entities.count)
    for member in members.joined() { keys[member.entity].insert(member.key) }
    for (entity, keys) in zip(model.entities, keys) where !keys.isEmpty {
      try self.rows(for: keys.sorted(), of: entity, into: rows)
    }
    return members
  }

  private func memberQuery(_ relationship: RelationshipDescription) -> MemberQuery? {
    let id = ObjectIdentifier(relationship)
    if let known = statements.members[id] { return known }
    guard let place = schema.collections[id] else { return nil }
    let query = MemberQuery(place, schema, connection)
    statements.members[id] = query
    return query
  }

  /// The state of the file by now: another one than before once it was written to.
  func fileVersion() throws(GraphError) -> FileVersion {
    end()
    try begin()
    defer { end() }
    return FileVersion(connection: reopenings, number: try connection.dataVersion())
  }

  func metadata() throws(GraphError) -> Metadata { try Metadata.read(connection) }

  func historyExtent() throws(GraphError) -> HistoryExtent {
    try begin()
    return try historyReader.extent()
  }

  func history(after limit: HistoryLimit) throws(GraphError) -> [StoredTransaction] {
    try begin()
    return try historyReader.transactions(after: limit)
  }

  private var historyReader: HistoryReader { HistoryReader(connection, schema) }

  // MARK: - Statements

  private func fetchStatement(_ index: Int, _ withValues: Bool) throws(GraphError) -> Statement {
    if let known = withValues ? statements.fetches[index] : statements.keys[index] { return known }
    let shape = shapes[index]
    let statement = try connection.prepare(
      withValues ? shape.fetchText : shape.keysText, handsUpRows: true)
    if withValues {
      statements.fetches[index] = statement
    } else {
      statements.keys[index] = statement
    }
    return statement
  }

  private func versionStatement(_ index: Int) throws(GraphError) -> Statement {
    if let known = statements.versions[index] { return known }
    let statement = try connection.prepare(shapes[index].versionsText, handsUpRows: true)
    statements.versions[index] = statement
    return statement
  }

  private func rowStatement(_ index: Int) throws(GraphError) -> Statement {
    if let known = statements.rows[index] { return known }
    let statement = try connection.prepare(shapes[index].rowText, handsUpRows: true)
    statements.rows[index] = statement
    return statement
  }
}
