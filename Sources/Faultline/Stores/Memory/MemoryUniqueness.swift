// Which rows have the values that must be unique in a memory store.

/// The rows by the values that no other may have.
struct MemoryUniqueness: Sendable {
  /// The constraints of each entity, by its position in the model.
  private let constraints: [[Uniqueness]]
  private var holders: [UniqueValues: ForeignKey] = [:]

  init(_ model: ManagedObjectModel) { constraints = Uniqueness.byEntity(model) }

  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: constraints, .store)
    for list in constraints {
      visitor.show(elementsOf: list, .store)
      for constraint in list { constraint.showBlocks(to: visitor) }
    }
    visitor.show(elementsOf: holders, .store)
    for values in holders.keys { visitor.show(elementsOf: values.bytes, .store) }
  }

  /// Keeps the list true for a row that comes, takes a former one's place, or goes.
  ///
  /// In one change set a value may come to its new row before it leaves the old one.
  mutating func enter(_ row: Row?, _ former: Row?, _ entity: EntityDescription) {
    for constraint in constraints[entity.index] {
      if let former, let values = constraint.values(of: RowValues(former), entity.layout),
        holders[values] == ForeignKey(entity: entity.index, key: former.key)
      {
        holders[values] = nil
      }
      if let row, let values = constraint.values(of: RowValues(row), entity.layout) {
        holders[values] = ForeignKey(entity: entity.index, key: row.key)
      }
    }
  }

  /// The rows of a change set whose values others have: each is compared with those before it, and with the rows
  /// that neither go nor change their values.
  func collisions(
    with changes: ChangeSet, _ model: ManagedObjectModel,
    former: (EntityDescription, Int64) -> Row?
  ) -> [StoreCollision] {
    guard constraints.contains(where: { !$0.isEmpty }) else { return [] }
    var search = Search(holders: holders, model: model)
    for deletion in changes.deletes {
      for constraint in constraints[deletion.entity.index] {
        search.free(constraint, former(deletion.entity, deletion.key), deletion.entity)
      }
    }
    for change in changes.updates {
      for constraint in constraints[change.entity.index]
      where constraint.isTouched(by: change.changed) {
        search.free(constraint, former(change.entity, change.values.key), change.entity)
      }
    }
    for change in changes.updates {
      search.take(
        change, constraints[change.entity.index].filter { $0.isTouched(by: change.changed) })
    }
    for change in changes.inserts { search.take(change, constraints[change.entity.index]) }
    return search.collisions
  }

  /// Which row would have which values, change by change.
  private struct Search {
    let holders: [UniqueValues: ForeignKey]
    let model: ManagedObjectModel
    var freed: Set<UniqueValues> = []
    var taken: [UniqueValues: ForeignKey] = [:]
    var collisions: [StoreCollision] = []

    mutating func free(_ constraint: Uniqueness, _ row: Row?, _ entity: EntityDescription) {
      guard let values = row.flatMap({ constraint.values(of: RowValues($0), entity.layout) }) else {
        return
      }
      freed.insert(values)
    }

    mutating func take(_ change: ChangeSet.Change, _ constraints: [Uniqueness]) {
      let (entity, row) = (change.entity, change.values)
      let own = ForeignKey(entity: entity.index, key: row.key)
      var wanted: [UniqueValues] = []
      for constraint in constraints {
        guard let values = constraint.values(of: row, entity.layout) else { continue }
        wanted.append(values)
        let holder = taken[values] ?? (freed.contains(values) ? nil : holders[values])
        guard let holder, holder != own else { continue }
        collisions.append(
          StoreCollision(
            entity: entity, key: row.key, keys: constraint.keys,
            holder: (model.entities[holder.entity], holder.key)))
        return
      }
      for values in wanted { taken[values] = own }
    }
  }
}
