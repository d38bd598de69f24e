// What a deletion that was merged does to others here: its delete rules, as far as the objects know each other.

extension Merge {
  /// Follows the delete rules of objects whose rows were removed elsewhere.
  func followRules(ofGone gone: [ManagedObject]) throws(GraphError) {
    guard context.settings.mergedDeletionsFollowRules, !gone.isEmpty else { return }
    try withoutUndo { () throws(GraphError) in
      for object in gone {
        for index in object.identityTable.layout.ties.indices {
          for other in object.knownDestinations(index) {
            try follow(index, from: object, to: other)
          }
        }
      }
      try clearUnsavedReferences()
    }
  }

  /// Follows the delete rules of objects whose deletion is pending here, for updated objects that refer to them by now.
  ///
  /// The rules were followed when the objects were deleted, and another context has added references since. They
  /// would lead to objects without a context after the save.
  func followRules(ofDeletedBehind updated: [ManagedObject]) throws(GraphError) {
    guard context.changes.list.deleted > 0, !updated.isEmpty else { return }
    try withoutUndo { () throws(GraphError) in
      for object in updated where !object.isDeleted {
        for (index, tie) in object.identityTable.layout.ties.enumerated() {
          guard let inverse = tie.inverse else { continue }
          for other in object.knownDestinations(index)
          where other.isDeleted && !other.flags.contains(.gone) {
            try follow(inverse, from: other, to: object)
          }
        }
      }
    }
  }

  /// Follows the delete rule of a deleted object's relationship, for one object that it leads to.
  private func follow(
    _ index: Int, from deleted: ManagedObject, to object: ManagedObject
  ) throws(GraphError) {
    let tie = deleted.identityTable.layout.ties[index]
    switch tie.relationship.deleteRule {
    case .noAction: return
    // The save asks the rule itself. What has happened can be denied no more, and leads nowhere.
    case .deny where !deleted.flags.contains(.gone): return
    case .cascade:
      guard !object.isDeleted, !object.isFault else { return }
      object.prepareForDeletion()
      try context.markDeleted(object)
    case .nullify, .deny:
      guard let inverse = tie.inverse else { return }
      try object.letGo(of: deleted, inverse)
      try deleted.letGo(of: object, index)
    }
  }

  /// Changes what follows from another context's save: no step of this one, and so none that can be undone.
  private func withoutUndo(_ body: () throws(GraphError) -> Void) throws(GraphError) {
    context.undoManager?.disableUndoRegistration()
    defer { context.undoManager?.enableUndoRegistration() }
    try body()
    if context.propagatesDeletesAtEndOfEvent { try context.propagateDeletes() }
  }

  /// Clears what unsaved changes still refer to that is gone, by relationships of which the deleted objects do not know.
  private func clearUnsavedReferences() throws(GraphError) {
    for object in context.changes.list.objects(where: { $0.ties != nil && !$0.isDeleted }) {
      for (index, tie) in object.identityTable.layout.ties.enumerated()
      where object.overlay?.isChanged(tie: index) == true {
        for other in object.knownDestinations(index) where other.flags.contains(.gone) {
          try object.letGo(of: other, index)
          if let inverse = tie.inverse { try other.letGo(of: object, inverse) }
        }
      }
    }
  }
}
