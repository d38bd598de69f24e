// Undo: what each turn changed is one group; it holds what it would change back (U1).

/// What an undo takes back.
enum UndoAction: Sendable, Hashable {
  case inserted(Int)
  case deleted(Int)
  case number(Int, Int)
  case one(Int, Schema.End, Int?)
  case came(Int, Schema.End, Int)
  case left(Int, Schema.End, Int)
  /// A relationship that is as it was.
  case nothing(Int)

  /// The object that it changes.
  var object: Int {
    switch self {
    case .inserted(let object), .deleted(let object), .number(let object, _),
      .one(let object, _, _), .came(let object, _, _), .left(let object, _, _),
      .nothing(let object):
      object
    }
  }

  /// The objects that it keeps: the one that it changes, and one that a relationship led to (205).
  var objects: [Int] {
    switch self {
    case .one(let object, _, let former): [object] + (former.map { [$0] } ?? [])
    case .came(let object, _, let member), .left(let object, _, let member): [object, member]
    default: [object]
    }
  }
}

/// What can be undone and done again in a context.
struct UndoState: Sendable {
  var undoGroups: [[UndoAction]] = []
  var redoGroups: [[UndoAction]] = []
  /// The group of the turn that is open.
  var open: [UndoAction] = []
  /// What was changed since changes were processed last.
  var event: [UndoAction] = []

  /// The groups that can be undone, with the one that is open.
  var groupCount: Int { undoGroups.count + (open.isEmpty && event.isEmpty ? 0 : 1) }
  var undoObjects: Set<Int> {
    Set((undoGroups + [open + event.coalesced]).flatMap(\.kept))
  }
  var redoObjects: Set<Int> { Set(redoGroups.flatMap(\.kept)) }
  var held: Set<Int> { undoObjects.union(redoObjects) }
}

extension [UndoAction] {
  /// The objects that a group keeps; what else was changed of a new object is part of its insertion.
  var kept: [Int] {
    var inserted: Set<Int> = []
    return flatMap { action in
      if case .inserted(let object) = action { inserted.insert(object) }
      return inserted.contains(action.object) ? [action.object] : action.objects
    }
  }

  /// The same with one action for each property (196).
  var coalesced: [UndoAction] {
    var kept: [UndoAction] = []
    for action in self {
      switch action {
      case .number(let object, _):
        if kept.contains(where: { if case .number(object, _) = $0 { true } else { false } }) {
          continue
        }
      case .one(let object, let end, _):
        if kept.contains(where: { if case .one(object, end, _) = $0 { true } else { false } }) {
          continue
        }
      case .came(let object, let end, let member):
        if let place = kept.firstIndex(of: .left(object, end, member)) {
          kept[place] = .nothing(object)
          continue
        }
      case .left(let object, let end, let member):
        if let place = kept.firstIndex(of: .came(object, end, member)) {
          kept[place] = .nothing(object)
          continue
        }
      default: break
      }
      kept.append(action)
    }
    return kept
  }
}

extension World {
  mutating func noteForUndo(_ action: UndoAction, in context: Int) {
    guard contexts[context].settings.undo != .none else { return }
    contexts[context].undo.event.append(action)
    if !contexts[context].isReversing { contexts[context].undo.redoGroups = [] }
  }

  /// What was changed becomes part of the open group.
  mutating func registerEvent(of context: Int) {
    guard !contexts[context].isReversing else { return }
    contexts[context].undo.open += contexts[context].undo.event.coalesced
    contexts[context].undo.event = []
  }

  /// The turn is over, and what it changed is one step.
  mutating func closeUndoGroup(of context: Int) {
    let group = contexts[context].undo.open
    guard !group.isEmpty else { return }
    contexts[context].undo.open = []
    contexts[context].undo.undoGroups.append(group)
    if case .levels(let levels) = contexts[context].settings.undo {
      let excess = contexts[context].undo.undoGroups.count - levels
      if excess > 0 { contexts[context].undo.undoGroups.removeFirst(excess) }
    }
  }

  mutating func undo(in context: Int) throws(Unplayable) {
    guard contexts[context].settings.undo != .none else { throw Unplayable("no undo manager") }
    guard contexts[context].undo.groupCount > 0 || !contexts[context].deletions.isEmpty else {
      return
    }
    try process(context)
    closeUndoGroup(of: context)
    guard let group = contexts[context].undo.undoGroups.popLast() else { return }
    contexts[context].undo.redoGroups.append(try reversed(group, in: context))
    collect()
  }

  mutating func redo(in context: Int) throws(Unplayable) {
    guard contexts[context].settings.undo != .none else { throw Unplayable("no undo manager") }
    guard !contexts[context].undo.redoGroups.isEmpty else { return }
    try process(context)
    closeUndoGroup(of: context)
    guard let group = contexts[context].undo.redoGroups.popLast() else { return }
    contexts[context].undo.undoGroups.append(try reversed(group, in: context))
    collect()
  }

