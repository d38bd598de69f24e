// The pool of a turn: what was handed out lives until the turn ends.

/// Objects that a turn keeps alive, in place of the autorelease pool that the platform lacks (L2, R1).
struct AutoreleasePool {
  private var objects: ContiguousArray<ManagedObject> = []

  /// How many objects the pool holds; also the mark to which a nested turn drains.
  var count: Int { objects.count }

  /// Shows the pool and the objects that it holds.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: objects, .registry)
    visitor.show(blocksOf: objects)
  }

  /// How many of them are of a kind.
  func count(where belongs: (ManagedObject) -> Bool) -> Int { objects.count(where: belongs) }

  mutating func add(_ object: ManagedObject) { objects.append(object) }

  /// Hands over everything that was added since a mark: the caller releases it, and an object that is
  /// deallocated then may use the pool again.
  mutating func take(from mark: Int) -> ContiguousArray<ManagedObject> {
    guard mark < objects.count else { return [] }
    let taken = ContiguousArray(objects[mark...])
    if mark == 0 { objects = [] } else { objects.removeSubrange(mark...) }
    for object in taken { object.flags.remove(.pooled) }
    return taken
  }
}
