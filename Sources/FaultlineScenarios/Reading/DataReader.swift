// The key `data` of a scenario: what its stores hold before anything is measured.

import Faultline

/// What is written under `data`, until the model is asked.
struct DataText: Sendable {
  private struct Rows: Sendable {
    let entity: Node
    let count: Node
    let set: Node?
  }

  private var rows: [Rows] = []
  var seed: UInt64?
  /// Distinguishes one text from another.
  var fingerprint = ""

  static let seedKey = Key(
    "seed", .integer(0...Int.max),
    "Where its random numbers start; the scenario's seed if left out.")
  static let rowKeys = [
    Key("count", .formula, required: true, "How many rows."),
    Key(
      "set", .names(.either([.text, .table(PickedMembers.keys)])),
      "Values by attribute or to-one relationship, each a value, a formula or a generator; for a many-to-many "
        + "relationship {pick: Tag, count: 'random(0, 5)'}."),
  ]

  init() {}

  /// Reads `{seed: 42, Department: {count: 20}, Employee: {count: rows, set: {name: text(9)}}}`.
  init(_ node: Node) throws(Diagnostic) {
    fingerprint = node.fingerprint
    for entry in try node.entries() {
      if entry.name == Self.seedKey.name {
        seed = UInt64(try entry.value.integer(in: 0...Int.max))
        continue
      }
      let fields = try Fields(
        entry.value, of: "the data of '\(entry.name)'", keys: Self.rowKeys)
      rows.append(
        Rows(
          entity: entry.key, count: try fields.required("count"), set: fields.optional("set")))
    }
  }

  /// Resolves it in the scope of a plan, under the parameters of one cell.
  func resolve(in scope: inout PlanScope, atMost limits: PassLimits) throws(Diagnostic) {
    // Keys are numbered from 1 on, so that the last one has to be a number as well.
    let limit = min(limits.operations, 1 << 53)
    var nextKeys: [String: Int64] = [:]
    for rows in rows {
      let entity = try scope.concreteEntity(rows.entity)
      let formula = try scope.formula(rows.count)
      var estimate = CostEstimate(scope.model, scope.names, limits: limits)
      let count = try estimate.count(formula)
      guard count <= limit - scope.data.count else {
        throw formula.diagnostic(
          FormulaError(.overflow, "this is more than \(CostEstimate.grouped(limit)) rows in all"),
          notes: CostEstimate.notes(allowingMoreThan: limit))
      }
      var root = entity
      while let parent = root.superentity { root = parent }
      let first = nextKeys[root.name] ?? 1
      nextKeys[root.name] = first + Int64(count)
      // All rows are known before any value picks among them.
      scope.data.rows.append(InitialData.Rows(entity: entity, count: count, firstKey: first))
    }
    var estimate = CostEstimate(scope.model, scope.names, limits: limits)
    for (index, rows) in rows.enumerated() {
      let entity = scope.data.rows[index].entity
      let assignments = try Assignments(rows.set, of: entity, in: &scope, isLoaded: true)
      if scope.data.rows[index].count > 0 {
        try assignments.tryOut(in: scope.names)
        try estimate.addBytes(
          assignments.bytes(in: scope.names).times(scope.data.rows[index].count))
        try Self.checkWhole(assignments, of: entity, at: rows.entity)
        try Self.addMembers(of: assignments, to: index, at: rows, in: &scope, atMost: limit)
      }
      scope.data.rows[index].assignments = assignments
    }
  }

  /// Counts the members that rows get, and refuses more of them than rows are allowed.
  private static func addMembers(
    of assignments: Assignments, to index: Int, at rows: Rows, in scope: inout PlanScope,
    atMost limit: Int
  ) throws(Diagnostic) {
    for membership in assignments.memberships {
      let count: Int
      do {
        count = try membership.estimate(scope.data.rows[index].count, in: scope.names)
      } catch {
        throw rows.entity.diagnostic(StepFailure(error).description)
      }
      scope.data.memberCount = scope.data.memberCount.adding(count)
    }
    guard scope.data.memberCount.adding(scope.data.count) <= limit else {
      throw (rows.set ?? rows.entity).diagnostic(
        "these relationships have about \(CostEstimate.grouped(scope.data.memberCount)) members, which with the rows "
          + "are more than \(CostEstimate.grouped(limit))",
        notes: CostEstimate.notes(allowingMoreThan: limit))
    }
  }

  /// A row without a value that it must have could never have been saved.
  private static func checkWhole(
    _ assignments: Assignments, of entity: EntityDescription, at node: Node
  ) throws(Diagnostic) {
    let filled =
      assignments.columns.map(\.slot)
      + assignments.references.compactMap { entity.layout.ties[$0.tie].slot }
    guard let missing = entity.layout.slotsToFill.first(where: { !filled.contains($0) }) else {
      return
    }
    throw node.diagnostic(
      "'\(entity.name).\(entity.layout.slots[missing].name)' must have a value, and 'set' gives none"
    )
  }
}

/// The rows that are loaded, entity by entity, each under the keys that follow on the last.
package struct InitialData: Sendable {
  /// Rows of one entity.
  struct Rows: Sendable {
    let entity: EntityDescription
    let count: Int
    let firstKey: Int64
    var assignments = Assignments()
  }

  /// Where the rows of one entity lie.
  struct Range: Sendable {
    /// The index of the entity in its model.
    let entity: Int
    let first: Int64
    let count: Int
  }

  var rows: [Rows] = []
  /// About how many members many-to-many relationships have.
  var memberCount = 0

  var isEmpty: Bool { rows.allSatisfy { $0.count == 0 } }

  /// How many rows there are.
  var count: Int { rows.reduce(0) { $0 + $1.count } }

  /// Where the rows of an entity and of those that inherit from it lie.
  func ranges(of entity: EntityDescription, in model: ManagedObjectModel) -> [Range] {
    rows.filter { $0.count > 0 && $0.entity.isKindOf(entity: entity) }.map { rows in
      Range(entity: rows.entity.index, first: rows.firstKey, count: rows.count)
    }
  }
}
