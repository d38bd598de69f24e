// What waits for the next save besides the changes themselves.

/// What a context keeps for its next save, and how many there were.
///
/// A save that succeeds, a rollback and a reset each empty it as far as it is about what they are done with; an entry
/// for an object is no hold on it, except for those whose rows are to be compared.
struct SaveAgenda {
  /// Unchanged objects whose rows the next save compares all the same.
  private(set) var watched: ContiguousArray<ManagedObject> = []
  /// Relationships of which a refresh took one end back.
  var dangling = DanglingRelationships()
  /// The stores that new objects were assigned to, by serial.
  private(set) var assignments: [UInt32: KeySpace] = [:]
  /// What stores lack of a save that failed halfway, as long as it is still to be saved.
  private(set) var debts: [SaveDebt] = []
  /// Merged objects whose to-many relationships are to be read again, before the merge ends.
  var membersToRead: [ManagedObject] = []
  /// How many saves there were: an undo asks whether one came between, also where nothing is counted.
  private(set) var saveCount = 0

  /// Lets the next save compare an object's row.
  mutating func watch(_ object: ManagedObject) {
    if !watched.contains(object) { watched.append(object) }
  }

  /// Lets an object be saved in a store, whatever others of its entity are.
  mutating func assign(_ serial: UInt32, to space: KeySpace) { assignments[serial] = space }

  /// Forgets the stores of all objects but some.
  mutating func keepAssignments(of serials: [UInt32]) {
    var kept: [UInt32: KeySpace] = [:]
    for serial in serials { kept[serial] = assignments[serial] }
    assignments = kept
  }

  /// Notes a save that has reached all stores, and what these lack of former ones.
  mutating func noteSave(lacking debts: [SaveDebt]) {
    watched = []
    self.debts = debts
    saveCount += 1
  }

  /// Notes a save that has reached some stores, and what the others lack.
  mutating func noteHalfSave(lacking debts: [SaveDebt]) { self.debts = debts }

  /// Forgets what was to be compared and written, since the changes are taken back.
  mutating func rollBack() { (watched, debts) = ([], []) }

  /// Forgets what is about objects that are forgotten.
  mutating func reset() {
    rollBack()
    dangling = DanglingRelationships()
    assignments = [:]
  }

  /// Shows what it keeps.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: watched, .registry)
    visitor.show(elementsOf: assignments, .registry)
    visitor.show(elementsOf: debts, .registry)
    visitor.show(elementsOf: dangling.all, .registry)
  }
}

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
    if !object.isNew, object.row != nil { agenda.watch(object) }
  }
}
