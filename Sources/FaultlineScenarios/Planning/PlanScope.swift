// What a step may rely on where it stands in a plan: the names that are known there, and what they mean.

import Faultline
import FaultlineMeasures
import FaultlineProfiler

/// Resolves the steps of a scenario in the order of the file.
///
/// It follows every step, also those that no variant plays: what is misspelt is a mistake everywhere. What a name
/// holds under the values of one run is the business of `CostEstimate`.
package struct PlanScope {
  let model: ManagedObjectModel
  /// Parameters and, inside loops, their counters.
  var names: Names
  /// What the store holds before the first step.
  var data = InitialData()
  /// What each variable is at the step that is resolved.
  var variables = PlannedVariables()
  /// What can be listened to, and by which steps.
  var listening = Listening()
  /// The checkpoints so far.
  private(set) var checkpoints: [TakenCheckpoint] = []
  /// The names of those, and of the checkpoints that every run has.
  private var takenNames = Set(CheckpointNames.ends)
  /// The numbers of the steps around the one that is resolved, outermost first, and its own.
  private var ordinals: [Int] = []
  /// The name of each open loop, or nil for a loop without one.
  private var loops: [String?] = []
  /// What each stream of random numbers is for.
  private(set) var streams: [String] = []
  /// The number of each stream, by what it is for.
  private var streamNumbers: [String: Int] = [:]
  /// How many steps have said what they expect.
  private var expectations = 0
  let vocabulary: Vocabulary
  /// How objects come from fetches that do not say so.
  let fetching: FetchSettings
  /// The stores that the steps play on.
  let store: StoreSet
  /// The contexts that steps before this one open.
  var contexts: PlannedContexts

  /// A checkpoint that a step takes.
  struct TakenCheckpoint {
    let name: NameText
    /// The names of the loops around it, outermost first.
    let loops: [String]
  }

  init(
    _ model: ManagedObjectModel, _ names: Names, _ vocabulary: Vocabulary, canUndo: Bool,
    fetching: FetchSettings, on store: StoreSet
  ) {
    self.fetching = fetching
    self.model = model
    self.vocabulary = vocabulary
    self.names = names
    self.store = store
    contexts = PlannedContexts(canUndo: canUndo)
  }
}

// MARK: - Steps

extension PlanScope {
  /// Resolves steps in their order.
  mutating func steps(_ steps: [StepSyntax]) throws(Diagnostic) -> [PlacedStep] {
    var resolved: [PlacedStep] = []
    resolved.reserveCapacity(steps.count)
    for step in steps {
      guard contexts.canUndo || !step.type.isAboutUndo else {
        throw Diagnostic(
          "\(step.type.keyword.inQuotes) needs an undo manager, and \(contexts.whichCannotUndo) has one",
          at: step.place,
          notes: [
            "every context has one unless it is set to 'undo: none'; with 'behaves: core-data' it has one where the "
              + "scenario gives it one: 'context: {undo: unlimited}'"
          ])
      }
      ordinals.append(step.ordinal)
      defer { ordinals.removeLast() }
      resolved.append(
        PlacedStep(
          step: try step.type.init(step.text, in: &self), ordinal: step.ordinal, place: step.place,
          note: step.note))
    }
    return resolved
  }

  /// Resolves the steps of a loop.
  mutating func steps(
    _ steps: [StepSyntax], inLoop name: String?
  ) throws(Diagnostic) -> [PlacedStep] {
    if let name { names.push(name, 0) }
    loops.append(name)
    defer {
      loops.removeLast()
      if name != nil { names.pop() }
    }
    return try self.steps(steps)
  }

  /// Resolves steps that play in another context.
  mutating func steps(
    _ steps: [StepSyntax], in context: ContextReference
  ) throws(Diagnostic) -> [PlacedStep] {
    let outer = contexts.enter(context)
    defer { contexts.leave(to: outer) }
    return try self.steps(steps)
  }

  /// Whether a loop is open here.
  var isInLoop: Bool { !loops.isEmpty }

  /// The number of the step that is resolved.
  var ordinal: Int { ordinals.last ?? 0 }

  /// The number of the step after which the one that is resolved is not played again: its own, or that of the outermost
  /// step around a loop.
  var endOfRepetition: Int { (isInLoop ? ordinals.first : ordinals.last) ?? 0 }

  /// The number of the next step that expects something, counted from 1.
  mutating func nextExpectation() -> Int {
    expectations += 1
    return expectations
  }

  /// Gives a variable to what listens, lets events be counted, and returns the variable's number.
  mutating func giveListener(_ node: Node) throws(Diagnostic) -> Int {
    let slot = try variables.giveListener(node)
    listening.isCounted = true
    return slot
  }

  /// The number of the stream for a purpose; one purpose has one stream, wherever it is asked for.
  mutating func stream(for purpose: String) -> Int {
    if let known = streamNumbers[purpose] { return known }
    streamNumbers[purpose] = streams.count
    streams.append(purpose)
    return streams.count - 1
  }

