// What the steps of one pass play on: contexts over a new store, variables, and the instruments.

package import Faultline
import FaultlineKnowledge
import FaultlineMeasures
import FaultlineProfiler
import FaultlineReplay

/// The world of one pass; when it goes, everything that it made goes, or has leaked.
package final class Session {
  package let model: ManagedObjectModel
  let coordinator: PersistentStoreCoordinator
  /// The context that steps play in now.
  package var context: ManagedObjectContext { current.context }
  /// The same with its settings and turns.
  var current: SessionContext
  /// The contexts that are open, the scenario's own first.
  var contexts: [SessionContext]
  /// How many contexts were opened beside the scenario's own.
  var openings = 0
  /// How many there were when this session began, where it is a part of another.
  let firstOpening: Int
  /// How often blocks of steps have played on threads of their own.
  var threadings = 0
  /// What the contexts have counted that were closed.
  var closed = ContextStatistics()
  /// The innermost turn that is open, so that steps in it are not turns of their own.
  var turn: OpenTurn?
  /// The parts that other contexts have in open turns.
  var guests: [TurnGuest] = []
  /// What listeners have counted; nil where there are none.
  let tally: EventTally?
  /// Counts of what steps read from the history of stores; nil where no step does.
  let historyTally: HistoryTally?
  /// The merges of other contexts' saves that are still to be played; nil where there are none.
  let merges: MergesAhead?
  var variables: Variables
  var names: Names
  /// The streams of random numbers, each going on where the last step left it.
  var sources: [Source]
  /// The rounds of the open loops, outermost first.
  var rounds: [LoopRound] = []
  /// The round of the innermost loop, counted from 0.
  var round: Int { rounds.last?.number ?? 0 }
  let instruments: any Instruments
  let settings: ContextSettings
  private let seed: UInt64
  private let streams: [String]

  init(
    _ trial: Trial, folder: String, contents: StoreContents, instruments: any Instruments
  ) throws(GraphError) {
    model = trial.model
    seed = trial.scenario.seed
    streams = trial.pass.streams
    sources = streams.map { [seed] in Source(RandomNumbers(seed: seed, purpose: $0)) }
    firstOpening = 0
    names = trial.parameters
    variables = Variables(trial.pass.variables)
    self.instruments = instruments
    settings = trial.settings
    let listening = trial.pass.listening
    merges = MergesAhead(listening.merges)
    tally = listening.isCounted ? EventTally() : nil
    historyTally = listening.extras.contains(.history) ? HistoryTally() : nil
    coordinator = PersistentStoreCoordinator(managedObjectModel: trial.model)
    try trial.store.open(
      coordinator, folder, contents, trial.settings.stores.pragmas, trial.settings.behaviours)
    current = try SessionContext(
      SessionContext.main, slot: 0, number: 0, settings,
      queue: settings.sharing.queue ?? .confinement, over: coordinator, names, merges,
      instruments)
    self.contexts = [current]
  }

  /// A part of a session that one thread has for itself: one context, the variables of its objects, and random
  /// numbers that are no other part's.
  init(partOf whole: Session, number: Int, in context: SessionContext) {
    model = whole.model
    coordinator = whole.coordinator
    current = context
    contexts = whole.contexts
    openings = whole.openings + (number + 1) << 20
    firstOpening = openings
    tally = whole.tally
    historyTally = whole.historyTally
    merges = whole.merges
    variables = whole.variables.handOver(of: context)
    names = whole.names
    rounds = whole.rounds
    instruments = whole.instruments
    settings = whole.settings
    (seed, streams) = (whole.seed, whole.streams)
    let place = "in part \(number) of \(whole.threadings)"
    sources = streams.map { [seed] in
      Source(RandomNumbers(seed: seed, purpose: "\($0) \(place)"))
    }
  }

  /// Plays steps one after the other, each a turn of its own unless one is open.
  func play(_ steps: [PlacedStep]) throws(StepFailure) {
    for placed in steps {
      instruments.willPlay(placed, in: self)
      do {
        try execute(placed.step)
        try letGoOfNotifications(after: placed)
      } catch {
        throw StepFailure(error)
      }
      instruments.didPlay(placed, in: self)
    }
  }

  /// Lets go of the notifications of saves that no later step merges.
  private func letGoOfNotifications(after placed: PlacedStep) throws {
    guard let merges else { return }
    for source in merges.end(placed.ordinal) {
      guard let context = contexts.first(where: { $0.slot == source }) else { continue }
      try context.recorder?.letGo(in: context)
    }
  }

  private func execute(_ step: any Step) throws {
    if step.opensTurns(in: self) {
      try step.execute(in: self)
    } else if turn != nil {
      try current.working { try step.execute(in: self) }
    } else {
      try inTurn { try step.execute(in: self) }
    }
  }

  /// Plays a loop: its steps so many times, with the number of the round under the loop's name.
  func play(_ loop: Repetition) throws(StepFailure) {
    guard loop.isLoop else {
      if loop.times > 0 { try play(loop.steps) }
      return
    }
    if let name = loop.name { names.push(name, 0) }
    rounds.append(LoopRound(loop: loop.name, number: 0))
    defer {
      rounds.removeLast()
      if loop.name != nil { names.pop() }
    }
    for round in 0..<loop.times {
      begin(round, of: loop)
      try play(loop.steps)
    }
  }

  /// Begins a round of the innermost loop.
  func begin(_ round: Int, of loop: Repetition) {
    if let name = loop.name { names.set(name, to: round) }
    rounds[rounds.count - 1] = LoopRound(loop: loop.name, number: round)
    instruments.iterate(round + 1)
  }

  /// Every context there is, by its name.
  var namedContexts: [(name: String, context: ManagedObjectContext)] {
    contexts.map { ($0.name, $0.context) }
  }

  /// Shows the memory of everything in the session, and the script's own.
  func showBlocks(to visitor: BlockVisitor) {
    for context in contexts { context.showBlocks(to: visitor) }
    coordinator.showBlocks(to: visitor)
    variables.showBlocks(to: visitor)
    if let tally { visitor.show(tally, .script) }
    if let historyTally { visitor.show(historyTally, .script) }
    merges?.showBlocks(to: visitor)
    names.showBlocks(to: visitor)
    visitor.show(self, .script)
    visitor.show(elementsOf: contexts, .script)
    visitor.show(elementsOf: guests, .script)
    visitor.show(elementsOf: sources, .script)
    visitor.show(elementsOf: rounds, .script)
  }

  /// Takes every reading under a name, which was made from a template.
  func checkpoint(_ name: String, template: String) throws(StepFailure) {
    try instruments.checkpoint(name, template: template, self)
  }
}

