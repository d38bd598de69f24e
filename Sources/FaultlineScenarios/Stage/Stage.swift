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
  var dice: [Dice]
  /// Whether a turn is open, so that steps in it are not turns of their own.
  private var isInTurn = false
  /// The rounds of the open loops, outermost first.
  private(set) var rounds: [LoopRound] = []
  /// The round of the innermost loop, counted from 0.
  var round: Int { rounds.last?.number ?? 0 }
  private let instruments: any Instruments

  init(_ trial: Trial, folder: String, instruments: any Instruments) throws(GraphError) {
    model = trial.model
    dice = trial.streams.map { Dice(seed: trial.seed, purpose: $0) }
    names = Names(trial.parameters)
    self.instruments = instruments
    coordinator = PersistentStoreCoordinator(managedObjectModel: trial.model)
    try trial.store.open(coordinator, folder, StoreCatalog.fixedIdentity)
    context = ManagedObjectContext()
    try context.setPersistentStoreCoordinator(coordinator)
    trial.settings.apply(to: context)
  }

  /// Plays steps one after the other, each a turn of its own unless one is open.
  func play(_ steps: [PlacedStep]) throws(StepFailure) {
    for placed in steps {
      instruments.begin(placed.ordinal)
      let breaking = type(of: placed.step).mayBreakKnots
      if breaking { instruments.beforeBreaking(self) }
      if isInTurn || type(of: placed.step).hasOwnTurns {
        try placed.step.run(on: self)
      } else {
        try inTurn { () throws(StepFailure) in try placed.step.run(on: self) }
      }
      if breaking { instruments.afterBreaking(self) }
      instruments.sample()
    }
  }

  /// One turn of the run loop around some steps.
  func inTurn(_ body: () throws(StepFailure) -> Void) throws(StepFailure) {
    let mark = context.beginTurn()
    let wasInTurn = isInTurn
    isInTurn = true
    defer { isInTurn = wasInTurn }
    do throws(StepFailure) {
      try body()
    } catch {
      // The step's own error says more than what follows from it.
      try? context.endTurn(mark)
      throw error
    }
    try engine { () throws(GraphError) in try context.endTurn(mark) }
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

  /// Shows the memory of everything on the stage, and the script's own.
  func showBlocks(to visitor: BlockVisitor) {
    context.showBlocks(to: visitor)
    coordinator.showBlocks(to: visitor)
    cast.showBlocks(to: visitor)
    names.showBlocks(to: visitor)
    visitor.show(self, .script)
    visitor.show(elementsOf: dice, .script)
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
}
