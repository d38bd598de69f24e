// Prefetching that registers nothing: the rows of the neighbours wait for their faults.

extension FaultFilling {
  /// A record on a path, with what there is of it.
  private struct Stop {
    let entity: EntityDescription
    let space: KeySpace
    let key: Int64
    /// Its object, where one is registered.
    let object: ManagedObject?
    let row: Row?

    var place: WaitingRows.Place {
      WaitingRows.Place(entity: entity.index, space: space.ordinal, key: key)
    }
  }

  /// Follows key paths from objects to the rows of their neighbours, and theirs; no object is made.
  func prefetchRows(_ keyPaths: [String], from objects: [ManagedObject]) throws(GraphError) {
    for path in keyPaths {
      let start = EventHook.began(.prefetch, path, count: objects.count)
      defer { EventHook.ended(start, .prefetch, path, count: objects.count) }
      try attachRows(to: objects.filter { $0.isFault && $0.row == nil })
      var stops = objects.map { stop(at: $0) }
      for name in path.split(separator: ".") {
        stops = try loaded(try neighbours(of: stops, by: String(name)))
      }
    }
  }

  private func stop(at object: ManagedObject) -> Stop {
    Stop(
      entity: object.entity, space: object.identityTable.space, key: object.key, object: object,
      row: object.row)
  }

  private func stop(at key: ForeignKey, in space: KeySpace) throws(GraphError) -> Stop {
    let entity = try context.coordinator().managedObjectModel.entities[key.entity]
    return Stop(
      entity: entity, space: space, key: key.key,
      object: context.registry.identityTable(of: entity, in: space)?.object(key.key), row: nil)
  }

  // MARK: - From row to row

  /// Every record that a relationship leads to, each once.
  private func neighbours(of stops: [Stop], by name: String) throws(GraphError) -> [Stop] {
    var seen: Set<WaitingRows.Place> = []
    var found: [Stop] = []
    func meet(_ stop: Stop) { if seen.insert(stop.place).inserted { found.append(stop) } }
    var owners: [(tie: Int, stops: [Stop])] = []
    for stop in stops {
      guard case .relationship(let tie) = stop.entity.layout.property(named: name) else { continue }
      // What an object knows already it knows better than its row.
      if let object = stop.object, !object.isFault, !object.hasFault(tie: tie) {
        for object in try object.destinations(tie) { meet(self.stop(at: object)) }
      } else if let slot = stop.entity.layout.ties[tie].slot {
        let slots = stop.object?.slots ?? stop.row?.slots
        if let slots, !Slots.isEmpty(slots, slot) {
          meet(try self.stop(at: ForeignKey(bits: slots[slot]), in: stop.space))
        }
      } else if stop.space.store != nil {
        let group = owners.firstIndex {
          $0.tie == tie && $0.stops[0].entity === stop.entity && $0.stops[0].space === stop.space
        }
        if let group { owners[group].stops.append(stop) } else { owners.append((tie, [stop])) }
      }
    }
    for (tie, stops) in owners {
      let answer = try context.upstream().fetchMembers(
        of: stops[0].entity.layout.ties[tie],
        owners: stops.map { ForeignKey(entity: $0.entity.index, key: $0.key) },
        in: stops[0].space, withValues: true)
      context.statistics.faultsPrefetched += hold(answer.rows)
      for (stop, keys) in zip(stops, answer.members) {
        context.waitingRows.note(keys, of: stop.place, tie)
        for key in keys { meet(try self.stop(at: key, in: stop.space)) }
      }
    }
    return found
  }

  /// The same records with their rows, which are fetched where they are not in use: one request for each entity.
  private func loaded(_ stops: [Stop]) throws(GraphError) -> [Stop] {
    let coordinator = try context.coordinator()
    func known(_ stop: Stop) -> Row? {
      coordinator.rows(of: stop.entity, in: stop.space)?.peek(
        stop.key, notOlderThan: context.trustedAge)
    }
    var wishes: [(entity: EntityDescription, space: KeySpace, keys: [Int64])] = []
    for stop in stops where stop.row == nil && stop.space.store != nil && known(stop) == nil {
      let wish = wishes.firstIndex { $0.entity === stop.entity && $0.space === stop.space }
      if let wish {
        wishes[wish].keys.append(stop.key)
      } else {
        wishes.append((stop.entity, stop.space, [stop.key]))
      }
    }
    for (entity, space, keys) in wishes {
      context.statistics.faultsPrefetched += hold(
        try context.upstream().fetchRows(keys, of: entity, in: space))
    }
    return stops.map { stop in
      guard stop.row == nil, let row = known(stop) else { return stop }
      if let object = stop.object, object.isFault {
        object.lie(on: row)
      } else if stop.object == nil {
        context.waitingRows.hold(row, at: stop.place)
      }
      return Stop(
        entity: stop.entity, space: stop.space, key: stop.key, object: stop.object, row: row)
    }
  }

  /// Holds rows that were prefetched; says how many there are.
  private func hold(_ rows: FetchedRows) -> Int {
    var count = 0
    rows.forEachRun { run, places in
      let former = count
      defer { context.note(.faultsPrefetched, of: run.entity, count - former) }
      for place in places {
        guard let row = rows.takeRow(at: place, of: run) else { continue }
        let key = rows.key(at: place)
        context.waitingRows.hold(
          row,
          at: WaitingRows.Place(entity: run.entity.index, space: run.space.ordinal, key: key))
        count += 1
      }
    }
    return count
  }

  // MARK: - Firing

  /// The members of a to-many relationship that fires, where they were prefetched and wait for it.
  func waitingMembers(of object: ManagedObject, _ tie: Int) throws(GraphError) -> [ManagedObject]? {
    guard let keys = context.waiting?.takeMembers(of: object.place, tie) else { return nil }
    return try members(at: keys, of: object)
  }
}

/// What a context holds of its prefetching where that registers no objects, until it is reset or goes.
final class WaitingRows {
  /// A record of one of the open stores.
  struct Place: Hashable {
    let entity: Int
    let space: Int
    let key: Int64
  }

  /// A to-many relationship of a record.
  private struct End: Hashable {
    let owner: Place
    let tie: Int
  }

  private var rows: [Place: Row] = [:]
  private var members: [End: [ForeignKey]] = [:]

  /// Holds a row, in place of an older one.
  func hold(_ row: Row, at place: Place) { rows[place] = row }

  /// Notes the members of a relationship that is to fire without a request.
  func note(_ keys: [ForeignKey], of owner: Place, _ tie: Int) {
    members[End(owner: owner, tie: tie)] = keys
  }

  /// The members of a relationship that fires: from now on its owner knows them.
  func takeMembers(of owner: Place, _ tie: Int) -> [ForeignKey]? {
    members.removeValue(forKey: End(owner: owner, tie: tie))
  }

  /// Forgets all members, since others may have come or gone.
  func forgetMembers() { members = [:] }

  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .snapshots)
    visitor.show(elementsOf: rows, .snapshots)
    visitor.show(elementsOf: members, .registry)
    for row in rows.values { visitor.show(row, .snapshots) }
    for keys in members.values { visitor.show(elementsOf: keys, .registry) }
  }
}

extension ManagedObject {
  /// Where its record lies.
  final var place: WaitingRows.Place {
    WaitingRows.Place(entity: identityTable.index, space: identityTable.space.ordinal, key: key)
  }
}
