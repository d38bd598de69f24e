// A batch that a store in memory carries out by itself: one row takes the place of another, and no object is made.

/// One batch on the shelves of a memory store, as an SQLite store carries it out by statements.
///
/// What may fail is done before the first row is written, so a batch is done as a whole or not at all. It takes the keys
/// of the rows that it is about, and no second row of any of them.
struct MemoryBatch {
  private let batch: StoreBatch
  private let model: ManagedObjectModel
  /// The rows that the batch is about; where rows go, behind them those that go along.
  private var chosen: [ForeignKey] = []
  private var known: Set<ForeignKey> = []
  /// Others that were changed along: each has one new version.
  private var touched: Set<ForeignKey> = []

  init(_ batch: StoreBatch, _ model: ManagedObjectModel) {
    self.batch = batch
    self.model = model
  }

  /// Whether it has changed or removed a row.
  func hasWritten(_ key: ForeignKey) -> Bool { known.contains(key) || touched.contains(key) }

  /// Carries it out; nil, and nothing was done, where it takes objects.
  mutating func run(_ shelves: inout MemoryShelves) throws(GraphError) -> StoreBatch.Outcome? {
    try choose(from: &shelves)
    var outcome = StoreBatch.Outcome(count: chosen.count, rowsWritten: 0)
    switch batch.work {
    case .delete(let followsRules):
      if followsRules { cascade(&shelves) }
      delete(from: &shelves, followsRules: followsRules)
      outcome.count = chosen.count
      if batch.wantsKeys {
        outcome.deleted = chosen
        outcome.updated = touched.sorted { $0.bits < $1.bits }
      }
    case .update(let assignments):
      guard areFitting(assignments, &shelves) else { return nil }
      if batch.wantsKeys { outcome.updated = chosen }
      guard !assignments.isEmpty else { return outcome }
      try update(assignments, &shelves)
    }
    outcome.rowsWritten = chosen.count + touched.count
    if outcome.rowsWritten > 0 {
      shelves.countBatch(handingUp: outcome.updated.count + outcome.deleted.count)
    }
    return outcome
  }

  private func row(_ key: ForeignKey, _ shelves: MemoryShelves) -> Row? {
    shelves.row(key.key, of: model.entities[key.entity])?.row
  }

  // MARK: - The rows

  private mutating func choose(from shelves: inout MemoryShelves) throws(GraphError) {
    switch batch.target {
    case .keys(let keys):
      for key in keys where row(key, shelves) != nil { choose(key) }
    case .query(let query):
      let rows = FetchedRows(space: query.space, wantsValues: false) { _ in nil }
      try ShelfSearch(query, model).hand(&shelves, to: rows)
      rows.forEachRun { run, places in
        for place in places {
          choose(ForeignKey(entity: run.entity.index, key: rows.key(at: place)))
        }
      }
    }
  }

  private mutating func choose(_ key: ForeignKey) {
    if known.insert(key).inserted { chosen.append(key) }
  }

  /// The rows at the other end of a relationship that are there.
  private func ends(
    of owner: ForeignKey, _ tie: EntityLayout.Tie, _ shelves: inout MemoryShelves
  ) -> [ForeignKey] {
    let ends: [ForeignKey]
    if let slot = tie.slot {
      ends = row(owner, shelves)?.foreignKey(slot).map { [$0] } ?? []
    } else {
      ends = shelves.members(of: tie, owner: owner, model)
    }
    return ends.filter { row($0, shelves) != nil }
  }

  // MARK: - Removing

  /// Chooses what the rules delete along, round by round, until there is no more.
  private mutating func cascade(_ shelves: inout MemoryShelves) {
    var round = chosen[...]
    while !round.isEmpty {
      var next: Set<ForeignKey> = []
      for owner in round {
        for tie in model.entities[owner.entity].layout.ties
        where tie.relationship.deleteRule == .cascade {
          next.formUnion(ends(of: owner, tie, &shelves).filter { !known.contains($0) })
        }
      }
      let start = chosen.count
      for key in next.sorted(by: { $0.bits < $1.bits }) { choose(key) }
      round = chosen[start...]
    }
  }

