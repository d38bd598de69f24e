// The objects of a pass that is played with numbers only: how many there are, and how many each variable holds.

import Faultline

/// Counts of objects as they will be when a step plays, under the values that parameters have.
struct EstimatedObjects {
  private let model: ManagedObjectModel
  /// How many there are of each entity, by the entity's index in the model.
  var byEntity: [Int]
  /// How many each variable holds, by its number; nil where it holds none.
  private var byVariable: [Int?] = []

  /// No objects.
  init(of model: ManagedObjectModel) {
    self.model = model
    byEntity = Array(repeating: 0, count: model.entities.count)
  }

  /// How many there are.
  var count: Int { byEntity.reduce(0) { $0.adding($1) } }

  /// How many there are of an entity and of those that inherit from it.
  func count(of entity: EntityDescription) -> Int {
    model.family(of: entity).reduce(0) { $0.adding(byEntity[$1.index]) }
  }

  /// New objects of an entity.
  mutating func insert(_ count: Int, of entity: EntityDescription) {
    byEntity[entity.index] = byEntity[entity.index].adding(count)
  }

  /// How many a variable holds; a mistake where it holds none.
  func count(in variable: Variable) throws(Diagnostic) -> Int {
    if byVariable.indices.contains(variable.slot), let count = byVariable[variable.slot] {
      return count
    }
    throw variable.node.diagnostic(
      "\(variable.name.inQuotes) holds no objects here",
      notes: ["it was released, or the step that gives it is not played in this variant"])
  }

  /// A variable holds so many from now on.
  mutating func give(_ slot: Int, _ count: Int) {
    while byVariable.count <= slot { byVariable.append(nil) }
    byVariable[slot] = count
  }

  /// A variable is released.
  mutating func release(_ slot: Int) {
    if byVariable.indices.contains(slot) { byVariable[slot] = nil }
  }

  /// Every variable is released.
  mutating func releaseAll() { byVariable = [] }
}

// MARK: - What steps do with them

extension CostEstimate {
  /// What the store holds before the first step.
  mutating func add(_ data: InitialData) {
    for rows in data.rows { objects.insert(rows.count, of: rows.entity) }
  }

  /// New objects, which a variable may hold.
  mutating func insert(
    _ count: Int, of entity: EntityDescription, into variable: Variable?
  ) throws(Diagnostic) {
    try add(count)
    objects.insert(count, of: entity)
    if let variable { give(variable, count) }
  }

  /// Objects that a store or the context has; `most` is 0 for all.
  mutating func fetch(
    _ entity: EntityDescription, from offset: Int = 0, atMost most: Int = 0,
    into variable: Variable? = nil
  ) throws(Diagnostic) {
    let count = min(max(0, objects.count(of: entity) - offset), most == 0 ? .max : most)
    try add(count)
    if let variable { give(variable, count) }
  }

  /// The objects of a variable are handled; how many they are.
  ///
  /// What a step may do about objects of another context goes into the message.
  mutating func handle(
    _ variable: Variable, _ remedy: String? = nil, times: Int = 1
  ) throws(Diagnostic) -> Int {
    let count = try objects.count(in: variable)
    try contexts.check(variable, remedy)
    try add(count.times(times))
    return count
  }

  /// The objects of a variable are handled, of whatever context; which that is.
  mutating func handleAnyones(
    _ variable: Variable
  ) throws(Diagnostic) -> EstimatedContexts.Entry {
    try add(try objects.count(in: variable))
    return try contexts.owner(of: variable)
  }

  /// The objects of a variable are handed to another context by their IDs, and get a variable there.
  mutating func pass(
    _ variable: Variable, to entry: EstimatedContexts.Entry, into copies: Variable
  ) throws(Diagnostic) {
    let count = try objects.count(in: variable)
    _ = try contexts.owner(of: variable)
    try add(count)
    objects.give(copies.slot, count)
    contexts.assign(copies.slot, to: entry)
  }

  /// Every object is handled.
  mutating func handleAll() throws(Diagnostic) { try add(objects.count) }

  /// A variable holds that many objects of the current context from now on.
  mutating func give(_ variable: Variable, _ count: Int) {
    objects.give(variable.slot, count)
    contexts.assign(variable.slot)
  }
}

extension Int {
  /// The sum, or the greatest number where it does not fit.
  func adding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The product, or the greatest number where it does not fit.
  func times(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
