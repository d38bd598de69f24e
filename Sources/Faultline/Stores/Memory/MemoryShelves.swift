// What a memory store keeps: rows by entity and key, and the members of relationships.

/// A row that only a memory store has.
///
/// Unchecked: it is a copy, and never changes.
struct ShelvedRow: @unchecked Sendable {
  let row: Row
}

/// The rows and relationships of a memory store.
struct MemoryShelves: Sendable {
  private(set) var statistics = StoreStatistics()
  /// By entity; keys are handed out in turn, so a row lies at its key.
  private var rows: [ContiguousArray<ShelvedRow?>]
  /// The entity at the root of each entity's tree: its keys serve them all.
  private let roots: [Int]
  private var lastKeys: [Int64]
  private var relations = MemoryRelations()
  private var uniqueness: MemoryUniqueness

  init(_ model: ManagedObjectModel) {
    rows = model.entities.map { _ in [] }
    lastKeys = model.entities.map { _ in 0 }
    uniqueness = MemoryUniqueness(model)
    roots = model.entities.map { entity in
      var root = entity
      while let parent = root.superentity { root = parent }
      return root.index
    }
  }

  /// The same rows in lists of their own, as if none of them had been written yet.
  func copy() -> MemoryShelves {
    var copy = self
    copy.statistics = StoreStatistics()
    // Written now, so that the first change pays for no copy that it did not make.
    copy.rows = rows.map { ContiguousArray($0.map { $0 }) }
    return copy
  }

  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: rows, .store)
    visitor.show(elementsOf: roots, .store)
    visitor.show(elementsOf: lastKeys, .store)
    for shelf in rows {
      visitor.show(elementsOf: shelf, .store)
      for shelved in shelf { visitor.show(shelved?.row, .store) }
    }
    relations.showBlocks(to: visitor)
    uniqueness.showBlocks(to: visitor)
  }

  func rows(of entity: EntityDescription) -> ContiguousArray<ShelvedRow?> { rows[entity.index] }

  func row(_ key: Int64, of entity: EntityDescription) -> ShelvedRow? {
    let shelf = rows[entity.index]
    return key > 0 && key < shelf.count ? shelf[Int(key)] : nil
  }

  mutating func reserveKeys(_ count: Int, for entity: EntityDescription) -> Int64 {
    let root = roots[entity.index]
    // In a file this is a transaction of its own.
    statistics.transactions += 1
    let first = lastKeys[root] + 1
    lastKeys[root] += Int64(count)
    return first
  }

  /// Counts rows that are handed up.
  mutating func countRows(_ count: Int) { statistics.rowsRead += count }

  mutating func members(
    of tie: EntityLayout.Tie, owner: ForeignKey, _ model: ManagedObjectModel
  ) -> [ForeignKey] {
    if let inverse = tie.toOneInverse, !relations.knows(inverse),
      let destination = tie.relationship.destinationEntity
    {
      relations.learn(inverse)
      for entity in model.family(of: destination) {
        for case let shelved? in rows[entity.index] { relations.enter(shelved.row, nil, entity) }
      }
    }
    return relations.members(of: tie, owner: owner)
  }

  /// The rows that are not as a change set expects them.
  func conflicts(with changes: ChangeSet) -> [(entity: EntityDescription, key: Int64)] {
    var found: [(entity: EntityDescription, key: Int64)] = []
    for change in changes.updates {
      let values = change.values
      if row(values.key, of: change.entity)?.row.version != values.version - 1 {
        found.append((change.entity, values.key))
      }
    }
    for deletion in changes.deletes {
      // Deleting what was already deleted elsewhere is no conflict.
      guard let current = row(deletion.key, of: deletion.entity)?.row else { continue }
      if current.version != deletion.version { found.append((deletion.entity, deletion.key)) }
    }
    for check in changes.checks
    where row(check.key, of: check.entity)?.row.version != check.version {
      found.append((check.entity, check.key))
    }
    return found
  }

  /// The rows of a change set whose values others have.
  func collisions(with changes: ChangeSet, _ model: ManagedObjectModel) -> [StoreCollision] {
    uniqueness.collisions(with: changes, model) { row($1, of: $0)?.row }
  }

  mutating func write(_ changes: ChangeSet) {
    statistics.transactions += 1
    changes.forEach { put($0.values.row($0.entity.layout), $0.entity) }
    for deletion in changes.deletes { take(deletion.key, deletion.entity) }
    let shelves = rows
    for link in changes.links {
      relations.change(link) { member in
        let shelf = shelves[member.entity]
        return shelf.indices.contains(Int(member.key)) && shelf[Int(member.key)] != nil
      }
    }
    for order in changes.orders { relations.order(order) }
  }

  /// Counts a batch that the store carries out by itself, with the rows whose keys it hands up.
  mutating func countBatch(handingUp rows: Int) {
    statistics.transactions += 1
    statistics.rowsRead += rows
  }

  /// Takes a row in, new or in the place of a former one.
  mutating func put(_ row: Row, _ entity: EntityDescription) {
    let place = Int(row.key)
    let missing = place + 1 - rows[entity.index].count
    if missing > 0 { rows[entity.index].append(contentsOf: repeatElement(nil, count: missing)) }
    relations.enter(row, rows[entity.index][place]?.row, entity)
    uniqueness.enter(row, rows[entity.index][place]?.row, entity)
    rows[entity.index][place] = ShelvedRow(row: row)
  }

  /// Removes a row, and what relationships know of it.
  mutating func take(_ key: Int64, _ entity: EntityDescription) {
    guard let former = row(key, of: entity)?.row else { return }
    relations.enter(nil, former, entity)
    uniqueness.enter(nil, former, entity)
    relations.forget(ForeignKey(entity: entity.index, key: key))
    rows[entity.index][Int(key)] = nil
  }
}
