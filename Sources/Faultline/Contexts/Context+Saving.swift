// Saving, and what a program can ask of the next save.

extension ManagedObjectContext {
  /// Writes all unsaved changes to the stores, or throws and changes nothing.
  public func save() throws(GraphError) {
    checkQueue()
    try saving()
  }

  /// Saves; a parent that is asked to does so on its own queue.
  package func saving() throws(GraphError) {
    var save = SavePipeline(self)
    try save.run()
  }

  /// Whether a save would write or compare anything.
  var hasSomethingToSave: Bool { hasChanges || !agenda.watched.isEmpty }

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
    if !object.isNew, object.row != nil { agenda.watch(object) }
  }
}
