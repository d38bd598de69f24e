// Changes of a scenario that keep it whole: a relationship less, and what cannot be played left out.

/// Which entity the objects of each variable are of, as the steps before say.
struct VariableEntities {
  private var entities: [String: Int] = [:]

  /// The entity of a variable's objects.
  subscript(name: String) -> Int? { entities[name] }

  /// Notes what an action gives.
  mutating func note(_ action: Action) {
    switch action {
    case .insert(let entity, _, let into?, _): entities[into] = entity
    case .fetch(let fetch): if let into = fetch.into { entities[into] = fetch.entity }
    case .hold(let name, let holder): entities[holder] = entities[name]
    default: break
    }
  }
}

extension Script {
  /// The same without a relationship and its other end, and without the steps that use either.
  func without(_ end: Schema.End) -> Script {
    let removed = Set([end, schema.inverse(of: end)].compactMap(\.self))
    var places: [Schema.End: Int] = [:]
    for entity in schema.entities.indices {
      let kept = schema.entities[entity].relationships.indices.filter {
        !removed.contains(Schema.End(entity: entity, relationship: $0))
      }
      for (place, former) in kept.enumerated() {
        places[Schema.End(entity: entity, relationship: former)] = place
      }
    }
    var script = self
    for entity in schema.entities.indices {
      let relationships = schema.entities[entity].relationships
      script.schema.entities[entity].relationships = relationships.indices.compactMap { former in
        guard places[Schema.End(entity: entity, relationship: former)] != nil else { return nil }
        var relationship = relationships[former]
        relationship.inverse = relationship.inverse.flatMap {
          places[Schema.End(entity: relationship.destination, relationship: $0)]
        }
        return relationship
      }
    }
    var entities = VariableEntities()
    script.steps = steps.compactMap { step in
      let plays = step.plays.compactMap { play -> Play? in
        defer { entities.note(play.action) }
        return play.action.moved(places, schema, entities).map { Play($0, in: play.context) }
      }
      guard !plays.isEmpty else { return nil }
      if case .turn(let context, _) = step { return .turn(in: context, plays) }
      return .action(plays[0])
    }
    return script
  }

  /// The same without what cannot be played, and with saves refused where they must be; nil where nothing is left.
  ///
  /// A merge that is left out changes what was kept for it, so it is played until nothing changes.
  func repaired() -> Script? {
    var script = self
    for _ in 0..<10 {
      let repaired = script.repairedOnce()
      if repaired == script { return script.steps.isEmpty ? nil : script }
      script = repaired
    }
    return nil
  }

  private func repairedOnce() -> Script {
    var world = World(self)
    var script = self
    script.steps = []
    for step in steps {
      switch step {
      case .action(let play):
        if let played = world.playIfPossible(play) { script.steps.append(.action(played)) }
      case .turn(let context, let plays):
        guard world.isOpen(context) else { continue }
        world.beginTurn(in: context)
        let played = plays.compactMap { world.playIfPossible($0) }
        world.endTurn()
        if !played.isEmpty { script.steps.append(.turn(in: context, played)) }
      }
    }
    return script
  }

  /// What the model reads at every checkpoint.
  package func expected() -> [Readings] {
    var world = World(self)
    var all: [Readings] = []
    for step in steps {
      switch step {
      case .action(let play):
        _ = world.playIfPossible(play)
        all.append(world.readings())
      case .turn(let context, let plays):
        world.beginTurn(in: context)
        for play in plays {
          _ = world.playIfPossible(play)
          all.append(world.readings())
        }
        world.endTurn()
        all.append(world.readings())
      }
    }
    world.releaseAll()
    all.append(world.readings())
    world.end()
    all.append(world.readings())
    return all
  }
}

extension Action {
  /// The same where relationships have other places; nil where one that it uses is gone.
  fileprivate func moved(
    _ places: [Schema.End: Int], _ schema: Schema, _ entities: VariableEntities
  ) -> Action? {
    func place(_ relationship: Int, of name: String) -> Int? {
      entities[name].flatMap { places[Schema.End(entity: $0, relationship: relationship)] }
    }
    switch self {
    case .relate(let name, let by, let other):
      return place(by, of: name).map { .relate(name, by: $0, to: other) }
    case .unrelate(let name, let by): return place(by, of: name).map { .unrelate(name, by: $0) }
    case .walk(let name, let path):
      guard var entity = entities[name] else { return nil }
      var moved: [Int] = []
      for former in path {
        guard let place = places[Schema.End(entity: entity, relationship: former)] else {
          return nil
        }
        moved.append(place)
        entity = schema.entities[entity].relationships[former].destination
      }
      return .walk(name, path: moved)
    default: return self
    }
  }
}