  /// Notes a checkpoint; its name must be new.
  mutating func checkpoint(_ node: Node) throws(Diagnostic) -> NameText {
    _ = try node.label()
    let name = try NameText(node, in: names)
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
    guard takenNames.insert(name.source).inserted else {
      throw node.diagnostic(
        "there is a checkpoint \(name.source.inQuotes) already",
        notes: ["every run has 'released' and 'end' by itself"])
    }
    checkpoints.append(TakenCheckpoint(name: name, loops: loops.compactMap { $0 }))
    return name
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

// What the names in a step's text mean where it stands: names of formulas, and those of the model.

// MARK: - Formulas

extension PlanScope {
  /// A formula whose names are all known here.
  func formula(_ node: Node) throws(Diagnostic) -> Formula { try resolve(try Formula(node)) }

  /// A formula that may have been left out.
  func formula(_ node: Node?) throws(Diagnostic) -> Formula? {
    guard let node else { return nil }
    return try formula(node)
  }

  /// A count that may be switched off.
  func limit(_ node: Node) throws(Diagnostic) -> Limit {
    try Limit(node).map { formula throws(Diagnostic) in try resolve(formula) }
  }

  /// The same where it may be left out.
  func limit(_ node: Node?) throws(Diagnostic) -> Limit? {
    guard let node else { return nil }
    let limit: Limit = try limit(node)
    return limit
  }

  /// Finds every name of a formula.
  func resolve(_ formula: Formula) throws(Diagnostic) -> Formula {
    for mention in formula.mentions {
      switch mention.role {
      case .name where names.slot(of: mention.text) == nil:
        throw formula.unknown("name", mention, known: names.known)
      case .metric, .checkpoint, .variant, .loop, .parameter:
        throw formula.diagnostic("a step cannot ask for readings; 'expect' can", at: mention)
      default: break
      }
    }
    try vocabulary.check(formula, known: names.known)
    return formula.bound(to: names)
  }
}

// MARK: - The model

extension PlanScope {
  /// The entity of a node, or where and how it is misspelt.
  func entity(_ node: Node) throws(Diagnostic) -> EntityDescription { try model.entity(node) }

  /// The entity of new objects or rows, which cannot be abstract.
  func concreteEntity(_ node: Node) throws(Diagnostic) -> EntityDescription {
    let entity = try model.entity(node)
    guard !entity.isAbstract else {
      throw node.diagnostic("\(entity.name.inQuotes) is abstract and has no objects of its own")
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

  /// The to-many relationship that an entry gives members to by a mapping; nil where it gives something else.
  func members(_ entry: Node.Entry, of entity: EntityDescription) throws(Diagnostic) -> Int? {
    guard case .mapping = entry.value.value,
      case .relationship(let tie) = entity.layout.property(named: try entry.key.identifier()),
      entity.layout.ties[tie].isToMany
    else { return nil }
    return tie
  }

  /// What can be set of an entity, by its key in a mapping: an attribute, or a to-one relationship.
  func settable(
    _ node: Node, of entity: EntityDescription, withRelationships: Bool = true
  ) throws(Diagnostic) -> EntityLayout.Property {
    let name = try node.identifier()
    switch entity.layout.property(named: name) {
    case .relationship(let tie) where entity.layout.ties[tie].isToMany:
      throw node.diagnostic(
        "'\(entity.name).\(name)' leads to many objects and is not set at once",
        notes: [
          "the step 'relate' adds members, or set the relationship that leads back",
          "under 'data', {pick: \(entity.layout.ties[tie].relationship.destinationEntityName), count: 3} gives each row some",
        ])
    case let property?: return property
    case nil:
      let ties = withRelationships ? entity.layout.ties.filter { !$0.isToMany } : []
      let known =
        entity.layout.slots.compactMap { $0.attribute?.name } + ties.map(\.relationship.name)
      throw .unknown("attribute", name, at: node.range, known: known)
    }
  }
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

// What a step may expect here and now: readings of this moment, and of checkpoints before it.
extension PlanScope {
  /// Whether a condition can be answered at this step.
  func check(expected formula: Formula) throws(Diagnostic) {
    let metrics = Probes.metrics.map(\.name)
    for form in formula.root.metricForms {
      switch form {
      case .reading(_, _, nil), .peak(_, nil), .delta: break
      default:
        throw formula.diagnostic(
          "\(form) looks at more than this trial, which is asked of the whole run", at: form.metric,
          notes: ["the scenario's own 'expect' can ask it"])
      }
    }
    for mention in formula.mentions {
      switch mention.role {
      case .metric where !metrics.contains(mention.metricName):
        throw formula.unknown("metric", mention, known: metrics)
      case .checkpoint where !checkpoints.contains { $0.name.matches(mention.text) }:
        throw formula.unknown(
          "checkpoint before this step", mention, known: checkpoints.map(\.name.source),
          plural: "checkpoints before it")
      case .name where !names.known.contains(mention.text) && !metrics.contains(mention.metricName):
        throw formula.unknown("name", mention, known: names.known + metrics)
      default: break
      }
    }
    try vocabulary.check(formula, known: names.known + metrics)
    guard formula.root.isCondition else { throw formula.isNoCondition }
  }
}

extension Formula {
  /// The diagnostic for an expectation that is a value.
  var isNoCondition: Diagnostic {
    diagnostic(
      FormulaError(.wrongKind, "this is a value, and an expectation is a condition"),
      notes: ["compare it: \(self) == 0"])
  }
}
