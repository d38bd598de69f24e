// What a plan comes to, added up before anything runs: every count is evaluated, and too much is refused.

import Faultline
import FaultlineMeasures

/// A pass played with numbers only: how many steps and objects there will be, and how many each variable holds.
///
/// Resolved steps add their cost to it, in the order in which they would play under the values of one run.
package struct CostEstimate {
  private let limits: PassLimits
  /// Parameters and, inside loops, the numbers of their rounds.
  private(set) var names: Names
  /// Steps played, and objects made or handled by them.
  private(set) var operations = 0
  private var checkpoints = 0
  /// Bytes of text and data in the values that are set.
  private var bytes = 0
  /// The step that is played.
  private var place: SourceRange?
  /// How many objects there are, and how many each variable holds.
  var objects: EstimatedObjects
  /// The names that counts and conditions asked for.
  private var asked: Set<String> = []
  /// The open loops, the innermost last.
  private var loops: [Loop] = []
  /// Looks for checkpoints that are asked for.
  private(set) var search: CheckpointSearch
  /// Whether a fetch has a batch size.
  var fetchesInBatches = false
  /// The contexts that are open, and whose objects the names hold.
  var contexts: EstimatedContexts
  /// The numbers of the steps that merge what another context has saved, as far as they are played.
  var playedMerges: Set<Int> = []

  /// A loop whose first round may stand for all of them.
  private struct Loop {
    let name: String?
    let rounds: Int
    /// In every how many of them what is played now is played.
    var intervals: [Int] = []
    /// The round, where every one is played; nil while the first stands for all.
    var round: Int?
    /// What `every` adds to the loop as a whole, beside what each round adds.
    var now: Tally
  }

  /// Work that is added as a whole.
  private struct Tally {
    var operations = 0
    var checkpoints = 0
    var bytes = 0
    var inserted: [Int]

    mutating func add(_ other: Tally, times: Int) {
      operations = operations.adding(other.operations.times(times))
      checkpoints = checkpoints.adding(other.checkpoints.times(times))
      bytes = bytes.adding(other.bytes.times(times))
      for (entity, count) in other.inserted.enumerated() {
        inserted[entity] = inserted[entity].adding(count.times(times))
      }
    }
  }

  init(
    _ model: ManagedObjectModel, _ names: Names, limits: PassLimits,
    in settings: ContextSettings = ContextSettings(), lookingFor checkpoints: Set<String> = []
  ) {
    search = CheckpointSearch(checkpoints)
    objects = EstimatedObjects(of: model)
    self.names = names
    self.limits = limits
    contexts = EstimatedContexts(settings, names)
  }

  /// Adds operations, unless they are too many.
  mutating func add(_ count: Int) throws(Diagnostic) {
    operations = operations.adding(count)
    guard operations > limits.operations else { return }
    throw excess("operations (steps and objects)", limits.operations, ScenarioReader.operationsKey)
  }

  private mutating func addCheckpoints(_ count: Int) throws(Diagnostic) {
    checkpoints = checkpoints.adding(count)
    guard checkpoints > limits.checkpoints else { return }
    throw excess("checkpoints", limits.checkpoints, ScenarioReader.checkpointsKey)
  }

  /// Adds bytes of values, unless they are too many.
  mutating func addBytes(_ count: Int) throws(Diagnostic) {
    bytes = bytes.adding(count)
    guard bytes > limits.bytes else { return }
    throw excess("bytes of text and data", limits.bytes, ScenarioReader.bytesKey)
  }

  private func excess(_ what: String, _ limit: Int, _ key: Key) -> Diagnostic {
    let message = "a pass would come to more than \(Self.grouped(limit)) \(what)"
    let notes = Self.notes(allowingMoreThan: limit, of: key.name)
    guard let place else { return Diagnostic(message, notes: notes) }
    return Diagnostic(message, at: place, notes: notes)
  }
}

// MARK: - Steps

