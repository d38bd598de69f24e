// What a plan comes to, added up before anything runs: every count is evaluated, and too much is refused.

import Faultline
import FaultlineMeasures

/// A pass played with numbers only: how many steps and objects there will be, and under which names.
package struct Workload {
  /// The most operations of a pass, unless the scenario allows more.
  package static let usualLimit = 10_000_000

  private let model: ManagedObjectModel
  private let limit: Int
  /// Parameters and, inside loops, the numbers of their rounds.
  private(set) var names: Names
  /// Steps played, and objects made or handled by them.
  private(set) var operations = 0
  /// The step that is played.
  private var place: SourceRange?
  private var inserted: [String: Int] = [:]
  private var sizes: [String: Int] = [:]
  /// The names that counts and conditions asked for.
  private var asked: Set<String> = []
  /// The open loops, the innermost last.
  private var loops: [Loop] = []
  /// Looks for checkpoints that are asked for.
  private(set) var search: CheckpointSearch
  /// The contexts that are open, and whose objects the names hold.
  var contexts: WorkloadContexts

  /// A loop whose first round may stand for all of them.
  private struct Loop {
    let name: String?
    let rounds: Int
    /// In every how many of them what is played now is played.
    var intervals: [Int] = []
    /// The round, where every one is played; nil while the first stands for all.
    var round: Int?
    /// What `every` adds to the loop as a whole, beside what each round adds.
    var now = Tally()
  }

  /// Work that is added as a whole.
  private struct Tally {
    var operations = 0
    var inserted: [String: Int] = [:]

    mutating func add(_ other: Tally, times: Int) {
      operations = Workload.sum(operations, Workload.product(other.operations, times))
      for (entity, count) in other.inserted {
        inserted[entity] = Workload.sum(inserted[entity] ?? 0, Workload.product(count, times))
      }
    }
  }

  init(
    _ model: ManagedObjectModel, _ names: Names, limit: Int,
    in settings: ContextSettings = ContextSettings(), lookingFor checkpoints: Set<String> = []
  ) {
    search = CheckpointSearch(checkpoints)
    self.model = model
    self.names = names
    self.limit = limit
    contexts = WorkloadContexts(settings, names)
  }

  /// Adds operations, unless they are too many.
  private mutating func add(_ count: Int) throws(Diagnostic) {
    let sum = Self.sum(operations, count)
    guard sum <= limit else {
      let message =
        "a pass would come to more than \(Self.grouped(limit)) operations (steps and objects)"
      let more = Self.grouped(Self.product(limit, 10))
      let notes = ["'limits: {operations: \(more)}' in the scenario allows more"]
      guard let place else { throw Diagnostic(message, notes: notes) }
      throw Diagnostic(message, at: place, notes: notes)
    }
    operations = sum
  }

  /// Digits in groups, as a scenario may have them.
  private static func grouped(_ number: Int) -> String {
    FaultlineMeasures.NumberText.grouped(number).replacing(",", with: "_")
  }

  private static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }

  private static func product(_ a: Int, _ b: Int) -> Int {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? .max : product
  }
}

// MARK: - Steps

extension Workload {
  /// Plays steps once.
  mutating func play(_ steps: [PlacedStep]) throws(Diagnostic) {
    let outer = place
    defer { place = outer }
    for placed in steps {
      place = placed.place
      try add(1)
      try placed.step.weigh(&self)
    }
  }

  /// Plays steps in a loop: the first round, and the others only if a count depends on the round.
  mutating func play(
    _ steps: [PlacedStep], times rounds: Int, naming name: String?
  ) throws(Diagnostic) {
    guard rounds > 0 else { return }
    try add(rounds)
    let outer = (names: names, loops: loops)
    defer { (names, loops) = outer }
    let before = Tally(operations: operations, inserted: inserted)
    let earlier = search
    loops = outer.loops + [Loop(name: name, rounds: rounds)]
    if let name {
      asked.remove(name)
      names = outer.names.with(name, 0)
    }
    try play(steps)
    let now = loops.last?.now ?? Tally()
    guard let name, asked.contains(name) else {
      try add(growth(since: before), times: rounds - 1)
      return try add(now, times: 1)
    }
    // The first round has stood for all; what is done now and then is done in this one, or not.
    search = earlier
    for round in 0..<rounds {
      if round == 0 {
        (operations, inserted) = (before.operations, before.inserted)
      }
      loops[loops.count - 1] = Loop(name: name, rounds: rounds, round: round)
      names = outer.names.with(name, round)
      try play(steps)
    }
  }

  /// Plays steps now and then in the innermost loop.
  mutating func play(_ steps: [PlacedStep], every interval: Int) throws(Diagnostic) {
    guard var whole = loops.last else { return }
    if let round = whole.round {
      if round % interval == interval - 1 { try play(steps) }
      return
    }
    guard whole.rounds >= interval else { return }
    let before = Tally(operations: operations, inserted: inserted)
    loops[loops.count - 1].intervals.append(interval)
    try play(steps)
    whole.now.add(growth(since: before), times: whole.rounds / interval)
    (operations, inserted) = (before.operations, before.inserted)
    loops[loops.count - 1] = whole
  }

