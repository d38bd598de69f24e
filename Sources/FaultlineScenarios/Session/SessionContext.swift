// A context of a session: its name, how it is opened, and what it does by itself.

import Faultline

/// A context that steps play in, until it is closed.
final class SessionContext {
  /// The name of the scenario's own context.
  static let main = "main"

  let name: String
  /// The number of its name.
  let slot: Int
  /// Distinguishes it from others that had or will have the name; the scenario's own has 0.
  let number: Int
  private(set) var context: ManagedObjectContext
  /// What those have counted whose places fresh ones took.
  private(set) var former = ContextStatistics()
  /// Hears what the context saves, where it may be merged.
  private(set) var recorder: SaveRecorder?
  private let coordinator: PersistentStoreCoordinator
  private let parent: ManagedObjectContext?
  private let settings: ContextSettings
  private let queue: QueueSetting
  private let routine: RoutineIntervals
  private let instruments: any Instruments
  /// How many turns are open, one within the other.
  private var depth = 0
  /// How many turns have ended that stood in no other.
  private var turns = 0

  /// Opens a context over a coordinator, or over a parent.
  init(
    _ name: String, slot: Int, number: Int, _ settings: ContextSettings, queue: QueueSetting,
    parent: ManagedObjectContext? = nil, over coordinator: PersistentStoreCoordinator,
    _ names: Names, _ merges: MergesAhead?, _ instruments: any Instruments
  ) throws(GraphError) {
    self.name = name
    self.slot = slot
    self.number = number
    self.settings = settings
    self.queue = queue
    self.parent = parent
    self.coordinator = coordinator
    self.instruments = instruments
    routine = settings.routine.intervals(in: names)
    context = try Self.open(name, settings, queue, parent, coordinator, instruments)
    if let merges, merges.take(from: slot) {
      recorder = SaveRecorder(context, slot: slot, merges)
    }
  }

  private static func open(
    _ name: String, _ settings: ContextSettings, _ queue: QueueSetting,
    _ parent: ManagedObjectContext?, _ coordinator: PersistentStoreCoordinator,
    _ instruments: any Instruments
  ) throws(GraphError) -> ManagedObjectContext {
    let context = ManagedObjectContext(concurrencyType: queue.type)
    guard queue != .main || context.isOpenHere else {
      throw GraphError(
        .coreData,
        "The context '\(name)' belongs to the main thread, and this trial runs on another; run it in a process "
          + "of its own.")
    }
    // A trial has one thread: whatever is sent to a queue is done at once, the same in every run.
    context.isDriven = queue == .private
    context.referenceWatcher = instruments.referenceWatcher
    context.activity = instruments.activity(of: name, coordinator.managedObjectModel)
    if name != main { context.name = name }
    if let parent {
      try context.setParent(parent)
    } else {
      try context.setPersistentStoreCoordinator(coordinator)
    }
    try context.performingAndWait { () throws(GraphError) in try settings.apply(to: context) }
    return context
  }

  /// Whether blocks that are sent to the context run on the thread that sends them.
  var isDriven: Bool {
    get { context.isDriven }
    set { if queue == .private { context.isDriven = newValue } }
  }

  /// Whether another context is this one's parent, or its parent's.
  func stands(above other: SessionContext) -> Bool {
    var ancestor = context.parent
    while let found = ancestor {
      if found === other.context { return true }
      ancestor = found.parent
    }
    return false
  }

  /// Does something on the context's queue, or on the thread that it is confined to.
  func working(_ body: () throws -> Void) throws {
    if queue == .confinement { return try body() }
    var failure: (any Error)?
    try context.performingAndWait { do { try body() } catch { failure = error } }
    if let failure { throw failure }
  }

  /// Returns what is found on the context's queue.
  func reading<Found>(_ body: () throws -> Found) throws -> Found {
    var found: Found?
    try working { found = try body() }
    guard let found else { preconditionFailure("a body that ends has found something") }
    return found
  }

  /// Shows the context's memory, and this as the script's own.
  func showBlocks(to visitor: BlockVisitor) {
    context.showBlocks(to: visitor)
    visitor.show(self, .script)
    recorder?.showBlocks(to: visitor)
  }
}

// MARK: - Turns

extension SessionContext {
  /// Opens a turn and returns its mark.
  ///
  /// What an undrained pool holds lies in it from the last drain on: such a turn begins at no mark of its own.
  func beginTurn() -> Int {
    depth += 1
    return depth > 1 || routine.isEmpty ? context.beginTurn() : 0
  }

  /// Ends the turn of a mark, and returns what the context does by itself then.
  func endTurn(_ mark: Int) throws(GraphError) -> [Routine.Duty] {
    depth -= 1
    guard depth == 0, !routine.isEmpty else {
      try context.endTurn(mark)
      return []
    }
    turns += 1
    if routine.drains(after: turns) { try context.endTurn(0) } else { try context.processing() }
    return routine.duties(after: turns)
  }

