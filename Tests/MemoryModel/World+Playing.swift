// Steps: each is an action of one context, in a turn of its own or in one that is open.

extension World {
  /// Plays an action, or nothing of it where it cannot be played; what is returned is the action as it must be written.
  mutating func playIfPossible(_ play: Play) -> Play? {
    var world = self
    do {
      let played = try world.play(play)
      self = world
      return played
    } catch {
      return nil
    }
  }

  /// The number of the open context of a name.
  func context(_ name: String) -> Int? {
    contexts.lastIndex { $0.name == name && $0.isOpen }
  }

  func isOpen(_ name: String) -> Bool { context(name) != nil }

  /// Plays an action; where none is open, in a turn of its own.
  private mutating func play(_ play: Play) throws(Unplayable) -> Play {
    guard let context = context(play.context) else { throw Unplayable("no such context") }
    watchCycles()
    actor = context
    let isOwnTurn = turn == nil
    if isOwnTurn { turn = OpenTurn(context: context) } else { join(context) }
    var played = play
    played.action = try perform(play.action, in: context)
    collect()
    if isOwnTurn { try finishTurn() }
    compareCycles(cause: play.action.keyword)
    return played
  }

  /// Lets a context have a part in the turn that is open.
  mutating func join(_ context: Int) {
    guard let open = turn, open.context != context, !open.guests.contains(context) else { return }
    turn?.guests.append(context)
  }

  /// Begins a turn of several steps.
  mutating func beginTurn(in name: String) {
    guard let context = context(name) else { return }
    turn = OpenTurn(context: context)
  }

  /// Ends it.
  mutating func endTurn() {
    watchCycles()
    try? finishTurn()
    compareCycles(cause: "turn")
  }

  /// The guests end their parts first, then the context in which the turn began.
  private mutating func finishTurn() throws(Unplayable) {
    guard let open = turn else { return }
    turn = nil
    for context in open.guests + [open.context] where contexts[context].isOpen {
      actor = context
      try process(context)
      closeUndoGroup(of: context)
      contexts[context].pool = []
      collect()
    }
  }

  private mutating func perform(
    _ action: Action, in context: Int
  ) throws(Unplayable) -> Action {
    switch action {
    case .insert(let entity, let count, let into, let first):
      insert(entity, count, into, first, in: context)
    case .fetch(let fetch): try self.fetch(fetch, in: context)
    case .count: counts.roundTrips[actor, default: 0] += 1
    case .touch(let name):
      for object in try named(name, in: context) {
        guard !self[object].isDeleted else { throw Unplayable("deleted") }
        try realize(object)
      }
    case .walk(let name, let path):
      for object in try named(name, in: context) { try walk(from: object, path[...]) }
    case .set(let name, let first): try set(try named(name, in: context), first)
    case .relate(let name, let by, let other):
      try relate(try named(name, in: context), by, try named(other, in: context))
    case .unrelate(let name, let by):
      for object in try named(name, in: context) { try unrelate(object, by) }
    case .delete(let name):
      for object in try named(name, in: context) { try delete(object) }
    case .save: return .save(isRefused: try !save(context))
    case .refresh(let name, let merges):
      for object in try named(name, in: context) { try refresh(object, merges: merges) }
    case .rollback: try rollBack(context)
    case .undo(let count): for _ in 0..<count { try undo(in: context) }
    case .redo(let count): for _ in 0..<count { try redo(in: context) }
    case .scrub: try scrub(context)
    case .reset: reset(context)
    case .release(let name):
      guard variables.removeValue(forKey: name) != nil else { throw Unplayable("no such name") }
    case .hold(let name, let holder):
      guard let variable = variables[name], variable.context == context else {
        throw Unplayable("no such name")
      }
      let objects = try named(name, in: context)
      variables[holder] = Variable(
        context: context, entity: variable.entity, objects: objects, isContainer: true)
    case .drain: contexts[context].pool = []
    case .process: try process(context)
    case .open(let name, let parent, let settings):
      try open(name, parent: parent, settings)
    case .close(let name): try close(name)
    case .merge(let source):
      guard let source = self.context(source), source != context,
        contexts[context].parent == nil
          ? [nil, context].contains(contexts[source].parent) : contexts[context].parent == source
      else { throw Unplayable("neither siblings nor parent and child") }
      guard let changes = contexts[source].lastSave, !changes.mergedBy.contains(context) else {
        throw Unplayable("nothing to be merged")
      }
      contexts[source].lastSave?.mergedBy.insert(context)
      try merge(changes, into: context)
      noteMerge(of: source, into: context)
    }
    return action
  }

  /// The objects of a variable of a context, which finds all of them.
  func named(_ name: String, in context: Int) throws(Unplayable) -> [Int] {
    guard let variable = variables[name], variable.context == context, !variable.objects.isEmpty
    else { throw Unplayable("no such name here") }
    guard variable.objects.allSatisfy({ objects[$0]?.isRegistered == true }) else {
      throw Unplayable("objects that no context finds")
    }
    return variable.objects
  }

  private mutating func open(
    _ name: String, parent: String?, _ settings: ContextSettings
  ) throws(Unplayable) {
    guard context(name) == nil else { throw Unplayable("a context of that name is open") }
    var above: Int?
    if let parent {
      guard let found = context(parent) else { throw Unplayable("no such parent") }
      above = found
    }
    contexts.append(Context(name: name, parent: above, settings))
  }

  private mutating func close(_ name: String) throws(Unplayable) {
    guard let closed = context(name), closed != 0 else { throw Unplayable("no such context") }
    guard !contexts.contains(where: { $0.isOpen && $0.parent == closed }) else {
      throw Unplayable("a child needs it")
    }
    if let open = turn, open.context == closed || open.guests.contains(closed) {
      throw Unplayable("it has a part in the turn")
    }
    end(closed)
  }

  /// A context goes: it finds nothing any more and holds nothing; what its objects refer to stays (C1).
  private mutating func end(_ context: Int) {
    contexts[context].isOpen = false
    contexts[context].pool = []
    contexts[context].undo = UndoState()
    contexts[context].departed = []
    for number in objects.keys where objects[number]?.context == context {
      objects[number]?.isRegistered = false
      objects[number]?.isInserted = false
      objects[number]?.isUpdated = false
      objects[number]?.isDeleted = false
    }
    collect()
  }

  /// Lets every variable go, in a turn of the scenario's own context.
  mutating func releaseAll() {
    watchCycles()
    turn = OpenTurn(context: 0)
    variables = [:]
    collect()
    try? finishTurn()
    compareCycles(cause: "release")
  }

  /// Everything goes.
  mutating func end() {
    for context in contexts.indices.reversed() where contexts[context].isOpen { end(context) }
    cache = [:]
  }
}

extension Action {
  /// The keyword of the step.
  package var keyword: String {
    switch self {
    case .insert: "insert"
    case .fetch: "fetch"
    case .count: "count"
    case .touch: "touch"
    case .walk: "walk"
    case .set: "set"
    case .relate: "relate"
    case .unrelate: "unrelate"
    case .delete: "delete"
    case .save: "save"
    case .refresh: "refresh"
    case .rollback: "rollback"
    case .undo: "undo"
    case .redo: "redo"
    case .scrub: "scrub"
    case .reset: "reset"
    case .release: "release"
    case .hold: "hold"
    case .drain: "drain"
    case .process: "process"
    case .open: "context"
    case .close: "close"
    case .merge: "merge"
    }
  }
}
