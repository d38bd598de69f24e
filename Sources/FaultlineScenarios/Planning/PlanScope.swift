// What a step may rely on where it stands in a plan: the names that are known there, and what they mean.

import Faultline

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
