// The stores of a model, and the row cache before them.

import Foundation
import Synchronization

/// What stands between contexts and stores: it may serve many contexts and hold several stores (P8).
public final class PersistentStoreCoordinator: Sendable {
  /// The model of all stores.
  public let managedObjectModel: ManagedObjectModel

  /// The keys of objects that were never saved.
  let temporaryKeys = KeySpace(nil, ordinal: 0)

  let state = Mutex(CoordinatorState())
  /// Apart from the rest, since every new object takes one.
  private let lastTemporaryKey = Atomic<Int64>(0)
  /// Contexts that merge by themselves what is saved here.
  let followers = Followers()
  /// Counts how often objects were given other names.
  let namesEdition = Atomic<Int>(0)
  /// Counts how often a store was taken out.
  let departures = Atomic<Int>(0)
  /// Whether a store was opened whose writes are announced: where none was, writes of others are not looked for.
  let postsRemoteChanges = Atomic<Bool>(false)
  /// What counts the objects of its contexts, where anything does.
  let tally: ObjectTally?

  /// A Boolean value that indicates whether the model allows data in files of their own.
  private let mayKeepFiles: Bool

  /// Makes a coordinator without stores.
  public convenience init(managedObjectModel: ManagedObjectModel) {
    self.init(managedObjectModel: managedObjectModel, tally: .current)
  }

  init(managedObjectModel: ManagedObjectModel, tally: ObjectTally?) {
    self.managedObjectModel = managedObjectModel
    self.tally = tally
    mayKeepFiles = managedObjectModel.entities.contains { $0.layout.hasFiles }
  }

  deinit {
    for seat in state.withLock({ $0.seats }) {
      seat.space.close()
      seat.letGoOfRows()
    }
  }

  // MARK: - Stores

  /// The stores in the order in which they were added.
  public var persistentStores: [any PersistentStore] { state.withLock { $0.seats.map(\.store) } }

  /// What the coordinator has counted.
  public var statistics: CoordinatorStatistics {
    // Summed without the lock: a store is asked under one of its own, which a save has until all is written.
    var (counts, seats) = state.withLock { ($0.counts, $0.seats) }
    for table in seats.flatMap(\.rows) {
      let (entries, hits, misses) = table.counts
      counts.rowCacheEntries += entries
      counts.rowCacheHits += hits
      counts.rowCacheMisses += misses
    }
    for store in seats.map(\.store) {
      let own = store.statistics
      counts.statements += own.statements
      counts.rowsRead += own.rowsRead
      counts.rowsWritten += own.historyRows
      counts.transactions += own.transactions
      counts.logBytes += own.logBytes
      counts.longestLogBytes += own.longestLogBytes
      counts.fileBytes += own.fileBytes
      if let free = own.freePages { counts.freePages = (counts.freePages ?? 0) + free }
      counts.pagesGivenBack += own.pagesGivenBack
    }
    return counts
  }

