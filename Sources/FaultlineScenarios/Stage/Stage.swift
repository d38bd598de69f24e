// Where the steps of one pass play: a context over a new store, names, and the instruments.

package import Faultline
import FaultlineMeasures

/// The world of one pass; when it goes, everything that it made goes, or has leaked.
package final class Stage {
  package let model: ManagedObjectModel
  package private(set) var context: ManagedObjectContext
  let coordinator: PersistentStoreCoordinator
  var cast = Cast()
  var names: Names
  /// The streams of random numbers, each going on where the last step left it.
  var sources: [Source]
  /// Whether a turn is open, so that steps in it are not turns of their own.
  private var isInTurn = false
  /// The rounds of the open loops, outermost first.
  private(set) var rounds: [LoopRound] = []
  /// The round of the innermost loop, counted from 0.
  var round: Int { rounds.last?.number ?? 0 }
  private let instruments: any Instruments
  private let settings: ContextSettings
  private let routine: RoutineIntervals
  /// How many turns have ended that stood in no other.
  private var turns = 0

  init(
    _ trial: Trial, folder: String, contents: StoreContents, instruments: any Instruments
  ) throws(GraphError) {
    model = trial.model
    sources = trial.streams.map { Source(Dice(seed: trial.seed, purpose: $0)) }
    names = Names(trial.parameters)
    self.instruments = instruments
    settings = trial.settings
    routine = trial.settings.routine.intervals(in: names)
    coordinator = PersistentStoreCoordinator(managedObjectModel: trial.model)
    try trial.store.open(coordinator, folder, contents, trial.settings.stores.pragmas)
    context = ManagedObjectContext()
    try context.setPersistentStoreCoordinator(coordinator)
    trial.settings.apply(to: context)
  }

  /// Plays steps one after the other, each a turn of its own unless one is open.
  func play(_ steps: [PlacedStep]) throws(StepFailure) {
    for placed in steps {
      instruments.begin(placed.ordinal)
      instruments.willPlay(placed, on: self)
      let breaking = type(of: placed.step).mayBreakKnots
      if breaking { instruments.beforeBreaking(self) }
      if isInTurn || type(of: placed.step).hasOwnTurns {
        try placed.step.run(on: self)
      } else {
        try inTurn { () throws(StepFailure) in try placed.step.run(on: self) }
      }
      if breaking { instruments.afterBreaking(self) }
      instruments.sample()
      instruments.didPlay(placed, on: self)
    }
  }

  /// One turn of the run loop around some steps.
  func inTurn(_ body: () throws(StepFailure) -> Void) throws(StepFailure) {
    let isOutermost = !isInTurn
    let mark = routine.isEmpty || !isOutermost ? context.beginTurn() : 0
    do throws(StepFailure) {
      isInTurn = true
      defer { isInTurn = !isOutermost }
      try body()
    } catch {
      // The step's own error says more than what follows from it.
      try? context.endTurn(mark)
      throw error
    }
    guard isOutermost, !routine.isEmpty else {
      return try engine { () throws(GraphError) in try context.endTurn(mark) }
    }
    try endTurn()
  }

  /// Ends a turn of a context that does something by itself now and then.
  private func endTurn() throws(StepFailure) {
    turns += 1
    try engine { () throws(GraphError) in
      // What an undrained pool holds lies in it from the last drain on.
      if routine.drains(after: turns) { try context.endTurn(0) } else { try context.processing() }
    }
    for duty in routine.duties(after: turns) {
      let breaking = duty != .saveEvery
      if breaking { instruments.beforeBreaking(self) }
      try engine { () throws(GraphError) in try perform(duty) }
      if breaking { instruments.afterBreaking(self) }
      instruments.sample()
    }
  }

  private func perform(_ duty: Routine.Duty) throws(GraphError) {
    switch duty {
    case .drainEvery: break
    case .saveEvery: try context.save()
    case .refreshEvery:
      for object in context.registeredObjects where !object.hasChanges {
        try context.refreshing(object, mergeChanges: false)
      }
    case .resetEvery: context.reset()
    case .freshContextEvery:
      let fresh = ManagedObjectContext()
      try fresh.setPersistentStoreCoordinator(coordinator)
      settings.apply(to: fresh)
      context = fresh
    }
    let mark = context.beginTurn()
    try context.endTurn(mark)
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
  var namedContexts: [(name: String, context: ManagedObjectContext)] { [("main", context)] }

  /// Shows the memory of everything on the stage, and the script's own.
  func showBlocks(to visitor: BlockVisitor) {
    context.showBlocks(to: visitor)
    coordinator.showBlocks(to: visitor)
    cast.showBlocks(to: visitor)
    names.showBlocks(to: visitor)
    visitor.show(self, .script)
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
  /// A step begins; its number is where a trial that dies is found.
  func begin(_ step: Int)
  /// A loop comes to its next round.
  func iterate(_ round: Int)
  /// A step that may break knots is about to run, and has run.
  func beforeBreaking(_ stage: Stage)
  func afterBreaking(_ stage: Stage)
  /// Something was done that may have raised the peak.
  func sample()
  /// Readings are to be taken.
  func checkpoint(_ name: String, template: String, _ stage: Stage) throws(StepFailure)
  /// A step is about to be played, and was played with its turn ended.
  func willPlay(_ step: PlacedStep, on stage: Stage)
  func didPlay(_ step: PlacedStep, on stage: Stage)
}

extension Instruments {
  package func willPlay(_ step: PlacedStep, on stage: Stage) {}
  package func didPlay(_ step: PlacedStep, on stage: Stage) {}
}