  private mutating func delete(from shelves: inout MemoryShelves, followsRules: Bool) {
    for owner in chosen where followsRules {
      for tie in model.entities[owner.entity].layout.ties
      where tie.relationship.deleteRule == .nullify && tie.relationship.inverseRelationship != nil {
        for end in ends(of: owner, tie, &shelves) where !known.contains(end) {
          // An end that leads back has a place for it in its row, unless it leads to many.
          let layout = model.entities[end.entity].layout
          let back = tie.inverse.flatMap { layout.ties[$0].slot }
          touch(end, back.map { [$0: .none] } ?? [:], &shelves)
        }
      }
    }
    for key in chosen { shelves.take(key.key, model.entities[key.entity]) }
  }

  // MARK: - Updating

  /// Whether the destinations are there, and no row gets a value that the attribute cannot hold.
  private func areFitting(_ assignments: BatchAssignments, _ shelves: inout MemoryShelves) -> Bool {
    for case let (_, destination?) in assignments.references
    where row(destination, shelves) == nil { return false }
    for (_, term, form) in assignments.computed {
      for key in chosen {
        guard let value = try? values([(0, term, form)], of: key, &shelves)[0],
          form.newValue(value) != nil
        else { return false }
      }
    }
    return true
  }

  private mutating func update(
    _ assignments: BatchAssignments, _ shelves: inout MemoryShelves
  ) throws(GraphError) {
    for key in chosen {
      guard let former = row(key, shelves) else { continue }
      for (tie, destination) in assignments.references {
        guard tie.relationship.inverseRelationship != nil, let slot = tie.slot else { continue }
        let left = former.foreignKey(slot)
        guard left != destination else { continue }
        for other in [left, destination].compactMap(\.self) where !known.contains(other) {
          touch(other, [:], &shelves)
        }
      }
      var changes: [Int: Row.NewValue] = [:]
      for slot in assignments.slots {
        changes[slot] = .same(as: assignments.constants, assignments.entity.layout)
      }
      let scalars = try values(assignments.computed, of: key, &shelves)
      for (scalar, (slot, _, form)) in zip(scalars, assignments.computed) {
        changes[slot] = form.newValue(scalar) ?? Row.NewValue.none
      }
      let entity = model.entities[key.entity]
      shelves.put(former.next(entity.layout, version: former.version + 1, changes), entity)
    }
  }

  private func values(
    _ computed: [(slot: Int, term: BoundTerm, form: BatchAssignments.Form)], of key: ForeignKey,
    _ shelves: inout MemoryShelves
  ) throws(GraphError) -> [Scalar] {
    guard !computed.isEmpty, let row = row(key, shelves), let space = batch.space else { return [] }
    let object = ShelfSource.Object(entity: model.entities[key.entity], row: row)
    return try withUnsafeMutablePointer(to: &shelves) { shelves throws(GraphError) in
      var evaluation = QueryEvaluation(
        ShelfSource(shelves: shelves, model: model, space: space))
      var values: [Scalar] = []
      for (_, term, _) in computed { values.append(try evaluation.value(term, of: object)) }
      return values
    }
  }

  /// Gives a row at another end its new values, and one new version in all.
  private mutating func touch(
    _ key: ForeignKey, _ changes: [Int: Row.NewValue], _ shelves: inout MemoryShelves
  ) {
    guard let former = row(key, shelves) else { return }
    let isFirst = touched.insert(key).inserted
    guard isFirst || !changes.isEmpty else { return }
    let entity = model.entities[key.entity]
    shelves.put(
      former.next(entity.layout, version: former.version + (isFirst ? 1 : 0), changes), entity)
  }
}

extension StoreBatch {
  /// The keys of the store, where the batch asks for rows.
  fileprivate var space: KeySpace? {
    if case .query(let query) = target { query.space } else { nil }
  }
}

extension BatchAssignments.Form {
  /// A computed value as a row keeps it, a zero without a sign; nil where it cannot be kept.
  fileprivate func newValue(_ value: Scalar) -> Row.NewValue? {
    if value.isNone { return Row.NewValue.none }
    switch (self, value) {
    case (.real, _): return value.number.map { .word(($0 + 0).bitPattern) }
    case (.truth, _): return value.number.map { .word($0 == 0 ? 0 : 1) }
    case (.text, .text(let text)): return .text(text)
    case (.integer(let range), .integer(let number)):
      return range.contains(Int64(number)) ? .word(UInt64(bitPattern: Int64(number))) : nil
    default: return nil
    }
  }
}