  /// Shows what the coordinator keeps: the row cache's tables and what the stores show.
  package func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .registry)
    visitor.show(temporaryKeys, .registry)
    followers.showBlocks(to: visitor)
    let (seats, leftSeats) = state.withLock { ($0.seats, $0.leftSeats) }
    state.withLock { $0.formerNames }.showBlocks(to: visitor)
    visitor.show(elementsOf: seats, .registry)
    visitor.show(elementsOf: leftSeats, .registry)
    visitor.show(elementsOf: tornSaves, .registry)
    for left in leftSeats {
      visitor.show(left.space, .registry)
      left.watch.showBlocks(to: visitor)
      visitor.show(elementsOf: left.rows, .snapshots)
      for table in left.rows { table.showBlocks(to: visitor) }
    }
    for seat in seats {
      visitor.show(seat, .registry)
      visitor.show(seat.space, .registry)
      visitor.show(elementsOf: seat.holds, .registry)
      visitor.show(seat.saves, .registry)
      seat.watch.showBlocks(to: visitor)
      visitor.show(elementsOf: seat.rows, .snapshots)
      for table in seat.rows { table.showBlocks(to: visitor) }
      seat.store.showBlocks(to: visitor)
    }
  }

  // MARK: - Keys and rows

  /// A key for a new object, unlike every other in all contexts of this coordinator.
  func nextTemporaryKey() -> Int64 {
    lastTemporaryKey.subtract(1, ordering: .relaxed).newValue
  }

  func rows(of entity: EntityDescription, in space: KeySpace) -> RowTable? {
    seat(of: space)?.rows[entity.index]
  }

  /// The keys of a store, by its identifier.
  func space(ofStore identifier: UUID) -> KeySpace? {
    state.withLock { state in state.seats.first { $0.store.identifier == identifier }?.space }
  }

  /// Lets the row cache know how old its rows are.
  func keepFetchTimes() {
    let tables = state.withLock { state in
      state.keepsFetchTimes = true
      return state.seats.flatMap(\.rows)
    }
    for table in tables { table.keepFetchTimes() }
  }

  /// Lets the row cache keep rows that no object uses, for as long as their store is open.
  func keepRows() {
    let tables = state.withLock { state in
      state.keepsRows = true
      return state.seats.flatMap(\.rows)
    }
    for table in tables { table.keepRows() }
  }

  /// Lets rows have the names of files where stores keep data in such.
  func leaveDataInFiles() {
    guard mayKeepFiles else { return }
    state.withLock { state in
      guard !state.leavesDataInFiles else { return }
      state.leavesDataInFiles = true
      for seat in state.seats { seat.store.leaveDataInFiles() }
    }
  }

  func seat(of space: KeySpace) -> StoreSeat? {
    state.withLock { state in state.seats.first { $0.space === space } }
  }

  func openSeat(of space: KeySpace) throws(GraphError) -> StoreSeat {
    guard let seat = seat(of: space) else {
      throw GraphError(
        .referentialIntegrity, "The object's store is not open; add it to the coordinator again.")
    }
    return seat
  }

  // MARK: - Reading and counting

  /// How many entities the model has.
  var entityCount: Int { managedObjectModel.entities.count }

  /// The stores that a request is put to, in the order in which they were added.
  func seats(for question: StoreQuestion) throws(GraphError) -> [StoreSeat] {
    let seats = state.withLock { $0.seats }
    guard !seats.isEmpty else {
      throw GraphError(.open, "The coordinator has no store; call addPersistentStore first.")
    }
    return seats.filter { seat in
      question.stores?.contains(seat.store.identifier) != false
        && question.entities.contains { seat.holds[$0.index] }
    }
  }

  /// Whether the answer of several stores has to be put in order.
  func asksSeveral(_ question: StoreQuestion) throws(GraphError) -> Bool {
    try seats(for: question).count > 1
  }

  func fetch(
    _ question: StoreQuestion, from offset: Int, atMost limit: Int, withValues: Bool,
    for requester: ActivityCounts?
  ) throws(GraphError) -> FetchedRows {
    var answer: FetchedRows?
    for seat in try seats(for: question) {
      // In an answer that is to be put in order the first may come from the last store.
      let found = question.order.isEmpty ? answer?.count ?? 0 : 0
      if limit > 0, found >= limit { break }
      let query = question.query(
        in: seat.space, holding: seat.holds, from: answer == nil ? offset : 0,
        atMost: limit == 0 ? 0 : limit - found, withValues: withValues)
      let rows = FetchedRows(space: seat.space, wantsValues: withValues, part: query.part) {
        seat.rows[$0.index]
      }
      try seat.watch.reading { () throws(GraphError) in
        try seat.store.fetch(query, into: rows)
        rows.finish()
      }
      count()
      requester?.add(1, .roundTrips, ofEach: query.entities)
      if let answer { answer.append(rows) } else { answer = rows }
    }
    return answer
      ?? FetchedRows(space: temporaryKeys, wantsValues: false) { _ in nil }
  }

  /// How many rows satisfy a question, in all stores that it is put to.
  func count(
    _ question: StoreQuestion, for requester: ActivityCounts?
  ) throws(GraphError) -> Int {
    var sum = 0
    for seat in try seats(for: question) {
      let query = question.query(
        in: seat.space, holding: seat.holds, from: 0, atMost: 0, withValues: false)
      sum += try seat.store.count(query)
      count()
      requester?.add(1, .roundTrips, ofEach: query.entities)
    }
    return sum
  }

  /// The lines that each store has for a question for values.
  func tables(
    _ question: TableQuestion, for requester: ActivityCounts?
  ) throws(GraphError) -> [(space: KeySpace, lines: [[TableCell]])] {
    let seats = try seats(for: question.rows)
    guard seats.count < 2 || !question.needsOneStore else {
      throw GraphError(
        .unsupportedRequest,
        "Dictionaries of several stores cannot be sorted, grouped or counted; set affectedStores to one."
      )
    }
    var tables: [(space: KeySpace, lines: [[TableCell]])] = []
    for seat in seats where !question.rows.entities.isEmpty {
      let query = question.query(in: seat.space, holding: seat.holds)
      let lines = question.window(try seat.store.table(query))
      count()
      requester?.add(1, .roundTrips, ofEach: query.rows.entities)
      tables.append((seat.space, lines))
    }
    return tables
  }

  /// Adds to a plan how the stores would answer a question.
  func explain(
    _ question: StoreQuestion, from offset: Int, atMost limit: Int, withValues: Bool,
    into plan: inout QueryPlan
  ) throws(GraphError) {
    for seat in try seats(for: question) {
      let statements = try seat.store.explain(
        question.query(
          in: seat.space, holding: seat.holds, from: offset, atMost: limit,
          withValues: withValues))
      plan.statements += statements
      guard statements.isEmpty, !question.entities.isEmpty else { continue }
      plan.inMemory.append("the \(seat.store.type) store looks at its rows one by one")
    }
  }

  func fetchRow(
    _ id: ManagedObjectID, for requester: ActivityCounts?
  ) throws(GraphError) -> Row {
    let missing = GraphError.Code.referentialIntegrity
    guard !id.isTemporaryID else {
      throw GraphError(missing, "\(id) was never saved, and its context lost it.", objectID: id)
    }
    let seat = try openSeat(of: id.space)
    let row = try seat.watch.reading { () throws(GraphError) in
      let row = try seat.store.row(id.key, of: id.entity)
      if let row { seat.rows[id.entity.index].adopt(row) }
      return row
    }
    count()
    requester?.add(1, .roundTrips, of: id.entity)
    guard let row else {
      throw GraphError(
        missing, "No store has a row for \(id): it was deleted elsewhere.", objectID: id)
    }
    return row
  }

  /// The rows of many keys, whole or in part, those that are missing left out.
  func fetchRows(
    _ keys: [Int64], of entity: EntityDescription, in space: KeySpace, _ part: RowPart?,
    for requester: ActivityCounts?
  ) throws(GraphError) -> FetchedRows {
    let seat = try openSeat(of: space)
    let rows = FetchedRows(space: space, wantsValues: true, part: part) { seat.rows[$0.index] }
    let requests = try seat.watch.reading { () throws(GraphError) in
      let requests = try seat.store.rows(for: keys, of: entity, into: rows)
      rows.finish()
      return requests
    }
    count(requests)
    requester?.add(requests, .roundTrips, of: entity)
    return rows
  }

  /// The members of a relationship of many owners, with their rows if values are wanted.
  func fetchMembers(
    of tie: EntityLayout.Tie, owners: [ForeignKey], in space: KeySpace, withValues: Bool,
    for requester: ActivityCounts?
  ) throws(GraphError) -> (members: [[ForeignKey]], rows: FetchedRows) {
    let seat = try openSeat(of: space)
    let rows = FetchedRows(space: space, wantsValues: withValues) { seat.rows[$0.index] }
    let (members, requests) = try seat.watch.reading { () throws(GraphError) in
      let answer = try seat.store.members(of: tie, owners: owners, into: rows)
      rows.finish()
      return answer
    }
    count(requests)
    requester?.add(requests, .roundTrips, where: tie.destinations)
    return (members, rows)
  }

  func members(
    of tie: EntityLayout.Tie, owner: ManagedObjectID, for requester: ActivityCounts?
  ) throws(GraphError) -> [ForeignKey] {
    let seat = try openSeat(of: owner.space)
    count()
    requester?.add(1, .roundTrips, where: tie.destinations)
    return try seat.store.members(
      of: tie, owner: ForeignKey(entity: owner.entity.index, key: owner.key))
  }

  /// Lets the stores go of the state that a turn has read.
  func endReading() {
    for seat in state.withLock({ $0.seats }) { seat.store.endReading() }
  }

  func reserveKeys(
    _ number: Int, for entity: EntityDescription, in space: KeySpace
  ) throws(GraphError) -> Int64 {
    try openSeat(of: space).store.reserveKeys(number, for: entity)
  }

  /// Counts round trips and what came of them.
  func count(_ roundTrips: Int = 1, _ body: (inout CoordinatorStatistics) -> Void = { _ in }) {
    guard Counting.isOn else { return }
    state.withLock { state in
      state.counts.roundTrips += roundTrips
      body(&state.counts)
    }
  }
}