  /// A checkpoint is taken under the names of the loops around it.
  mutating func take(_ checkpoint: NameText) {
    guard !search.missing.isEmpty else { return }
    search.take(
      checkpoint, names,
      in: loops.map {
        CheckpointSearch.Loop(
          name: $0.name, rounds: $0.rounds, round: $0.round, intervals: $0.intervals)
      })
  }

  private func growth(since before: Tally) -> Tally {
    Tally(
      operations: operations - before.operations,
      inserted: Dictionary(
        uniqueKeysWithValues: inserted.map { ($0, $1 - (before.inserted[$0] ?? 0)) }))
  }

  private mutating func add(_ tally: Tally, times: Int) throws(Diagnostic) {
    try add(Self.product(tally.operations, times))
    for (entity, count) in tally.inserted {
      inserted[entity] = Self.sum(inserted[entity] ?? 0, Self.product(count, times))
    }
  }
}

// MARK: - Formulas

extension Workload {
  /// The value of a formula that says how many.
  mutating func count(_ formula: Formula) throws(Diagnostic) -> Int {
    let value = try evaluate(formula) { names throws(FormulaError) in
      try formula.value(in: names)
    }
    guard let whole = value.whole, whole >= 0 else {
      throw formula.diagnostic(
        FormulaError(
          .wrongKind, "this is \(value.inWords), and a count is a whole number from 0 on"),
        notes: facts(formula))
    }
    return whole
  }

  /// Whether a condition holds.
  mutating func holds(_ formula: Formula) throws(Diagnostic) -> Bool {
    try evaluate(formula) { names throws(FormulaError) in try formula.holds(in: names) }
  }

  mutating func evaluate<Value>(
    _ formula: Formula, _ body: (Names) throws(FormulaError) -> Value
  ) throws(Diagnostic) -> Value {
    for mention in formula.mentions { asked.insert(mention.text) }
    do throws(FormulaError) {
      return try body(names)
    } catch {
      throw formula.diagnostic(error, notes: facts(formula))
    }
  }

  /// `rows is 7`, for each name in a formula.
  private func facts(_ formula: Formula) -> [String] {
    var facts: [String] = []
    for mention in formula.mentions {
      guard let value = try? names.value(of: mention.text) else { continue }
      let fact = "\(mention.text) is \(value)"
      if !facts.contains(fact) { facts.append(fact) }
    }
    return facts
  }
}

// MARK: - Objects

extension Workload {
  /// What the store holds before the first step.
  mutating func stock(_ stock: Stock) {
    for lot in stock.lots {
      inserted[lot.entity.name] = Self.sum(inserted[lot.entity.name] ?? 0, lot.count)
    }
  }

  /// New objects, which may get a name.
  mutating func insert(_ count: Int, of entity: String, into name: String?) throws(Diagnostic) {
    try add(count)
    inserted[entity] = Self.sum(inserted[entity] ?? 0, count)
    if let name { self.name(name, holds: count) }
  }

  /// Objects that a store or the context has; `most` is 0 for all.
  mutating func fetch(
    _ entity: String, from offset: Int, atMost most: Int, into name: String?
  ) throws(Diagnostic) {
    let family = model.entitiesByName[entity].map { model.family(of: $0) } ?? []
    let all = family.reduce(0) { Self.sum($0, inserted[$1.name] ?? 0) }
    let count = min(max(0, all - offset), most == 0 ? .max : most)
    try add(count)
    if let name { self.name(name, holds: count) }
  }

  /// The objects of a name are handled; how many they are.
  ///
  /// What a step may do about objects of another context goes into the message.
  mutating func handle(
    _ node: Node, _ remedy: String? = nil, times: Int = 1
  ) throws(Diagnostic) -> Int {
    let name = node.scalar?.text ?? ""
    guard let size = sizes[name] else { throw missing(node) }
    try contexts.check(name, at: node, remedy)
    try add(Self.product(size, times))
    return size
  }

  /// The objects of a name are handled, whosever they are; who that is.
  mutating func handleAnyones(_ node: Node) throws(Diagnostic) -> WorkloadContexts.Entry {
    let name = node.scalar?.text ?? ""
    guard let size = sizes[name] else { throw missing(node) }
    try add(size)
    return try contexts.owner(name, at: node)
  }

  /// The objects of a name are handed to another context by their IDs, and get a name there.
  mutating func pass(_ node: Node, to entry: WorkloadContexts.Entry, into name: String)
    throws(Diagnostic)
  {
    let former = node.scalar?.text ?? ""
    guard let size = sizes[former] else { throw missing(node) }
    _ = try contexts.owner(former, at: node)
    try add(size)
    sizes[name] = size
    contexts.assign(name, to: entry)
  }

  private func missing(_ node: Node) -> Diagnostic {
    node.diagnostic(
      "\((node.scalar?.text ?? "").inQuotes) holds no objects here",
      notes: ["it was released, or the step that gives it is not played in this variant"])
  }

  /// Every object is handled.
  mutating func handleAll() throws(Diagnostic) {
    try add(inserted.values.reduce(0) { Self.sum($0, $1) })
  }

  /// A name holds that many objects from now on.
  mutating func name(_ name: String, holds count: Int) {
    sizes[name] = count
    contexts.assign(name)
  }

  /// A name lets go.
  mutating func release(_ name: String) { sizes[name] = nil }

  /// Every name lets go.
  mutating func releaseAll() { sizes = [:] }
}
