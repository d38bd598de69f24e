// Turning objects back into faults: one, all, or for good.

extension ManagedObjectContext {
  /// Turns an object into a fault, or with `mergeChanges` brings it up to date and keeps its changes.
  ///
  /// Without merging, its changes and its references to other objects are dropped: this is what breaks a
  /// cycle (C2). An object that was never saved has nothing to go back to and stays as it is.
  public func refresh(_ object: ManagedObject, mergeChanges: Bool) {
    checkQueue()
    do throws(GraphError) {
      try refreshing(object, mergeChanges: mergeChanges)
    } catch {
      misuse(error)
    }
  }

  /// Refreshes an object, or says why it cannot be.
  package func refreshing(_ object: ManagedObject, mergeChanges: Bool) throws(GraphError) {
    try checkMembership(of: object, "refresh it there.")
    guard !object.isNew else { return }
    let start = EventHook.began(.refresh, object.entity.name)
    defer { EventHook.ended(start, .refresh, object.entity.name) }
    learnNewKeys()
    // A refresh asks for the newest values, and must not get those that the turn began with.
    persistentStoreCoordinator?.endReading()
    waiting?.forgetMembers()
    if mergeChanges {
      try merge(object)
    } else {
      turnIntoFault(object)
    }
  }

  /// Refreshes every registered object; those with changes keep them.
  public func refreshAllObjects() {
    checkQueue()
    do throws(GraphError) { try refreshingAllObjects() } catch { misuse(error) }
  }

  /// Refreshes every registered object, or says why one cannot be.
  package func refreshingAllObjects() throws(GraphError) {
    for object in registry.objects() {
      try refreshing(object, mergeChanges: object.hasChanges)
    }
  }

  /// Forgets every object: those that are still held are invalid from now on.
  ///
  /// Nothing can be undone afterwards (semantics 208).
  public func reset() {
    checkQueue()
    undoManager?.forgetEverything()
    changes.forgetDeletions()
    agenda.reset()
    waiting = nil
    let start = EventHook.began(.reset)
    let objects = registry.objects()
    defer { EventHook.ended(start, .reset, count: objects.count) }
    notifier.invalidateAll(objects)
    for object in objects { detach(object, byReset: true) }
    registry.forgetTables()
    notifier.controllers.forEach { $0.forget() }
    notifyObservers()
  }

  private func turnIntoFault(_ object: ManagedObject) {
    guard !object.isFault else {
      object.forgetPart()
      return dropChanges(of: object)
    }
    object.willTurnIntoFault()
    object.flags.insert(.faulting)
    let former = object.observedValues()
    noteEndangeredRelationships(of: object)
    dropChanges(of: object)
    object.slots = nil
    object.forgetTies()
    notifier.refresh(object)
    if !settings.usesRowCache { object.body = nil }
    statistics.objectsTurnedIntoFaults += 1
    note(.objectsTurnedIntoFaults, of: object.entity)
    object.notifyAll(.turnedIntoFault, old: former)
    object.flags.remove(.faulting)
    object.didTurnIntoFault()
  }

  /// Puts the newest row beneath an object's changes; what it refers to stays realized (C2).
  private func merge(_ object: ManagedObject) throws(GraphError) {
    object.forgetPart()
    guard !object.isFault, !object.isInaccessible else { return }
    do throws(GraphError) {
      rebase(object, on: try filling.row(for: object))
      rereadMembers()
    } catch {
      // Where the row was removed elsewhere there is nothing to merge: the next save meets the conflict.
      guard filling.saysThatRowIsGone(error, object) else { throw error }
    }
    notifier.refresh(object)
  }

  /// Puts a row beneath a realized object: what was written to it stays on top, transient values included
  /// (semantics 76, 77).
  ///
  /// Realized relationships stay so (C2): a to-one follows the row, and a to-many whose row has another version is to be
  /// read again, by `rereadMembers`. What has no other version keeps its members.
  func rebase(_ object: ManagedObject, on row: consuming Row) {
    let former = object.overlay
    let kept = object.flags.intersection([.changed, .recorded])
    let values = object.observedValues()
    let releases = settings.behaviours.contains(.mergesReleaseRelationships)
    let isNewer =
      row.version != object.row?.version || parent != nil && row !== object.row
    object.settle(on: row)
    if releases {
      dropTies(of: object) { former?.isOwn(tie: $0) != true }
    } else {
      followRow(of: object) { former?.isOwn(tie: $0) != true }
      object.makeDestinations()
    }
    object.awaken()
    if let former {
      object.layOverlay()
      object.overlay?.adoptChanges(of: former)
      object.flags.formUnion(kept)
      changes.findAgain(object)
      if releases { renewSets(of: object) }
    }
    if !releases, isNewer, uniquesObjects, object.hasLoadedCollections {
      agenda.membersToRead.append(object)
    }
    object.awakenSilently(from: .refresh)
    object.notifyAll(.changed, old: values)
  }