  mutating func scrub(_ context: Int) throws(Unplayable) {
    guard contexts[context].settings.undo != .none else { throw Unplayable("no undo manager") }
    contexts[context].undo = UndoState()
  }

  /// Takes a group back, and returns what would do it again.
  private mutating func reversed(
    _ group: [UndoAction], in context: Int
  ) throws(Unplayable) -> [UndoAction] {
    contexts[context].isReversing = true
    for place in group.indices.reversed() {
      if case .came(let number, let end, _) = group[place], isOfActingEnd(place, in: group) {
        try realize(number)
        _ = try members(number, end)
      }
      try takeBack(group[place])
    }
    try process(context)
    contexts[context].isReversing = false
    let opposite = contexts[context].undo.event.coalesced
    contexts[context].undo.event = []
    for number in Set(group.map(\.object)) { normalize(number) }
    contexts[context].departed.formUnion(
      group.map(\.object).filter { objects[$0]?.isRegistered == false })
    return opposite
  }

  private mutating func takeBack(_ action: UndoAction) throws(Unplayable) {
    let number = action.object
    let context = self[number].context
    switch action {
    case .inserted:
      if self[number].isInserted {
        noteForUndo(.deleted(number), in: context)
        leave(number)
      } else {
        try delete(number)
      }
    case .deleted: bringBack(number)
    case .number(_, let value):
      try realize(number)
      putNumber(number, value)
    case .one(_, let end, let former):
      try realize(number)
      try restore(number, end, former)
    case .came(_, let end, let member):
      try realize(number)
      takeOutMember(member, of: number, end)
    case .left(_, let end, let member):
      try realize(number)
      if isReadFirst(end, of: number, for: member) { _ = try members(number, end) }
      putMember(member, into: number, end)
    case .nothing: noteForUndo(.nothing(number), in: context)
    }
  }

  /// Returns whether a member came to a relationship that was changed, and not to the other end of one, where both ends
  /// are to-many: it is read before the member leaves, as it is before any does.
  private func isOfActingEnd(_ place: Int, in group: [UndoAction]) -> Bool {
    guard case .came(let number, let end, let member) = group[place] else { return false }
    guard let inverse = schema.inverse(of: end) else { return true }
    return schema[inverse].isToMany
      && group[(place + 1)...].contains(.came(member, inverse, number))
  }

  /// Returns whether a relationship is read before a member comes back, as it is for any new member.
  ///
  /// Of a many-to-many relationship one end is enough, and of a new object everything is known.
  private func isReadFirst(_ end: Schema.End, of number: Int, for member: Int) -> Bool {
    guard let inverse = schema.inverse(of: end) else { return true }
    guard schema[inverse].isToMany else { return false }
    guard !self[member].isInserted else { return false }
    let others = self[member].manys[inverse.relationship]
    return others?.isLoaded != true && others?.objects.contains(number) != true
  }

  /// A to-one relationship leads where it led; where it is one to one, the other ends follow at once.
  private mutating func restore(
    _ number: Int, _ end: Schema.End, _ former: Int?
  ) throws(Unplayable) {
    let isThere = self[number].ones[end.relationship] == former
    let replaced = isThere ? former : destination(number, end)
    putOne(number, end, former)
    guard replaced != former, let inverse = schema.inverse(of: end), !schema[inverse].isToMany
    else { return }
    if let replaced, self[replaced].ones[inverse.relationship] == number {
      putOne(replaced, inverse, nil)
    }
    guard let former else { return }
    try realize(former)
    _ = destination(former, inverse)
    putOne(former, inverse, number)
  }

  /// A deletion is taken back: what is gone from the store is a new object then (206).
  private mutating func bringBack(_ number: Int) {
    let context = self[number].context
    noteForUndo(.inserted(number), in: context)
    if self[number].isRegistered {
      self[number].isDeleted = false
      self[number].isPropagated = false
    } else {
      if self[number].known != nil { self[number].record = makeRecord() }
      self[number].isRegistered = true
      self[number].isFault = false
      self[number].isInserted = true
      self[number].known = nil
      self[number].oneRecords = [:]
    }
  }

  /// An object of which everything is as its row has it is not updated (U6).
  private mutating func normalize(_ number: Int) {
    guard let object = objects[number], object.isRegistered, !object.isInserted, !object.isDeleted
    else { return }
    self[number].isUpdated = differs(object)
    if !self[number].isUpdated { self[number].setOnes = [] }
    for (place, members) in object.manys where !members.isChanged {
      self[number].manys[place]?.isTouched = false
      self[number].manys[place]?.order = .asSaved
      if !members.isLoaded { self[number].manys[place] = nil }
    }
  }

  /// Whether an object differs from its row.
  func differs(_ object: Object) -> Bool {
    guard let known = object.known else { return false }
    return object.n != known.n || object.oneRecords != known.ones
      || object.manys.values.contains { $0.isChanged }
  }
}
