// What was prefetched and has no objects: rows that wait in the row cache, and members of relationships.

/// What a context holds of its prefetching where that registers no objects, until it is reset or goes.
final class WaitingRows {
  /// A record of one of the open stores.
  struct Place: Hashable {
    let entity: Int
    let space: Int
    let key: Int64
  }

  /// A to-many relationship of a record.
  private struct End: Hashable {
    let owner: Place
    let tie: Int
  }

  private var rows: [Place: Row] = [:]
  private var members: [End: [ForeignKey]] = [:]

  /// Holds a row, in place of an older one.
  func hold(_ row: Row, at place: Place) { rows[place] = row }

  /// Notes the members of a relationship that is to fire without a request.
  func note(_ keys: [ForeignKey], of owner: Place, _ tie: Int) {
    members[End(owner: owner, tie: tie)] = keys
  }

  /// The members of a relationship that fires: from now on its owner knows them.
  func takeMembers(of owner: Place, _ tie: Int) -> [ForeignKey]? {
    members.removeValue(forKey: End(owner: owner, tie: tie))
  }

  /// Forgets all members, since others may have come or gone.
  func forgetMembers() { members = [:] }

  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .snapshots)
    visitor.show(elementsOf: rows, .snapshots)
    visitor.show(elementsOf: members, .registry)
    for row in rows.values { visitor.show(row, .snapshots) }
    for keys in members.values { visitor.show(elementsOf: keys, .registry) }
  }
}

extension ManagedObject {
  /// Where its record lies.
  final var place: WaitingRows.Place {
    WaitingRows.Place(entity: identityTable.index, space: identityTable.space.ordinal, key: key)
  }
}
