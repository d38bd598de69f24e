// Several change sets in one transaction: a chunk of a batch each.

internal import Faultline

extension Writer {
  /// Runs a body in one transaction that takes several change sets; says whether they have written something.
  ///
  /// `settle` is called once all is committed.
  func inOneTransaction(
    _ body: (WriteLedger) throws(GraphError) -> Void, settle: (WriteLedger) -> Void
  ) throws(GraphError) {
    try connection.begin()
    defer {
      end()
      ledger?.drop()
      ledger = nil
    }
    let ledger = try WriteLedger(connection, schema)
    self.ledger = ledger
    try body(ledger)
    guard ledger.hasWritten else { return }
    try history?.putInOrder(ledger)
    try keep()
    settle(ledger)
  }

  /// Writes one more change set into the transaction, or nothing of it and says what is in the way.
  func add(_ changes: ChangeSet) throws(GraphError) -> StoreObjections {
    let savepoint = "faultline_changes"
    try connection.run("SAVEPOINT \(savepoint)")
    try ledger?.begin(changes)
    let objections = try write(changes)
    if objections.isEmpty {
      try ledger?.end(changes)
    } else {
      try connection.run("ROLLBACK TO \(savepoint)")
    }
    try connection.run("RELEASE \(savepoint)")
    return objections
  }

  /// The rows that go when some do, those themselves first.
  func going(
    with asked: [ForeignKey], followingRules: Bool
  ) throws(GraphError) -> [ForeignKey] {
    let keys = BatchKeys(connection, schema)
    try keys.make()
    defer { keys.drop() }
    _ = try keys.choose(.keys(asked))
    var deletion = BatchDeletion(
      keys, schema, connection, files, followsRules: followingRules)
    try deletion.choose(from: .keys(asked))
    let all = try keys.list(chosen: true)
    // Those that were asked for keep their order.
    var missing = Set(all)
    let first = asked.filter { missing.remove($0) != nil }
    return first + all.filter { missing.contains($0) }
  }
}