/// What watches a pass from outside.
package protocol Instruments: AnyObject {
  /// A step is about to be played; its number is where a trial that dies is found.
  func willPlay(_ step: PlacedStep, in session: Session)
  /// A step was played, and its turn has ended.
  func didPlay(_ step: PlacedStep, in session: Session)
  /// The turn that is open is about to end: what it has handed out is there still.
  func willEndTurn(_ session: Session)
  /// A loop comes to its next round.
  func iterate(_ round: Int)
  /// Is notified of references that go in the session's contexts.
  var referenceWatcher: ReferenceWatcher? { get }
  /// Returns what counts the events of contexts of a name; nil where nothing does.
  func activity(of context: String, _ model: ManagedObjectModel) -> ActivityCounts?
  /// Plays parts of a session at the same time, each on a thread of its own; false if it can follow one thread only,
  /// and has played none.
  func playOnThreads(_ parts: [ThreadPart]) -> Bool
  /// Readings are to be taken.
  func checkpoint(_ name: String, template: String, _ session: Session) throws(StepFailure)
}

extension Instruments {
  package var referenceWatcher: ReferenceWatcher? { nil }
  package func activity(of context: String, _ model: ManagedObjectModel) -> ActivityCounts? { nil }
  package func willEndTurn(_ session: Session) {}
  package func playOnThreads(_ parts: [ThreadPart]) -> Bool { false }
}

// What a script holds, for code that asks for the holder of each object.
extension Session {
  /// Reports what variables, observers and notifications hold, a mention a reference.
  func forEachNamedHold(_ body: (NamedHolder, ManagedObject) -> Void) {
    variables.forEachNamedHold(body)
    variables.forEachObserved(body)
    for context in contexts { context.recorder?.forEachNamedHold(body) }
  }
}

extension Variables {
  fileprivate func forEachNamedHold(_ body: (NamedHolder, ManagedObject) -> Void) {
    for slot in names.indices.sorted(by: { names[$0] < names[$1] }) {
      guard case .objects(let objects) = self[slot]?.content else { continue }
      let holder = NamedHolder(.name, "the variable '\(names[slot])'")
      for object in objects { body(holder, object) }
    }
  }
}

/// An error that came up while a scenario played; it ends the trial and costs nothing else.
package struct StepFailure: Error, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// What a step has thrown, whatever it is.
  init(_ error: any Error) {
    switch error {
    case let error as StepFailure: self = error
    case let error as FormulaError: self.init(error.message)
    default: self.init("\(error)")
    }
  }
}
