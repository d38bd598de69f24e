// Where the steps of one pass play: contexts over a new store, names, and the instruments.

package import Faultline
import FaultlineMeasures

/// The world of one pass; when it goes, everything that it made goes, or has leaked.
package final class Stage {
  package let model: ManagedObjectModel
  let coordinator: PersistentStoreCoordinator
  /// The names of the coordinator's stores; none where there is one.
  let storeNames: [String]
  /// The context that steps play in now.
  package var context: ManagedObjectContext { bench.context }
  /// The bench of that context.
  var bench: Workbench
  /// The contexts that are open, the scenario's own first.
  var benches: [Workbench]
  /// How many contexts were opened beside the scenario's own.
  var openings = 0
  /// How many there were when this stage began, where it is a part of another.
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
  let listening: Listening
  var cast = Cast()
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
    seed = trial.seed
    streams = trial.streams
    sources = streams.map { [seed] in Source(Dice(seed: seed, purpose: $0)) }
    firstOpening = 0
    names = Names(trial.parameters)
    self.instruments = instruments
    settings = trial.settings
    listening = trial.listening
    tally = listening.isCounted ? EventTally() : nil
    storeNames = trial.store.names
    coordinator = PersistentStoreCoordinator(managedObjectModel: trial.model)
    try trial.store.open(coordinator, folder, contents, trial.settings.stores.pragmas)
    bench = try Workbench(
      Workbench.main, number: 0, settings, queue: settings.sharing.queue ?? .confinement,
      over: coordinator, names, listening)
    benches = [bench]
  }

  /// A part of a stage that one thread has for itself: one context, the names of its objects, and random numbers that
  /// are no other part's.
  init(partOf whole: Stage, number: Int, in bench: Workbench) {
    model = whole.model
    coordinator = whole.coordinator
    storeNames = whole.storeNames
    self.bench = bench
    benches = whole.benches
    openings = whole.openings + (number + 1) << 20
    firstOpening = openings
    tally = whole.tally
    listening = whole.listening
    cast = whole.cast.handOver(of: bench)
    names = whole.names
    rounds = whole.rounds
    instruments = whole.instruments
    settings = whole.settings
    (seed, streams) = (whole.seed, whole.streams)
    let place = "in part \(number) of \(whole.threadings)"
    sources = streams.map { [seed] in Source(Dice(seed: seed, purpose: "\($0) \(place)")) }
  }

  /// Plays steps one after the other, each a turn of its own unless one is open.
  func play(_ steps: [PlacedStep]) throws(StepFailure) {
    for placed in steps {
      instruments.willPlay(placed, on: self)
      let breaking = type(of: placed.step).mayBreakCycles
      if breaking { instruments.beforeBreaking(self) }
      if type(of: placed.step).hasOwnTurns {
        try placed.step.run(on: self)
      } else if turn != nil {
        try bench.working { () throws(StepFailure) in try placed.step.run(on: self) }
      } else {
        try inTurn { () throws(StepFailure) in try placed.step.run(on: self) }
      }
      if breaking { instruments.afterBreaking(self) }
      instruments.didPlay(placed, on: self)
    }
  }

  /// Plays steps with one more name.
  func play(
    _ steps: [PlacedStep], naming name: String?, _ value: Int
  ) throws(StepFailure) {
    let outer = names
    if let name { names = outer.with(name, value) }
    rounds.append(LoopRound(loop: name, number: value))
    instruments.iterate(value + 1)
    defer {
      names = outer
      rounds.removeLast()
    }
    try play(steps)
  }

  /// Every context there is, by its name.
  var namedContexts: [(name: String, context: ManagedObjectContext)] {
    benches.map { ($0.name, $0.context) }
  }

  /// Shows the memory of everything on the stage, and the script's own.
  func showBlocks(to visitor: BlockVisitor) {
    for bench in benches { bench.showBlocks(to: visitor) }
    coordinator.showBlocks(to: visitor)
    cast.showBlocks(to: visitor)
    if let tally { visitor.show(tally, .script) }
    names.showBlocks(to: visitor)
    visitor.show(self, .script)
    visitor.show(elementsOf: benches, .script)
    visitor.show(elementsOf: guests, .script)
    visitor.show(elementsOf: sources, .script)
    visitor.show(elementsOf: rounds, .script)
    visitor.show(elementsOf: storeNames, .script)
  }

  /// Takes every reading under a name, which was made from a template.
  func checkpoint(_ name: String, template: String) throws(StepFailure) {
    try instruments.checkpoint(name, template: template, self)
  }
}

/// What watches a pass from outside.
package protocol Instruments: AnyObject {
  /// A step is about to be played; its number is where a trial that dies is found.
  func willPlay(_ step: PlacedStep, on stage: Stage)
  /// A step was played, and its turn has ended.
  func didPlay(_ step: PlacedStep, on stage: Stage)
  /// A loop comes to its next round.
  func iterate(_ round: Int)
  /// A step that may break retain cycles is about to run, and has run.
  func beforeBreaking(_ stage: Stage)
  func afterBreaking(_ stage: Stage)
  /// Plays parts of a stage at the same time, each on a thread of its own; false if it can follow one thread only, and
  /// has played none.
  func playOnThreads(_ parts: [StagePart]) -> Bool
  /// Readings are to be taken.
  func checkpoint(_ name: String, template: String, _ stage: Stage) throws(StepFailure)
}

extension Instruments {
  package func playOnThreads(_ parts: [StagePart]) -> Bool { false }
}
