// The key `data` of a scenario: what its stores hold before anything is measured.

import Faultline

/// What is written under `data`, until the model is asked.
struct DataText: Sendable {
  struct Lot: Sendable {
    let entity: Node
    let count: Formula
    let set: Node?
  }

  var lots: [Lot] = []
  var seed: UInt64?
  /// Tells one text from another.
  var fingerprint = ""

  static let seedKey = Key(
    "seed", .integer(0...Int.max),
    "Where its random numbers start; the scenario's seed if left out.")
  static let lotKeys = [
    Key("count", .formula, required: true, "How many rows."),
    Key(
      "set", .values,
      "Values by attribute or to-one relationship."),
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
        entry.value, of: "the data of '\(entry.name)'", keys: Self.lotKeys)
      lots.append(
        Lot(
          entity: entry.key, count: try Formula(fields.required("count")),
          set: fields.optional("set")))
    }
  }

  /// Compiles it for a model, under the parameters of one cell.
  func stock(_ rehearsal: inout Rehearsal, atMost limit: Int) throws(Diagnostic) -> Stock {
    var nextKeys: [String: Int64] = [:]
    for lot in lots {
      let entity = try rehearsal.entity(lot.entity)
      guard !entity.isAbstract else {
        throw lot.entity.diagnostic(
          "\(entity.name.inQuotes) is abstract and has no objects of its own")
      }
      try rehearsal.check(lot.count)
      var work = Workload(rehearsal.model, rehearsal.names, limit: limit)
      let count = try work.count(lot.count)
      guard count <= limit - rehearsal.stock.rows else {
        throw lot.count.diagnostic(
          FormulaError(.overflow, "this is more than \(limit) rows in all"),
          notes: ["'limits: {operations: …}' in the scenario allows more"])
      }
      var root = entity
      while let parent = root.superentity { root = parent }
      let first = nextKeys[root.name] ?? 1
      nextKeys[root.name] = first + Int64(count)
      // All lots are known before any recipe picks among them.
      rehearsal.stock.lots.append(
        Stock.Lot(entity: entity, count: count, firstKey: first, recipes: Recipes(lot.set)))
    }
    for (index, lot) in lots.enumerated() {
      let entity = rehearsal.stock.lots[index].entity
      var recipes = Recipes(lot.set)
      try recipes.check(entity, &rehearsal, isLoaded: true)
      if rehearsal.stock.lots[index].count > 0 {
        try recipes.weigh(Workload(rehearsal.model, rehearsal.names, limit: limit))
        try complete(recipes, entity, lot)
      }
      rehearsal.stock.lots[index].recipes = recipes
    }
    return rehearsal.stock
  }

  /// A row without a value that it must have could never have been saved.
  private func complete(
    _ recipes: Recipes, _ entity: EntityDescription, _ lot: Lot
  ) throws(Diagnostic) {
    let filled =
      recipes.columns.map(\.slot)
      + recipes.references.compactMap { entity.layout.ties[$0.tie].slot }
    guard let missing = entity.layout.slotsToFill.first(where: { !filled.contains($0) }) else {
      return
    }
    throw lot.entity.diagnostic(
      "'\(entity.name).\(entity.layout.slots[missing].name)' must have a value, and 'set' gives none"
    )
  }
}