extension CostEstimate {
  /// Plays steps once.
  mutating func play(_ steps: [PlacedStep]) throws(Diagnostic) {
    let outer = place
    defer { place = outer }
    for placed in steps {
      place = placed.place
      try add(1)
      try placed.step.cost(in: &self)
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
    let before = sofar
    let earlier = search
    loops = outer.loops + [Loop(name: name, rounds: rounds, now: nothing)]
    if let name {
      asked.remove(name)
      names = outer.names.with(name, 0)
    }
    try play(steps)
    let now = loops.last?.now ?? nothing
    guard let name, asked.contains(name) else {
      try add(growth(since: before), times: rounds - 1)
      return try add(now, times: 1)
    }
    // The first round has stood for all; what is done now and then is done in this one, or not.
    search = earlier
    for round in 0..<rounds {
      if round == 0 {
        restore(before)
      }
      loops[loops.count - 1] = Loop(name: name, rounds: rounds, round: round, now: nothing)
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
    let before = sofar
    loops[loops.count - 1].intervals.append(interval)
    try play(steps)
    whole.now.add(growth(since: before), times: whole.rounds / interval)
    restore(before)
    loops[loops.count - 1] = whole
  }

  /// A checkpoint is taken under the names of the loops around it.
  mutating func take(_ checkpoint: NameText) throws(Diagnostic) {
    try addCheckpoints(1)
    guard !search.missing.isEmpty else { return }
    search.take(
      checkpoint, names,
      in: loops.map {
        CheckpointSearch.Loop(
          name: $0.name, rounds: $0.rounds, round: $0.round, intervals: $0.intervals)
      })
  }

  /// What there is now.
  private var sofar: Tally {
    Tally(
      operations: operations, checkpoints: checkpoints, bytes: bytes, inserted: objects.byEntity)
  }

  private mutating func restore(_ tally: Tally) {
    operations = tally.operations
    checkpoints = tally.checkpoints
    bytes = tally.bytes
    objects.byEntity = tally.inserted
  }

  /// No work.
  private var nothing: Tally { Tally(inserted: objects.byEntity.map { _ in 0 }) }

  private func growth(since before: Tally) -> Tally {
    Tally(
      operations: operations - before.operations, checkpoints: checkpoints - before.checkpoints,
      bytes: bytes - before.bytes,
      inserted: zip(objects.byEntity, before.inserted).map { $0 - $1 })
  }

  private mutating func add(_ tally: Tally, times: Int) throws(Diagnostic) {
    try add(tally.operations.times(times))
    try addCheckpoints(tally.checkpoints.times(times))
    try addBytes(tally.bytes.times(times))
    for (entity, count) in tally.inserted.enumerated() {
      objects.byEntity[entity] = objects.byEntity[entity].adding(count.times(times))
    }
  }
}

// MARK: - Formulas

extension CostEstimate {
  /// The value of a formula that says how many.
  mutating func count(_ formula: Formula) throws(Diagnostic) -> Int {
    try evaluate(formula) { names throws(FormulaError) in try formula.count(in: names) }
  }

  /// The count of what may be switched off; nil where it is.
  mutating func count(_ limit: Limit?) throws(Diagnostic) -> Int? {
    guard let limit else { return nil }
    var count: Int?
    try limit.check { formula throws(Diagnostic) in
      count = try evaluate(formula) { names throws(FormulaError) in try limit.value(in: names) }
    }
    return count
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
      guard let value = names.find(mention) else { continue }
      let fact = "\(mention.text) is \(value)"
      if !facts.contains(fact) { facts.append(fact) }
    }
    return facts
  }
}

/// The limits of a pass, checked by its plan before anything runs.
struct PassLimits: Sendable {
  /// The most steps and objects.
  var operations: Int
  /// The most checkpoints: each takes all readings, which are kept until the result is written.
  var checkpoints: Int
  /// The most bytes of text and data in the values that are set or loaded.
  var bytes: Int

  /// The limits of a scenario that names none.
  static let standard = PassLimits(operations: 10_000_000, checkpoints: 5_000, bytes: 4 << 30)
  /// No limits.
  static let none = PassLimits(operations: .max, checkpoints: .max, bytes: .max)

  /// Sets the limit of a name; a word for none allows any number.
  mutating func set(_ name: String, to node: Node) throws(Diagnostic) {
    let most = try node.integerOrOff(in: 1...Int.max) ?? .max
    switch name {
    case ScenarioReader.operationsKey.name: operations = most
    case ScenarioReader.checkpointsKey.name: checkpoints = most
    default: bytes = most
    }
  }
}

extension Scenario {
  /// The scenario with other limits than its own, as `--limit operations=1e8` gives them.
  func allowing(_ limits: [Setting]) throws(Diagnostic) -> Scenario {
    var scenario = self
    for limit in limits {
      let known = ScenarioReader.limitKeys.map(\.name)
      guard known.contains(limit.name) else {
        throw Diagnostic(
          "there is no limit \(limit.name.inQuotes)"
            + Spelling.question(for: limit.name, among: known),
          file: file, notes: ["known limits: \(Spelling.list(known))"])
      }
      try scenario.limits.set(
        limit.name, to: Node(argument: limit.value.plain, of: "--limit \(limit.name)"))
    }
    return scenario
  }
}

extension CostEstimate {
  /// How ten times as much is allowed, for those whose scenario comes to more than it may.
  static func notes(
    allowingMoreThan limit: Int, of name: String = ScenarioReader.operationsKey.name
  ) -> [String] {
    let more = grouped(limit.times(10))
    return [
      "'limits: {\(name): \(more)}' in the scenario allows more",
      "'--limit \(name)=\(more)' allows it for one run",
    ]
  }

  /// Digits in groups, as a scenario may have them.
  static func grouped(_ number: Int) -> String {
    NumberText.grouped(number).replacing(",", with: "_")
  }
}
