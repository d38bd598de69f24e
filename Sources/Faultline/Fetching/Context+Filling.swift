// Many faults at once: a request for each entity instead of one for each fault (F5).

extension ManagedObjectContext {
  /// Fills many faults; those whose rows are not in the row cache cost one request an entity (F5).
  ///
  /// A fault whose row is gone stays a fault.
  package func fill(_ objects: [ManagedObject]) throws(GraphError) {
    let start = EventHook.began(.batch, entityName(of: objects), count: objects.count)
    defer { EventHook.ended(start, .batch, entityName(of: objects), count: objects.count) }
    try attachRows(to: objects.filter { $0.isFault })
    for object in objects where object.isFault {
      // An object that awoke before may have fired it, or dropped it.
      guard object.managedObjectContext === self, let row = row(beneath: object) else { continue }
      object.awake(on: row)
      statistics.faultsBatched += 1
    }
    if !settings.usesFaults { try loadReach(of: objects) }
  }

  // Not 'first?': that is generic, and in a debug build it would allocate while something is measured.
  private func entityName(of objects: [ManagedObject]) -> String {
    objects.isEmpty ? "" : objects[0].entity.name
  }

  /// The newest row that is known for a fault.
  private func row(beneath fault: ManagedObject) -> Row? {
    fault.identityTable.rows?.peek(fault.key, notOlderThan: -1) ?? fault.row
  }

  /// Lets faults have their rows without showing them; says how many rows had to be fetched.
  @discardableResult func attachRows(to faults: [ManagedObject]) throws(GraphError) -> Int {
    var wishes: [(identityTable: IdentityTable, keys: [Int64])] = []
    var seen: Set<UInt32> = []
    for fault in faults where fault.isFault && (parent != nil || !fault.identityTable.isTemporary) {
      guard seen.insert(fault.serial).inserted else { continue }
      if let row = fault.identityTable.rows?.peek(fault.key, notOlderThan: trustedAge) {
        fault.body = row
      } else if fault.identityTable.rows == nil, fault.body != nil {
        continue
      } else if let wish = wishes.firstIndex(where: { $0.identityTable === fault.identityTable }) {
        wishes[wish].keys.append(fault.key)
      } else {
        wishes.append((fault.identityTable, [fault.key]))
      }
    }
    var count = 0
    for (identityTable, keys) in wishes {
      count += attach(
        try upstream().fetchRows(keys, of: identityTable.entity, in: identityTable.space))
    }
    return count
  }

  /// Gives fetched rows to those faults that are waiting for them.
  func attach(_ rows: FetchedRows) -> Int {
    guard settings.uniquesObjects else { return attachToAll(rows) }
    var count = 0
    rows.forEachRun { run, places in
      let identityTable = identityTable(of: run.entity, in: run.space)
      for place in places {
        guard let object = identityTable.object(rows.key(at: place)), object.isFault,
          let row = rows.takeRow(at: place, of: run) ?? lostRow(of: object, rows)
        else { continue }
        object.body = row
        count += 1
      }
    }
    return count
  }

  /// A row that was in use when its store looked, and that another thread has let go before it could be taken.
  func lostRow(of object: ManagedObject, _ rows: FetchedRows) -> Row? {
    guard rows.wantsValues else { return nil }
    return try? upstream().row(object.objectID, notOlderThan: -1)
  }
}
