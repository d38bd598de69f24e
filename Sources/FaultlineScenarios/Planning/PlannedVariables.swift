// The variables of a script as they are known where a step stands: which exist, and what they hold.

import Faultline

/// What each variable is, by its number.
struct PlannedVariables: Sendable {
  /// What a variable stands for.
  private enum Content: Sendable {
    case objects(EntityDescription)
    /// Objects that are filled batch by batch while a step goes over them.
    case batches(EntityDescription)
    /// What listens, and holds no objects.
    case listener
    /// A place in the history of stores.
    case token
    /// Memory of the app's own.
    case payload

    var entity: EntityDescription? {
      switch self {
      case .objects(let entity), .batches(let entity): entity
      case .listener, .token, .payload: nil
      }
    }
  }

  private var table = NameTable()
  private var contents: [Content] = []
  /// Variables that other blocks give at the same time, so that no step can rely on them.
  private var hidden: Set<Int> = []
  /// The entity of the objects that each variable was given first.
  private var firstEntities: [Int: EntityDescription] = [:]
  /// The variables that were given objects of several entities, at one place or another.
  private var mixed: Set<Int> = []
  /// The variables under which containers grow: they hold objects of one entity wherever they are given.
  private var growing: Set<Int> = []

  /// Every name of a variable, by its number.
  var names: [String] { table.names }

  /// The numbers of the variables that hold objects.
  var holding: [Int] { contents.indices.filter { contents[$0].entity != nil } }

  /// The names of those, in the order in which they were first given.
  private var holdingNames: [String] { holding.map { table.names[$0] } }

  /// Gives a variable to objects of an entity.
  mutating func give(
    _ node: Node, _ entity: EntityDescription, inBatches: Bool = false
  ) throws(Diagnostic) -> Variable {
    let slot = try assign(node, inBatches ? .batches(entity) : .objects(entity))
    let first = firstEntities[slot] ?? entity
    firstEntities[slot] = first
    if first !== entity { mixed.insert(slot) }
    try checkGrowth(of: slot, node)
    return Variable(slot: slot, name: table.names[slot], entity: entity, node: node)
  }

  /// Gives a variable to a container that may have the name already, and then holds more.
  ///
  /// All that it ever holds is of one entity, whichever round of a loop comes first.
  mutating func giveMore(
    _ node: Node, _ entity: EntityDescription
  ) throws(Diagnostic) -> Variable {
    let given = try give(node, entity)
    growing.insert(given.slot)
    try checkGrowth(of: given.slot, node)
    return given
  }

  private func checkGrowth(of slot: Int, _ node: Node) throws(Diagnostic) {
    guard growing.contains(slot), mixed.contains(slot) else { return }
    throw node.diagnostic(
      "\(table.names[slot].inQuotes) grows with 'append', and objects of two entities are given to it",
      notes: ["give the objects of each entity a container with a name of its own"])
  }

  /// The same where a step may be without one.
  mutating func give(
    _ node: Node?, _ entity: EntityDescription, inBatches: Bool = false
  ) throws(Diagnostic) -> Variable? {
    guard let node else { return nil }
    let given: Variable = try give(node, entity, inBatches: inBatches)
    return given
  }

  /// Gives a variable to what listens, and returns its number.
  mutating func giveListener(_ node: Node) throws(Diagnostic) -> Int { try assign(node, .listener) }

  /// Gives a variable to a place in the history of stores, and returns its number.
  mutating func giveToken(_ node: Node) throws(Diagnostic) -> Int { try assign(node, .token) }

  /// Gives a variable to memory of the app's own, and returns its number.
  mutating func givePayload(_ node: Node) throws(Diagnostic) -> Int { try assign(node, .payload) }

  /// A token that a step before this one takes.
  func token(_ node: Node) throws(Diagnostic) -> TokenReference {
    let name = try node.identifier()
    let known = contents.indices.filter { if case .token = contents[$0] { true } else { false } }
    if let slot = known.first(where: { table.names[$0] == name }) {
      return TokenReference(slot: slot, name: name)
    }
    guard !known.isEmpty else {
      throw node.diagnostic(
        "no token is named \(name.inQuotes)", notes: ["the step 'history token' takes one"])
    }
    throw .unknown("token", name, at: node.range, known: known.map { table.names[$0] })
  }

  private mutating func assign(_ node: Node, _ content: Content) throws(Diagnostic) -> Int {
    let name = try node.identifier()
    guard name != Variables.all else {
      throw node.diagnostic("'\(name)' stands for every name; choose another one")
    }
    let slot = table.add(name)
    if slot == contents.count { contents.append(content) } else { contents[slot] = content }
    hidden.remove(slot)
    return slot
  }

  /// Hides variables that a block of steps has given from the blocks that are played at the same time.
  mutating func hide(_ slots: [Int]) { hidden.formUnion(slots) }

  /// From here on everything that was given is there.
  mutating func showAll() { hidden = [] }

  /// The number of a variable that can be released.
  func releasable(_ node: Node) throws(Diagnostic) -> Int {
    if let slot = table.slot(of: try node.identifier()) {
      switch contents[slot] {
      case .listener, .token, .payload: return slot
      case .objects, .batches: break
      }
    }
    return try objects(node, mayComeInBatches: true).slot
  }

