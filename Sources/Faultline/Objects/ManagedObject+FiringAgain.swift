// Requests that a log has, made again: a fault or a relationship fires even where the answer is already known.

extension ManagedObject {
  /// Fires, after everything that is known of the object was let go of; unsaved changes stay as they are.
  package final func fireAgain() throws(GraphError) {
    guard !hasChanges, let context = managedObjectContext else { return }
    try context.refreshing(self, mergeChanges: false)
    try context.askingStore { () throws(GraphError) in try realize() }
  }

  /// Asks for the members of a relationship, whether or not they are known.
  ///
  /// The object's own row is not asked for: where it is not known, the members are not kept.
  package final func fireMembersAgain(_ tie: Int) throws(GraphError) {
    guard !hasChanges, let context = managedObjectContext else { return }
    if slots != nil || identityTable.rows?.peek(key, notOlderThan: -1) != nil {
      forgetTies()
      _ = try members(tie)
      return
    }
    let name = identityTable.layout.ties[tie].relationship.name
    let start = EventHook.began(.relationship, entity.name, member: name)
    let members = try context.filling.storedMembers(of: self, tie)
    EventHook.ended(start, .relationship, "\(entity.name).\(name)", count: members.count)
    context.statistics.relationshipFaultsFired += 1
  }
}

extension ManagedObjectContext {
  /// Fills objects in one request an entity, after everything that is known of them was let go of.
  package func fillAgain(_ objects: [ManagedObject]) throws(GraphError) {
    for object in objects where !object.hasChanges {
      try refreshing(object, mergeChanges: false)
    }
    try askingStore { () throws(GraphError) in try fill(objects) }
  }

  /// Trusts no row of the cache while a body runs.
  fileprivate func askingStore(_ body: () throws(GraphError) -> Void) throws(GraphError) {
    let usual = stalenessInterval
    stalenessInterval = 0
    defer { stalenessInterval = usual }
    try body()
  }
}
