// Batches that a store carries out by itself, and what they do to the row cache.

extension PersistentStoreCoordinator {
  /// Lets a store carry out a batch; nil, and nothing was done, where it takes objects.
  ///
  /// Rows that were changed leave the row cache: faults get the new ones from the store. Objects that have the former
  /// ones keep them.
  func carryOut(
    _ batch: StoreBatch, in space: KeySpace
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
