// The contexts of a session: opened, found, closed; and variables whose objects stay in their own.

import Faultline

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
        parent: parent, over: coordinator, names, listening, instruments.referenceWatcher))
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

  /// Visits the objects of a variable one after the other; batches that were passed are let go.
  func forEach(_ variable: Variable, _ body: (ManagedObject) throws -> Void) throws {
    guard let results = try batches(of: variable) else {
      for object in try objects(variable) { try body(object) }
      return
    }
    for position in results.indices { try body(try results.object(at: position)) }
  }

  /// The objects of a variable that come in batches, which belong to the context that steps play in (P7).
  private func batches(of variable: Variable) throws -> BatchedResults? {
    try checkOwner(of: variable)
    switch variables[variable.slot]?.content {
    case .batches(let results): return results
    case .results(let watcher):
      try check(watcher.controller.managedObjectContext, variable)
      return watcher.controller.fetchedObjects
    default: return nil
    }
  }

  /// Stops a step whose objects belong to another context, or to one that is gone.
  private func checkOwner(of variable: Variable) throws {
    guard let owner = variables[variable.slot]?.owner, owner != current.number else { return }
    guard let other = contexts.first(where: { $0.number == owner }) else {
      throw StepFailure("The context of the objects '\(variable.name)' was closed.")
    }
    throw stranger(variable, in: other.name)
  }

  /// Stops it also where a fresh context took the place of theirs, which something keeps alive.
  private func check(_ other: ManagedObjectContext?, _ variable: Variable) throws {
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
