// Objects that a save compares with their rows although it does not write them.

extension ManagedObjectContext {
  /// Lets the next save compare an object's row with the store's as if the object had changed
  /// (semantics 7, 155).
  ///
  /// For values that a decision rests on: if they are changed elsewhere, the save meets a conflict. The
  /// context holds the object until then.
  public func detectConflicts(for object: ManagedObject) {
    checkQueue()
    do throws(GraphError) { try watching(object) } catch { misuse(error) }
  }

  /// Watches an object, or says why it cannot be.
  package func watching(_ object: ManagedObject) throws(GraphError) {
    try checkMembership(of: object, "watch it there.")
    try object.realize()
    guard !object.isNew, object.row != nil, !watched.contains(object) else { return }
    watched.append(object)
  }

  /// Those of the watched objects that a save would not compare by itself.
  func objectsToCompare() -> [ManagedObject] {
    watched.filter { !$0.hasChanges && $0.row != nil && $0.managedObjectContext === self }
  }
}
