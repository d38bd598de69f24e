// Faults whose rows are gone: their records were deleted elsewhere.

extension ManagedObjectContext {
  /// The values for a fault that fires; nil if they are gone, and the fault was deleted for it (semantics 49).
  func fulfil(_ object: ManagedObject) throws(GraphError) -> Row? {
    do throws(GraphError) {
      return try row(for: object)
    } catch {
      guard shouldDeleteInaccessibleFaults, saysThatRowIsGone(error, object) else { throw error }
      markGone(object)
      return nil
    }
  }

  /// Fills an object that is to be deleted; if it has no row any more, it is deleted by that alone
  /// (semantics 50, 52).
  func isInaccessible(_ object: ManagedObject) throws(GraphError) -> Bool {
    guard object.isFault else { return false }
    do throws(GraphError) {
      try object.load()
      return false
    } catch {
      guard saysThatRowIsGone(error, object) else { throw error }
      markGone(object)
      return true
    }
  }

  /// Whether the store is there and only the row is not.
  func saysThatRowIsGone(_ error: GraphError, _ object: ManagedObject) -> Bool {
    error.code == .referentialIntegrity && object.objectID == error.objectID
      && (parent != nil || !object.objectID.isTemporaryID)
  }

  /// Gives a fault no values, and marks it deleted; the next save, rollback or reset is done with it.
  private func markGone(_ object: ManagedObject) {
    object.body = nil
    object.layOverlay()
    object.flags.insert([.changed, .deleted])
    changes.pin(object)
    object.notifyAll(.fired)
  }
}

extension ManagedObject {
  /// Whether it was a fault whose row is gone.
  final var isInaccessible: Bool { isDeleted && !isNew && !isFault && row == nil }
}
