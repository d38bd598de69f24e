// The turns that are going on, and their pool: what was handed out lives until its turn ends.

/// Objects that turns keep alive, in place of the autorelease pool that the platform lacks (L2, R1).
///
/// The pool holds exactly the objects that say so, each once (10). Turns nest: each drains the pool to where it was when
/// the turn began.
struct TurnPool {
  private var objects: ContiguousArray<ManagedObject> = []
  /// How many turns are going on, one within the other.
  private(set) var depth = 0

  /// How many objects the pool holds.
  var count: Int { objects.count }

  /// Begins a turn; the mark is what the pool is drained to once the turn has ended.
  mutating func beginTurn() -> Int {
    depth += 1
    return objects.count
  }

  /// Ends a turn; the pool is drained when its changes were processed.
  mutating func endTurn() { depth = max(0, depth - 1) }

  /// Holds an object that is handed out.
  mutating func add(_ object: ManagedObject) {
    guard !object.flags.contains(.pooled) else { return }
    object.flags.insert(.pooled)
    objects.append(object)
  }

  /// Hands over everything that was added since a mark: the caller releases it, and an object that is
  /// deallocated then may use the pool again.
  mutating func take(from mark: Int) -> ContiguousArray<ManagedObject> {
    guard mark < objects.count else { return [] }
    let taken = ContiguousArray(objects[mark...])
    if mark == 0 { objects = [] } else { objects.removeSubrange(mark...) }
    for object in taken { object.flags.remove(.pooled) }
    return taken
  }

  /// Shows the pool and the objects that it holds.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: objects, .registry)
    visitor.show(blocksOf: objects)
  }

  /// (10) The pool holds exactly the objects that say so, each once.
  func violation(among registered: ContiguousArray<ManagedObject>) -> String? {
    let flagged = registered.count { $0.flags.contains(.pooled) }
    let known = objects.count { $0.flags.contains(.pooled) && !$0.flags.contains(.detached) }
    guard flagged != known else { return nil }
    return "(10) \(flagged) objects say that the pool holds them, and it holds \(known)."
  }
}
