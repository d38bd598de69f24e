// Rows go by statements, and what their delete rules say of other rows is done by statements too.

internal import Faultline

/// The removal of the chosen rows, in a transaction that is open.
struct BatchDeletion {
  private let keys: BatchKeys
  private let schema: PhysicalSchema
  private let connection: Connection
  private let files: ExternalFiles
  private let followsRules: Bool
  /// The trees of which there are chosen rows.
  private var roots: Set<Int> = []

  init(
    _ keys: BatchKeys, _ schema: PhysicalSchema, _ connection: Connection, _ files: ExternalFiles,
    followsRules: Bool
  ) {
    self.followsRules = followsRules
    self.keys = keys
    self.schema = schema
    self.connection = connection
    self.files = files
  }

  /// A relationship of rows that go, as the entity that declares it has it.
  private struct Way {
    let tie: EntityLayout.Tie
    let plan: PhysicalSchema.EntityPlan
    /// The table at the other end.
    let other: PhysicalSchema.EntityPlan
    let place: PhysicalSchema.CollectionPlace?

    var rule: DeleteRule { tie.relationship.deleteRule }

    /// A statement that names the keys at the other ends of some rows.
    func ends(of owners: String) -> String? {
      if let slot = tie.slot {
        return plan.places[slot].map {
          "SELECT \($0.column) FROM \(plan.table) WHERE Z_PK IN \(owners) AND \($0.column) IS NOT NULL"
        }
      }
      return place.map {
        "SELECT \($0.memberColumn) FROM \($0.table) WHERE \($0.ownerColumn) IN \(owners)"
      }
    }
  }

  /// Chooses the rows that go with those that a request is about.
  mutating func choose(from target: StoreBatch.Target) throws(GraphError) {
    switch target {
    case .query(let query):
      roots = Set(query.entities.prefix(1).map { schema.plans[$0.index].root })
    case .keys(let keys): roots = Set(keys.map { schema.plans[$0.entity].root })
    }
    if followsRules { try cascade() }
  }

  /// Removes what was chosen; says how many rows went, and how many others were changed for it.
  func run() throws(GraphError) -> (gone: Int, changed: Int) {
    let ways = self.ways
    let nullifying = ways.filter { followsRules && $0.rule == .nullify }
    for way in nullifying { try touch(way) }
    try keys.keepOnlyOthers()
    try abandonData()
    for way in nullifying { try emptyReference(back: way) }
    for way in ways { try forget(way) }
    var (gone, changed) = (0, 0)
    for plan in trees {
      changed += try keys.run(
        "UPDATE \(plan.table) SET Z_OPT = Z_OPT + 1 WHERE Z_PK IN \(BatchKeys.touched(of: plan.root))"
      )
      guard roots.contains(plan.root) else { continue }
      gone += try keys.run(
        "DELETE FROM \(plan.table) WHERE Z_PK IN \(BatchKeys.chosen(of: plan.root))")
    }
    return (gone, changed)
  }

  /// Chooses what the rules delete along, round by round, until there is no more.
  private mutating func cascade() throws(GraphError) {
    var round = 0
    var found = true
    while found {
      found = false
      for way in ways where way.rule == .cascade {
        let owners = BatchKeys.chosen(of: way.plan.root, in: round)
        guard let ends = way.ends(of: owners) else { continue }
        guard try keys.choose(way.other, among: ends, round: round + 1) > 0 else { continue }
        roots.insert(way.other.root)
        found = true
      }
      round += 1
    }
  }

  // MARK: - The other ends

  /// Notes the rows that lose an object: each gets a new version, as with a save.
  private func touch(_ way: Way) throws(GraphError) {
    guard way.tie.relationship.inverseRelationship != nil,
      let ends = way.ends(of: BatchKeys.chosen(of: way.plan.root))
    else { return }
    try keys.touch(way.other, among: ends)
  }

  /// Empties the columns that lead back to rows that go.
  private func emptyReference(back way: Way) throws(GraphError) {
    guard let inverse = way.tie.relationship.inverseRelationship, !inverse.isToMany,
      let destination = way.tie.relationship.destinationEntity,
      case .relationship(let tie) = destination.layout.property(named: inverse.name),
      let slot = destination.layout.ties[tie].slot, let back = way.other.places[slot]
    else { return }
    let columns = [back.column] + (back.entityColumn.map { [$0] } ?? [])
    let empty = columns.map { "\($0) = NULL" }.joined(separator: ", ")
    let owners = BatchKeys.chosen(of: way.plan.root)
    if way.tie.isToMany {
      _ = try keys.run("UPDATE \(way.other.table) SET \(empty) WHERE \(back.column) IN \(owners)")
    } else if let ends = way.ends(of: owners) {
      _ = try keys.run("UPDATE \(way.other.table) SET \(empty) WHERE Z_PK IN (\(ends))")
    }
  }

  /// Takes owners that go out of what no row contains.
  private func forget(_ way: Way) throws(GraphError) {
    guard let place = way.place else { return }
    let owners = BatchKeys.chosen(of: way.plan.root)
    switch place.kind {
    case .inverse: return
    case .bare:
      _ = try keys.run(
        "UPDATE \(place.table) SET \(place.ownerColumn) = NULL WHERE \(place.ownerColumn) IN \(owners)"
      )
    case .join(let isReflexive):
      let other = isReflexive ? " OR \(place.memberColumn) IN \(owners)" : ""
      _ = try keys.run(
        "DELETE FROM \(place.table) WHERE \(place.ownerColumn) IN \(owners)\(other)")
    }
  }

  /// Notes the files of rows that go.
  private func abandonData() throws(GraphError) {
    for plan in schema.numberedPlans where plan.isKept && roots.contains(plan.root) {
      let columns = RowShape(plan).externalFields.map(\.column)
      guard !columns.isEmpty else { continue }
      let own = plan.sharesTable ? " AND Z_ENT = \(plan.number)" : ""
      let statement = try connection.prepare(
        "SELECT \(columns.joined(separator: ", ")) FROM \(plan.table) "
          + "WHERE Z_PK IN \(BatchKeys.chosen(of: plan.root))\(own)")
      while try statement.step() {
        for place in columns.indices { files.abandon(statement.bytes(Int32(place))) }
      }
    }
  }

  // MARK: - The model

  /// One plan for each tree.
  private var trees: [PhysicalSchema.EntityPlan] {
    schema.numberedPlans.filter { $0.isKept && $0.root == $0.number }
  }

  /// The relationships of all trees of which rows go.
  private var ways: [Way] {
    schema.numberedPlans.filter { $0.isKept && roots.contains($0.root) }.flatMap { plan in
      let inherited = plan.entity.superentity?.layout.ties.count ?? 0
      return plan.entity.layout.ties.dropFirst(inherited).compactMap { tie -> Way? in
        guard let destination = tie.relationship.destinationEntity else { return nil }
        let other = schema.plans[destination.index]
        let place = schema.collections[ObjectIdentifier(tie.relationship)]
        return other.isKept ? Way(tie: tie, plan: plan, other: other, place: place) : nil
      }
    }
  }
}