  /// Points the realized to-one relationships of a kind at what the object's row says.
  private func followRow(of object: ManagedObject, where belongs: (_ tie: Int) -> Bool) {
    for (tie, slot) in object.identityTable.layout.references where belongs(tie) {
      guard let ties = object.ties, ties.isRealized(tie) else { continue }
      let key = object.row?.foreignKey(slot)
      let destination = ties.destination(tie)
      guard destination?.foreignKey != key.map({ current($0) }) else { continue }
      let other = key.flatMap { try? self.object(at: $0, beside: object) }
      object.reportLoss()
      object.reportGain(other, tie)
      if key != nil, other == nil {
        object.ties?.drop(tie, isToMany: false)
      } else {
        object.realizedTies().setDestination(other, tie)
      }
    }
  }

  /// Reads the to-many relationships again that merged rows may have changed: one request for each relationship,
  /// however many objects were merged.
  ///
  /// Members that left are released, and unsaved changes stay on top. Where no store answers, they stay as they are.
  func rereadMembers() {
    guard !agenda.membersToRead.isEmpty else { return }
    let objects = agenda.membersToRead
    agenda.membersToRead = []
    var groups: [(tie: Int, owners: [ManagedObject])] = []
    let isOneByOne = settings.behaviours.contains(.mergesAskOneByOne)
    for object in objects where object.managedObjectContext === self && !object.isFault {
      for tie in object.identityTable.layout.collections {
        guard object.ties?.set(tie)?.isFault == false else { continue }
        let group = groups.firstIndex { group in
          let owner = group.owners[0]
          return group.tie == tie && owner.identityTable === object.identityTable
        }
        if let group, !isOneByOne {
          groups[group].owners.append(object)
        } else {
          groups.append((tie, [object]))
        }
      }
    }
    for (tie, owners) in groups {
      let table = owners[0].identityTable
      guard
        let answer = try? upstream().fetchMembers(
          of: table.layout.ties[tie], owners: owners.map(\.foreignKey), in: table.space,
          withValues: false)
      else { continue }
      for (owner, keys) in zip(owners, answer.members) {
        guard let members = try? filling.members(at: keys, of: owner) else { continue }
        owner.renewMembers(tie, stored: members)
      }
    }
  }

  /// Lets the relationships of a kind be faults again.
  func dropTies(of object: ManagedObject, where belongs: (_ tie: Int) -> Bool) {
    object.reportLoss()
    let plan = object.identityTable.plan
    for index in 0..<plan.pointee.tieCount {
      // What goes with one relationship may let go of all.
      guard let ties = object.ties else { return }
      guard ties.isRealized(index), belongs(index) else { continue }
      ties.drop(index, isToMany: plan.pointee.ties[index].isToMany)
    }
  }

  /// Lets changed to-many relationships have the members that are stored by now, with what came and went here.
  ///
  /// They are faults again that know just that. Where an order was changed, which a fault cannot keep, the members are
  /// asked for; they stay as they are if no store answers.
  func renewSets(of object: ManagedObject) {
    // Without uniquing the members would be others.
    guard uniquesObjects else { return }
    for tie in object.identityTable.layout.collections {
      guard let set = object.ties?.set(tie), !set.isFault else { continue }
      let (came, left) = object.unsavedMembers(tie, set)
      guard object.identityTable.layout.ties[tie].isOrdered else {
        object.reportLoss()
        set.renew(came: came, left: left)
        continue
      }
      guard let stored = try? filling.storedMembers(of: object, tie) else { continue }
      object.renewMembers(tie, stored: stored)
    }
  }

  /// Lets an object go back to its row; the context no longer holds it for its changes.
  func dropChanges(of object: ManagedObject) {
    guard object.flags.contains(.overlaid) else { return }
    unpin(object)
    object.flags.subtract([
      .changed, .updated, .inserted, .deleted, .recorded, .recallable, .gone,
    ])
    object.liftOverlay()
  }

  /// Takes an object out of the context for good; references to it lead to an empty shell.
  func detach(_ object: ManagedObject, byReset isReset: Bool = false) {
    if !isReset { object.noteLeaving() }
    dropChanges(of: object)
    object.slots = nil
    object.body = nil
    object.flags.remove(.partial)
    object.forgetTies()
    object.identityTable.forget(object)
    object.flags.insert(.detached)
    letGo(of: object)
  }
}

extension ManagedObject {
  /// A Boolean value that indicates whether some to-many relationship is loaded.
  fileprivate final var hasLoadedCollections: Bool {
    guard let ties else { return false }
    return identityTable.plan.pointee.collections.contains { ties.set($0)?.isFault == false }
  }

  /// Lets a loaded to-many relationship have the members that are stored by now, with what came and went here.
  fileprivate final func renewMembers(_ tie: Int, stored: [ManagedObject]) {
    guard let set = ties?.set(tie), !set.isFault else { return }
    let hasChanges = overlay?.isOwn(tie: tie) == true
    let (came, left) = hasChanges ? unsavedMembers(tie, set) : ([], [])
    let members = unclaimed(stored, tie)
    reportLoss()
    reportGains(members, tie, in: set)
    set.renew(stored: members, came: came, left: left)
  }
}

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
    context.note(.relationshipFaultsFired, of: entity)
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
