// Following relationships in the same go as a fetch: one request for each entity on the path.

extension FaultFilling {
  /// Follows the key paths of a request, to objects or to rows alone.
  func prefetch(for request: FetchRequest, from objects: [ManagedObject]) throws(GraphError) {
    let paths = request.relationshipKeyPathsForPrefetching
    if !paths.isEmpty, context.prefetchesRowsAlone {
      try prefetchRows(paths, from: objects)
    } else {
      try prefetch(paths, from: objects)
    }
  }

  /// Follows key paths from objects to their neighbours, and theirs (semantics 64).
  ///
  /// The objects on the way are filled, because they hold those that come next: a fault holds no other
  /// objects. The last ones stay faults, and have their rows.
  func prefetch(_ keyPaths: [String], from objects: [ManagedObject]) throws(GraphError) {
    for path in keyPaths {
      let start = EventHook.began(.prefetch, path, count: objects.count)
      defer { EventHook.ended(start, .prefetch, path, count: objects.count) }
      var sources = objects
      for name in path.split(separator: ".") {
        try fill(sources)
        sources = try neighbours(of: sources, by: String(name))
      }
    }
  }

  /// Checks that key paths lead from relationship to relationship.
  static func check(prefetching keyPaths: [String], from start: EntityDescription)
    throws(GraphError)
  {
    for path in keyPaths {
      var entity = start
      for name in path.split(separator: ".", omittingEmptySubsequences: false) {
        guard let relationship = entity.relationshipsByName[String(name)],
          let destination = relationship.destinationEntity
        else {
          throw GraphError(
            .unsupportedRequest,
            "'\(path)' cannot be prefetched: '\(entity.name)' has no relationship '\(name)'.",
            key: path)
        }
        entity = destination
      }
    }
  }

  private func neighbours(
    of sources: [ManagedObject], by name: String
  ) throws(GraphError) -> [ManagedObject] {
    let found = try destinations(of: sources, by: name)
    context.statistics.faultsPrefetched += try attachRows(
      to: found, as: .faultsPrefetched)
    return found
  }

  /// Every object that a relationship leads to, each once; sets that are not loaded cost one request.
  func destinations(
    of sources: [ManagedObject], by name: String
  ) throws(GraphError) -> [ManagedObject] {
    var seen: Set<UInt32> = []
    var found: [ManagedObject] = []
    func meet(_ object: ManagedObject) {
      if seen.insert(object.serial).inserted { found.append(object) }
    }
    try fireSets(of: sources, name)
    for source in sources where !source.isFault {
      guard case .relationship(let tie) = source.identityTable.layout.property(named: name) else {
        continue
      }
      // Loaded by now, or to-one: no request is made here.
      for object in try source.destinations(tie) { meet(object) }
    }
    return found
  }

  /// Fires to-many relationships of many owners in one request each.
  private func fireSets(of sources: [ManagedObject], _ name: String) throws(GraphError) {
    context.learnNewKeys()
    var groups: [(place: EntityLayout.Tie, tie: Int, owners: [ManagedObject])] = []
    for source in sources where !source.isFault {
      guard case .relationship(let tie) = source.identityTable.layout.property(named: name),
        source.identityTable.layout.ties[tie].isToMany, source.hasFault(tie: tie), source.row != nil
      else { continue }
      let place = source.identityTable.layout.ties[tie]
      let group = groups.firstIndex {
        $0.place.relationship === place.relationship
          && $0.owners[0].identityTable.space === source.identityTable.space
      }
      if let group {
        groups[group].owners.append(source)
      } else {
        groups.append((place, tie, [source]))
      }
    }
    for (place, tie, owners) in groups {
      let answer = try context.upstream().fetchMembers(
        of: place, owners: owners.map(\.foreignKey), in: owners[0].identityTable.space,
        withValues: true)
      for (owner, keys) in zip(owners, answer.members) {
        var members: [ManagedObject] = []
        for key in keys { members.append(try context.object(at: key, beside: owner)) }
        try owner.fire(tie, with: members)
      }
      context.statistics.faultsPrefetched += attach(answer.rows, as: .faultsPrefetched)
    }
  }
}
