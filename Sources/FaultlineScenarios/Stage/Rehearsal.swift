// The stage without a graph: what a step may rely on, known before anything runs.

import Faultline

/// Names, entities and checkpoints as they will be when a step plays.
package struct Rehearsal {
  /// The model.
  let model: ManagedObjectModel
  /// Parameters and, inside loops, their counters.
  var names: Names
  /// What the store holds before the first step.
  var stock = Stock()
  /// Which entity the objects of each name are of.
  private var cast: [String: EntityDescription] = [:]
  private var order: [String] = []
  /// Names whose objects come in batches.
  private var batched: Set<String> = []
  /// Names of those who listen, which hold no objects.
  private var listeners: Set<String> = []
  /// Names that are given at the same time by others, so that no step can rely on them.
  private var hidden: Set<String> = []
  /// Who listens to what, in any step.
  var listening = Listening()
  /// A checkpoint that a step takes.
  struct TakenCheckpoint {
    let name: NameText
    /// The names of the loops around it, outermost first.
    let loops: [String]
  }

  /// The checkpoints so far.
  private(set) var checkpoints: [TakenCheckpoint] = []
  /// The name of each open loop, or nil for a loop without one.
  private var loops: [String?] = []
  /// What each stream of random numbers is for.
  private(set) var streams: [String] = []

  let vocabulary: Vocabulary
  /// How objects come from fetches that do not say so.
  let fetching: FetchSettings
  /// The stores that the steps play on.
  let store: StoreSet
  /// Contexts that a step before this one opens, the latest of a name last, and the scenario's own.
  var contexts: [RehearsedContext]
  /// The context that the step plays in.
  var context: RehearsedContext

  init(
    _ model: ManagedObjectModel, _ names: Names, _ vocabulary: Vocabulary, canUndo: Bool,
    fetching: FetchSettings, on store: StoreSet
  ) {
    self.fetching = fetching
    self.model = model
    self.vocabulary = vocabulary
    self.names = names
    self.store = store
    context = RehearsedContext(name: Workbench.main, canUndo: canUndo)
    contexts = [context]
  }

  /// The entity of a node, or where and how it is misspelt.
  func entity(_ node: Node) throws(Diagnostic) -> EntityDescription { try model.entity(node) }

  /// Gives a name to objects of an entity.
  mutating func give(
    _ node: Node, _ entity: EntityDescription, inBatches: Bool = false
  ) throws(Diagnostic) {
    let name = try newName(node)
    if cast.updateValue(entity, forKey: name) == nil { order.append(name) }
    if inBatches { batched.insert(name) } else { batched.remove(name) }
  }

  /// Gives a name to a listener, and lets events be counted.
  mutating func giveListener(_ node: Node) throws(Diagnostic) {
    let name = try newName(node)
    listening.isCounted = true
    listeners.insert(name)
    if cast.removeValue(forKey: name) != nil { order.removeAll { $0 == name } }
  }

  private mutating func newName(_ node: Node) throws(Diagnostic) -> String {
    let name = try node.identifier()
    guard name != Cast.all else {
      throw node.diagnostic("'\(name)' stands for every name; choose another one")
    }
    listeners.remove(name)
    hidden.remove(name)
    return name
  }

  /// Hides names that a block of steps has given from the blocks that are played at the same time.
  mutating func hide(_ names: [String]) { hidden.formUnion(names) }

  /// From here on everything that was given is there.
  mutating func showAll() { hidden = [] }

  /// A name that can be released.
  func releasable(_ node: Node) throws(Diagnostic) {
    if !listeners.contains(try node.identifier()) {
      _ = try objects(node, mayComeInBatches: true)
    }
  }

  /// The entity of the objects of a name that was given before.
  func objects(
    _ node: Node, mayComeInBatches: Bool = false
  ) throws(Diagnostic) -> EntityDescription {
    let name = try node.identifier()
    guard mayComeInBatches || !batched.contains(name) else {
      throw node.diagnostic(
        "the objects \(name.inQuotes) come in batches, and only 'touch' and 'walk' go over them",
        notes: ["a fetch without 'batch' holds all its objects"])
    }
    guard !hidden.contains(name) else {
      throw node.diagnostic(
        "the objects \(name.inQuotes) are given at the same time, and may not be there yet",
        notes: ["give the name before 'concurrently'"])
    }
    guard let entity = cast[name] else {
      if listeners.contains(name) {
        throw node.diagnostic("\(name.inQuotes) listens, and holds no objects")
      }
      if order.isEmpty {
        throw node.diagnostic(
          "no objects are named \(name.inQuotes)",
          notes: ["'insert' and 'fetch' give a name with the key 'into'"])
      }
      throw .unknown("objects", name, at: node.range, known: order, plural: "names")
    }
    return entity
  }

  /// A relationship of an entity.
  func relationship(_ node: Node, of entity: EntityDescription) throws(Diagnostic) -> Int {
    let name = try node.identifier()
    if case .relationship(let tie) = entity.layout.property(named: name) { return tie }
    let known = entity.layout.ties.map(\.relationship.name)
    guard !known.isEmpty else {
      throw node.diagnostic("\(entity.name.inQuotes) has no relationships")
    }
    throw .unknown("relationship", name, at: node.range, known: known)
  }

  /// The most relationships of a path: each is a level of recursion, and may multiply what is reached.
  private static let longestPath = 16

  /// The relationships of a path, each with whether it is to-many.
  func path(
    _ node: Node, from start: EntityDescription
  ) throws(Diagnostic) -> [(tie: Int, isToMany: Bool)] {
    var entity = start
    var ties: [(tie: Int, isToMany: Bool)] = []
    var offset = 0
    let parts = try node.identifier().split(separator: ".")
    guard parts.count <= Self.longestPath else {
      throw node.diagnostic("a path has at most \(Self.longestPath) relationships")
    }
    for part in parts {
      let length = part.unicodeScalars.count
      let key = Node(
        .scalar(.init(text: String(part), style: .plain)),
        at: node.place(of: offset..<offset + length))
      let tie = try relationship(key, of: entity)
      let description = entity.layout.ties[tie].relationship
      ties.append((tie, description.isToMany))
      if let destination = description.destinationEntity { entity = destination }
      offset += length + 1
    }
    return ties
  }

  /// What can be set of an entity, by its key in a mapping: an attribute, or a to-one relationship.
  func settable(
    _ node: Node, of entity: EntityDescription
  ) throws(Diagnostic) -> EntityLayout.Property {
    let name = try node.identifier()
    switch entity.layout.property(named: name) {
    case .relationship(let tie) where entity.layout.ties[tie].isToMany:
      throw node.diagnostic(
        "'\(entity.name).\(name)' leads to many objects and is not set at once",
        notes: ["the step 'relate' adds members, or set the relationship that leads back"])
    case let property?: return property
    case nil:
      let known =
        entity.layout.slots.compactMap { $0.attribute?.name }
        + entity.layout.ties.filter { !$0.isToMany }.map(\.relationship.name)
      throw .unknown("attribute", name, at: node.range, known: known)
    }
  }

  /// The entity of the objects of a name, if it was given.
  func entity(ofObjects name: String) -> EntityDescription? { cast[name] }

  /// The names that were given, in order.
  var givenNames: [String] { order }

  /// The number of the stream for a purpose; one purpose has one stream, wherever it is asked for.
  mutating func stream(for purpose: String) -> Int {
    if let known = streams.firstIndex(of: purpose) { return known }
    streams.append(purpose)
    return streams.count - 1
  }

  /// Checks the steps of a loop.
  mutating func check(_ steps: inout [PlacedStep], naming name: String?) throws(Diagnostic) {
    let outer = names
    if let name { names = outer.with(name, 0) }
    loops.append(name)
    try steps.check(&self)
    loops.removeLast()
    names = outer
  }

  /// Whether a loop is open here.
  var isInLoop: Bool { !loops.isEmpty }

  /// Whether every name of a formula is known.
  func check(_ formula: Formula) throws(Diagnostic) {
    for mention in formula.mentions {
      switch mention.role {
      case .name where !names.known.contains(mention.text):
        throw formula.unknown("name", mention, known: names.known)
      case .metric, .checkpoint, .variant, .loop, .parameter:
        throw formula.diagnostic("a step cannot ask for readings; 'expect' can", at: mention)
      default: break
      }
    }
    try vocabulary.check(formula, known: names.known)
  }

  /// Notes a checkpoint; its name must be new.
  mutating func checkpoint(_ name: NameText, at node: Node) throws(Diagnostic) {
    try name.check(names)
    // An inner loop's name may hide an outer one's, and then the outer one has none here.
    for (place, loop) in loops.enumerated() {
      let visible = loops.lastIndex(of: loop) == place ? loop : nil
      if let visible, name.mentions(visible) { continue }
      let word = visible ?? "i"
      let hint = visible == nil ? " with 'as: \(word)' at the loop" : ""
      throw node.diagnostic(
        "this checkpoint stands in a loop and would have the same name each time",
        notes: ["put the loop's name into it, such as '\(name.source)-{\(word)}'\(hint)"])
    }
    guard !name.source.hasPrefix(MomentaryExpectation.prefix) else {
      throw node.diagnostic(
        "names that begin with \(MomentaryExpectation.prefix.inQuotes) are those of the step 'expect'"
      )
    }
    let taken = CheckpointNames.ends + checkpoints.map(\.name.source)
    if taken.contains(name.source) {
      throw node.diagnostic(
        "there is a checkpoint \(name.source.inQuotes) already",
        notes: ["every run has 'released' and 'end' by itself"])
    }
    checkpoints.append(TakenCheckpoint(name: name, loops: loops.compactMap { $0 }))
  }
}

/// The checkpoints that every pass has.
package enum CheckpointNames {
  /// Every name was let go; context and stores are alive.
  package static let released = "released"
  /// Context, coordinator, stores and pool are gone too.
  package static let end = "end"

  /// Both of them.
  static let ends = [released, end]
}

extension ManagedObjectModel {
  /// The entity that a node names, or where and how it is misspelt.
  func entity(_ node: Node) throws(Diagnostic) -> EntityDescription {
    let name = try node.identifier()
    guard let entity = entitiesByName[name] else {
      throw .unknown(
        "entity", name, at: node.range, known: entities.map(\.name), plural: "entities")
    }
    return entity
  }
}
