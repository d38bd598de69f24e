// What an estimate of costs knows of contexts and of the objects in them.

import Faultline

/// Contexts as they will be when a step plays, under the values that parameters have.
struct EstimatedContexts {
  /// A context that is open.
  struct Entry {
    let name: String
    /// The number of its name.
    fileprivate let slot: Int
    /// Distinguishes it from others that had the name.
    let number: Int
    let queue: QueueSetting
    /// Whether fresh contexts take its place by themselves.
    let isRenewed: Bool
    /// Whether it has one object for each record.
    let uniquesObjects: Bool
  }

  /// What contexts start from that steps open.
  let inherited: ContextSettings
  private var open: [Entry]
  /// The contexts of the steps around, the innermost last.
  private var around: [Entry]
  private var openings = 0
  /// The context of the objects of each variable, by the variable's number.
  private var owners: [Int: Entry] = [:]
  /// Whether blocks at the same time play on threads of their own.
  let hasThreads: Bool
  /// The contexts that play on other threads than the steps do now.
  private var elsewhere: Set<Int> = []

  init(_ main: ContextSettings, _ names: Names) {
    hasThreads = main.threads
    open = [
      Entry(
        name: SessionContext.main, slot: 0, number: 0, queue: main.sharing.queue ?? .confinement,
        isRenewed: main.routine.renewsContext(in: names), uniquesObjects: main.rules.uniquesObjects)
    ]
    inherited = main.inherited
    around = open
  }

  /// The context that steps play in.
  private var current: Entry { around[around.count - 1] }

  /// The open context that a step names; the one that steps play in, where it names none.
  @discardableResult
  func context(_ reference: ContextReference?) throws(Diagnostic) -> Entry {
    guard let reference else { return current }
    guard let entry = open.last(where: { $0.slot == reference.slot }) else {
      throw reference.node.diagnostic(
        "no context \(reference.name.inQuotes) is open here",
        notes: ["it was closed, or the step that opens it is not played in this variant"])
    }
    if !elsewhere.isEmpty, entry.queue != .private {
      throw belongsToOneThread(entry, reference.node)
    }
    return entry
  }

  /// Opens a context; one of that name that is open is let go.
  mutating func open(
    _ reference: ContextReference, queue: QueueSetting, isRenewed: Bool, uniquesObjects: Bool
  ) throws(Diagnostic) {
    if open.contains(where: { $0.slot == reference.slot }) { try close(reference) }
    openings += 1
    open.append(
      Entry(
        name: reference.name, slot: reference.slot, number: openings, queue: queue,
        isRenewed: isRenewed,
        uniquesObjects: uniquesObjects))
  }

  /// Closes a context, which must not be one that steps around play in.
  mutating func close(_ reference: ContextReference) throws(Diagnostic) {
    let entry = try context(reference)
    guard entry.number != 0 else {
      throw reference.node.diagnostic(
        "\(entry.name.inQuotes) is the scenario's own context and goes when everything does",
        notes: ["every run has a checkpoint 'end' behind that"])
    }
    guard !around.contains(where: { $0.number == entry.number }) else {
      throw reference.node.diagnostic(
        "this step stands among those that play in \(entry.name.inQuotes), which cannot go meanwhile",
        notes: ["put it behind the step 'in'"])
    }
    open.removeAll { $0.number == entry.number }
  }

  /// Enters a context; the step leaves it again.
  mutating func enter(_ reference: ContextReference) throws(Diagnostic) {
    let entry = try context(reference)
    guard !elsewhere.contains(entry.number) else {
      throw reference.node.diagnostic(
        "the context \(entry.name.inQuotes) plays on another thread at the same time",
        notes: ["steps in it belong into its own block"])
    }
    around.append(entry)
  }

  mutating func leave() { around.removeLast() }

  /// Enters the context of a block that plays on a thread of its own while these others play on theirs.
  mutating func enter(
    _ reference: ContextReference, besides others: [ContextReference]
  ) throws(Diagnostic) {
    let entry = try context(reference)
    guard entry.queue == .private else { throw belongsToOneThread(entry, reference.node) }
    if let main = open.first(where: { $0.queue == .main }) {
      throw reference.node.diagnostic(
        "with 'threads: true' the main thread waits here, and the context \(main.name.inQuotes) can do nothing",
        notes: ["'queue: private' lets it work on any thread"])
    }
    around.append(entry)
    for other in others {
      let number = try context(other).number
      if number != entry.number { elsewhere.insert(number) }
    }
    // Alone it has no other beside it, but plays on a thread of its own all the same.
    if elsewhere.isEmpty { elsewhere = [-1] }
  }

  /// Leaves such a block.
  mutating func leaveThread() {
    leave()
    elsewhere = []
  }

  /// Whether the steps play on a thread of their own.
  var isOnThread: Bool { !elsewhere.isEmpty }

  private func belongsToOneThread(_ entry: Entry, _ node: Node) -> Diagnostic {
    node.diagnostic(
      "the context \(entry.name.inQuotes) belongs to the trial's thread, and with 'threads: true' each context here "
        + "plays on its own",
      notes: ["'queue: private' lets it work on any thread"])
  }

  /// A variable is given to objects of the context that steps play in, or of another one.
  mutating func assign(_ slot: Int, to entry: Entry? = nil) { owners[slot] = entry ?? current }

  /// The context whose objects a variable holds, which must be open.
  func owner(of variable: Variable) throws(Diagnostic) -> Entry {
    let owner = owners[variable.slot] ?? current
    guard open.contains(where: { $0.number == owner.number }) else {
      throw variable.node.diagnostic(
        "the objects \(variable.name.inQuotes) belong to a context \(owner.name.inQuotes) that was let go",
        notes: ["the name holds them still, and can be released"])
    }
    guard !elsewhere.contains(owner.number) else {
      throw variable.node.diagnostic(
        "the objects \(variable.name.inQuotes) belong to the context \(owner.name.inQuotes), which plays on another "
          + "thread at the same time",
        notes: ["pass their IDs before or after 'concurrently' (P7)"])
    }
    return owner
  }

  /// Whether the engine may refuse the use of a context's objects where steps play now.
  func refusesUse(of owner: Entry) -> Bool {
    // Whether a fresh one took the context's place is not known before.
    owner.isRenewed
      || (owner.queue == .private && !around.contains { $0.number == owner.number })
  }

  /// Refuses the objects of another context (P7); a step may know what else to do.
  func check(_ variable: Variable, _ remedy: String? = nil) throws(Diagnostic) {
    let owner = try owner(of: variable)
    guard owner.number != current.number else { return }
    throw variable.node.diagnostic(
      "the objects \(variable.name.inQuotes) belong to the context \(owner.name.inQuotes), and this step plays in "
        + current.name.inQuotes,
      notes: ["objects never cross contexts, their IDs do (P7)"] + (remedy.map { [$0] } ?? []))
  }
}

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