  /// A variable whose objects were given before.
  func objects(_ node: Node, mayComeInBatches: Bool = false) throws(Diagnostic) -> Variable {
    let name = try node.identifier()
    let slot = table.slot(of: name)
    if let slot, !mayComeInBatches, case .batches = contents[slot] {
      throw node.diagnostic(
        "the objects \(name.inQuotes) come in batches, and only 'touch', 'walk', 'scroll' and 'recall' go over them",
        notes: ["a fetch without 'batch' holds all its objects"])
    }
    if let slot, hidden.contains(slot) {
      throw node.diagnostic(
        "the objects \(name.inQuotes) are given at the same time, and may not be there yet",
        notes: ["give the name before 'concurrently'"])
    }
    guard let slot else {
      guard !holdingNames.isEmpty else {
        throw node.diagnostic(
          "no objects are named \(name.inQuotes)",
          notes: ["'insert' and 'fetch' give a name with the key 'into'"])
      }
      throw .unknown("objects", name, at: node.range, known: holdingNames, plural: "names")
    }
    guard let entity = contents[slot].entity else {
      if case .token = contents[slot] {
        throw node.diagnostic("\(name.inQuotes) is a token, and holds no objects")
      }
      if case .payload = contents[slot] {
        throw node.diagnostic("\(name.inQuotes) is a payload, and holds no objects")
      }
      throw node.diagnostic("\(name.inQuotes) listens, and holds no objects")
    }
    return Variable(slot: slot, name: name, entity: entity, node: node)
  }

  /// A variable of objects by its name, if it was given.
  func objects(named name: String, at node: Node) -> Variable? {
    guard let slot = table.slot(of: name), let entity = contents[slot].entity else { return nil }
    return Variable(slot: slot, name: name, entity: entity, node: node)
  }

  /// The names that can stand for objects, for messages.
  var known: [String] { holdingNames }
}

/// The contexts that steps before this one open, and the scenario's own.
struct PlannedContexts: Sendable {
  private var table = NameTable()
  /// Whether each has an undo manager, in some variant at least.
  private var undo: [Bool]
  /// The number of the context that the step plays in.
  private(set) var current = 0

  /// Only the scenario's own is open.
  init(canUndo: Bool) {
    undo = [canUndo]
    _ = table.add(SessionContext.main)
  }

  /// Whether the context that the step plays in has an undo manager, in some variant at least.
  var canUndo: Bool { undo[current] }

  /// Which has no undo manager, for a message.
  var whichCannotUndo: String {
    current == 0 ? "no variant" : "no context \(table.names[current].inQuotes)"
  }

  /// Notes a context that a step opens; what is not said of undo is as in the scenario's own.
  mutating func open(_ node: Node, _ setting: UndoSetting?) throws(Diagnostic) -> ContextReference {
    let name = try node.identifier()
    guard name != SessionContext.main else {
      throw node.diagnostic(
        "\(name.inQuotes) is the scenario's own context, which is always open",
        notes: ["choose another name"])
    }
    let canUndo = setting.map { $0 != .none } ?? undo[0]
    let slot = table.add(name)
    if slot == undo.count { undo.append(canUndo) } else { undo[slot] = canUndo }
    return ContextReference(slot: slot, name: name, node: node)
  }

  /// The context of a name that a step before this one opens.
  func context(_ node: Node) throws(Diagnostic) -> ContextReference {
    let name = try node.identifier()
    if let slot = table.slot(of: name) {
      return ContextReference(slot: slot, name: name, node: node)
    }
    guard table.names.count > 1 else {
      throw node.diagnostic(
        "no context is named \(name.inQuotes)",
        notes: ["the step 'context' opens one beside the scenario's own, 'main'"])
    }
    throw .unknown("context", name, at: node.range, known: table.names)
  }

  /// The same of a step that may name none.
  func context(_ node: Node?) throws(Diagnostic) -> ContextReference? {
    guard let node else { return nil }
    return try context(node)
  }

  /// Lets the following steps play in a context, and returns the one before it.
  mutating func enter(_ context: ContextReference) -> Int {
    defer { current = context.slot }
    return current
  }

  mutating func leave(to outer: Int) { current = outer }
}

/// A variable of the script, as a step names it.
struct Variable: Sendable {
  /// Its number among the variables of the scenario.
  let slot: Int
  let name: String
  /// The entity of the objects that it holds there.
  let entity: EntityDescription
  /// Where the step names it.
  let node: Node
}

/// A place in the history of stores, as a step names it.
struct TokenReference: Sendable {
  let slot: Int
  let name: String
}

/// A context, as a step names it.
struct ContextReference: Sendable {
  /// The number of its name; a context that takes the place of another has the same.
  let slot: Int
  let name: String
  /// Where the step names it.
  let node: Node
}

/// Names in the order in which they were first given; the place of each is its number.
struct NameTable: Sendable {
  private(set) var names: [String] = []
  private var slots: [String: Int] = [:]

  func slot(of name: String) -> Int? { slots[name] }

  /// The number of a name, which is a new one if it is not known.
  mutating func add(_ name: String) -> Int {
    if let slot = slot(of: name) { return slot }
    slots[name] = names.count
    names.append(name)
    return names.count - 1
  }
}
