// A batch request as a store can carry it out by itself: rows are changed, and no object is made.

/// What a store is to do to many rows in one go.
package struct StoreBatch {
  /// Which rows it is about.
  package enum Target {
    case query(StoreQuery)
    /// Rows by their keys; keys without a row are left out.
    case keys([ForeignKey])
  }

  /// What is done to them.
  package enum Work {
    /// The rows go, and delete rules are followed unless the rows are to go alone; a relationship that denies
    /// deletions is none that is followed.
    case delete(followsRules: Bool)
    case update(BatchAssignments)
  }

  package let target: Target
  package let work: Work
  /// Whether the keys of the rows are wanted afterwards: memory for each of them.
  package let wantsKeys: Bool

  /// What came of it.
  package struct Outcome {
    /// How many rows the request was about: those that were found and, where rows go, those that went with them.
    package var count: Int
    /// How many rows were written or removed, those at the other ends of relationships among them.
    package var rowsWritten: Int
    /// The rows that were removed.
    package var deleted: [ForeignKey] = []
    /// The rows that were changed; where rows go, those at the other ends of their relationships.
    package var updated: [ForeignKey] = []

    package init(count: Int, rowsWritten: Int) {
      self.count = count
      self.rowsWritten = rowsWritten
    }
  }

  /// Which of some rows of an entity were changed or removed.
  package typealias Question = (_ keys: [Int64], EntityDescription) throws(GraphError) -> [Int64]
}

/// The new values of an update, checked against the model.
package struct BatchAssignments {
  /// The entity of the row of constants: the first of those that are asked about.
  package let entity: EntityDescription
  /// A row whose values in `slots` all rows get.
  package let constants: Row
  package let slots: [Int]
  /// Slots with values that are computed of each row by itself.
  package let computed: [(slot: Int, term: BoundTerm, form: Form)]
  /// To-one relationships in `slots`, with the destination that all rows get.
  package let references: [(tie: EntityLayout.Tie, destination: ForeignKey?)]

  /// Whether no row gets a value: such rows stay as they are, in their version too.
  package var isEmpty: Bool { slots.isEmpty && computed.isEmpty }

  /// What a computed value is kept as.
  package enum Form: Equatable {
    case real, truth, text
    case integer(ClosedRange<Int64>)
  }
}

// What stores need not know: batches, row after row and each a request; changes without objects; counting;
// explaining themselves.
extension StoreEngine {
  package func count(_ query: StoreQuery) throws(GraphError) -> Int {
    let rows = FetchedRows(space: query.space, wantsValues: false) { _ in nil }
    try fetch(query, into: rows)
    return rows.count
  }

  package func table(_ query: TableQuery) throws(GraphError) -> [[TableCell]] {
    throw GraphError(
      .unsupportedRequest, "The \(type) store hands up objects only; compute values from those.")
  }

  package func carryOut(
    _ batch: StoreBatch, settle: (StoreBatch.Question) -> Void
  ) throws(GraphError) -> StoreBatch.Outcome? { nil }

  package func explain(_ query: StoreQuery) throws(GraphError) -> [QueryPlan.Statement] { [] }

  package func rows(
    for keys: [Int64], of entity: EntityDescription, into rows: FetchedRows
  ) throws(GraphError) -> Int {
    rows.begin(entity, expecting: keys.count)
    for key in keys {
      if let row = try row(key, of: entity) { rows.append(row) }
    }
    return keys.count
  }

  package func members(
    of tie: EntityLayout.Tie, owners: [ForeignKey], into rows: FetchedRows
  ) throws(GraphError) -> (members: [[ForeignKey]], requests: Int) {
    var all: [[ForeignKey]] = []
    for owner in owners { all.append(try members(of: tie, owner: owner)) }
    return (all, owners.count)
  }
}

// Batches that a store carries out by itself, and what they do to the row cache.
extension PersistentStoreCoordinator {
  /// Lets a store carry out a batch; nil, and nothing was done, where it takes objects.
  ///
  /// Rows that were changed leave the row cache: faults get the new ones from the store. Objects that have the former
  /// ones keep them.
  func carryOut(
    _ batch: StoreBatch, in space: KeySpace, for requester: ActivityCounts?
  ) throws(GraphError) -> StoreBatch.Outcome? {
    let seat = try openSeat(of: space)
    // A store that is read-only says so once there is something to write.
    guard !seat.store.isReadOnly else { return nil }
    let outcome = try seat.saves.inTurn { () throws(GraphError) in
      try seat.store.carryOut(batch) { question in
        forgetRows(of: seat, question)
      }
    }
    guard let outcome else { return nil }
    count { $0.rowsWritten += outcome.rowsWritten }
    if case .query(let query) = batch.target {
      requester?.add(1, .roundTrips, ofEach: query.entities)
    } else {
      requester?.add(1, .roundTrips, of: nil)
    }
    // The rows are there by now: metadata that cannot be written waits for the next save.
    try? writeMetadata(seat.store)
    seat.store.endReading()
    if outcome.rowsWritten > 0 { announceWrites(to: [space]) }
    return outcome
  }

  /// Takes off the list of rows in use what a batch has changed: as many keys are looked at as are in use.
  func forgetRows(of seat: StoreSeat, _ isTouched: StoreBatch.Question) {
    seat.watch.note(rowsOf: seat.rows.indices.filter { seat.holds[$0] })
    for (entity, table) in zip(managedObjectModel.entities, seat.rows)
    where seat.holds[entity.index] {
      let keys = table.keys
      guard !keys.isEmpty else { continue }
      // What cannot be asked about may have been changed.
      let touched = (try? isTouched(keys, entity)) ?? keys
      table.remove(touched)
    }
  }

  /// The stores that a question is put to, where that is one, and nil where there are several or none.
  func onlySpace(for question: StoreQuestion) throws(GraphError) -> KeySpace? {
    let seats = try seats(for: question)
    return seats.count == 1 ? seats[0].space : nil
  }

  /// The question as it is put to the store of a space.
  func query(
    _ question: StoreQuestion, in space: KeySpace, from offset: Int, atMost limit: Int
  ) throws(GraphError) -> StoreQuery {
    question.query(
      in: space, holding: try openSeat(of: space).holds, from: offset, atMost: limit,
      withValues: false)
  }
}
