// What a context asks of a coordinator and of a parent alike, and sends to them: so nesting is no special case.

/// The next level up: a coordinator, which asks its stores, or a context, which knows more than they do (P1).
///
/// A child asks from its own queue; a parent answers as soon as its own is free.
protocol Upstream: AnyObject {
  /// The rows that satisfy a question, in its order.
  func fetch(
    _ question: StoreQuestion, from offset: Int, atMost limit: Int, withValues: Bool
  ) throws(GraphError) -> FetchedRows
  /// How many objects satisfy a question.
  func count(_ question: StoreQuestion) throws(GraphError) -> Int
  /// Whether the caller has to put the answer of several stores in order.
  func asksSeveral(_ question: StoreQuestion) throws(GraphError) -> Bool
  /// The values of one object that is not in the row cache, or an error if there is none.
  func row(
    _ id: ManagedObjectID, notOlderThan seconds: Double
  ) throws(GraphError) -> Row
  /// The rows of many keys, whole or in part, those that are missing left out.
  func fetchRows(
    _ keys: [Int64], of entity: EntityDescription, in space: KeySpace, _ part: RowPart?
  ) throws(GraphError) -> FetchedRows
  /// The members of a to-many relationship.
  func members(of tie: EntityLayout.Tie, owner: ManagedObjectID) throws(GraphError) -> [ForeignKey]
  /// The members of a relationship of many owners, with their rows if values are wanted.
  func fetchMembers(
    of tie: EntityLayout.Tie, owners: [ForeignKey], in space: KeySpace, withValues: Bool
  ) throws(GraphError) -> (members: [[ForeignKey]], rows: FetchedRows)
  /// Takes a save, whole, or nothing of it and says in the draft what is in the way.
  func take(_ draft: inout SaveDraft) throws(GraphError)
}

extension Upstream {
  /// The whole rows of many keys.
  func fetchRows(
    _ keys: [Int64], of entity: EntityDescription, in space: KeySpace
  ) throws(GraphError) -> FetchedRows { try fetchRows(keys, of: entity, in: space, nil) }
}

extension PersistentStoreCoordinator: Upstream {
  func row(
    _ id: ManagedObjectID, notOlderThan seconds: Double
  ) throws(GraphError) -> Row {
    try fetchRow(id.key, of: id.entity, in: id.space, for: id)
  }
}