  /// Does what a context does by itself now and then.
  func perform(_ duty: Routine.Duty) throws(GraphError) {
    if duty == .freshContextEvery { try renew() }
    try context.performingAndWait { () throws(GraphError) in
      // A turn, so that what others hand out meanwhile goes with it.
      let mark = context.beginTurn()
      switch duty {
      case .drainEvery, .freshContextEvery: break
      case .saveEvery: try context.save()
      case .refreshEvery: try context.refreshingAllObjects()
      case .resetEvery: context.reset()
      }
      try context.endTurn(mark)
    }
  }

  private func renew() throws(GraphError) {
    let fresh = try Self.open(name, settings, queue, parent, coordinator, instruments)
    former += context.statistics
    context = fresh
    recorder = recorder?.followed(to: context)
  }
}

// The contexts of a session: opened, found, closed; and variables whose objects stay in their own.
extension Session {
  /// The contexts that are open.
  var managedObjectContexts: [ManagedObjectContext] { contexts.map(\.context) }

  /// What contexts have counted that are gone.
  var formerStatistics: ContextStatistics {
    var sum = closed
    for context in contexts { sum += context.former }
    return sum
  }

  /// The open context that a step names.
  func context(_ reference: ContextReference) throws -> SessionContext {
    guard let context = contexts.first(where: { $0.slot == reference.slot }) else {
      throw StepFailure("No context '\(reference.name)' is open here.")
    }
    return context
  }

  /// The same, or the one that steps play in where the step names none.
  func context(_ reference: ContextReference?) throws -> SessionContext {
    guard let reference else { return current }
    return try context(reference)
  }

  /// Opens a context; one of that name that is open is let go.
  func open(
    _ reference: ContextReference, _ settings: ContextSettings, queue: QueueSetting,
    parent: ContextReference?
  ) throws {
    let parent = try parent.map { try context($0).context }
    if contexts.contains(where: { $0.slot == reference.slot }) { try close(reference) }
    openings += 1
    contexts.append(
      try SessionContext(
        reference.name, slot: reference.slot, number: openings, settings, queue: queue,
        parent: parent, over: coordinator, names, merges, instruments))
  }

  /// Lets a context go; its objects stay where something holds them.
  func close(_ reference: ContextReference) throws {
    let context = try context(reference)
    closed += context.former
    closed += context.context.statistics
    contexts.removeAll { $0 === context }
    for index in guests.indices where guests[index].context === context {
      guests[index].context = nil
    }
  }
}

// MARK: - Variables

extension Session {
  /// Lets a variable have something of the context that steps play in, if the step names one.
  func give(_ variable: Variable?, _ content: Variables.Content) {
    guard let variable else { return }
    variables.bind(variable.slot, to: content, of: current)
  }

  /// The context to which a variable's objects belong.
  func owner(of variable: Variable) throws -> SessionContext {
    let owner = variables[variable.slot]?.owner ?? 0
    guard let context = contexts.first(where: { $0.number == owner }) else {
      throw StepFailure("The context of the objects '\(variable.name)' was closed.")
    }
    return context
  }

  /// The objects of a variable, which belong to the context that steps play in (P7), unless a step expects to be
  /// refused because they do not.
  func objects(
    _ variable: Variable, ofAnyone isOfAnyone: Bool = false
  ) throws -> ContiguousArray<ManagedObject> {
    if isOfAnyone { return variables.objects(of: variable.slot) }
    try checkOwner(of: variable)
    let objects = variables.objects(of: variable.slot)
    try check(objects.first?.managedObjectContext, variable)
    return objects
  }

  /// Stops a step whose objects belong to another context, or to one that is gone.
  func checkOwner(of variable: Variable) throws {
    guard let owner = variables[variable.slot]?.owner, owner != current.number else { return }
    guard let other = contexts.first(where: { $0.number == owner }) else {
      throw StepFailure("The context of the objects '\(variable.name)' was closed.")
    }
    throw stranger(variable, in: other.name)
  }

  /// Stops it also where a fresh context took the place of theirs, which something keeps alive.
  func check(_ other: ManagedObjectContext?, _ variable: Variable) throws {
    guard let other, other !== context else { return }
    let owner = contexts.first { $0.context === other }
    throw owner.map { stranger(variable, in: $0.name) }
      ?? StepFailure(
        "The objects '\(variable.name)' belong to a former context of '\(current.name)'.")
  }

  private func stranger(_ variable: Variable, in owner: String) -> StepFailure {
    StepFailure(
      "The objects '\(variable.name)' belong to the context '\(owner)', and this step plays in '\(current.name)'; "
        + "objects never cross contexts, their IDs do (P7).")
  }
}
