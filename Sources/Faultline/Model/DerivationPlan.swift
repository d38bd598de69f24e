// Which attributes a save computes, and which changes make them be computed anew.

/// The derived attributes of a model, by entity.
struct DerivationPlan: Sendable {
  /// An attribute that is computed.
  struct Target: Sendable {
    let slot: Int
    let derivation: Derivation
    let route: Derivation.Route
  }

  /// A property whose change reaches others' derived attributes.
  struct Source: Sendable {
    enum Property: Sendable {
      case slot(Int)
      case tie(Int)
    }

    let property: Property
    /// The relationships that lead back to objects that derive from it, each in the layout of the entity before it.
    let back: [Int]
  }

  /// By the entity's position in the model.
  private(set) var targets: [[Target]]
  private(set) var sources: [[Source]]
  /// Expressions that cannot be computed, by entity.
  private(set) var faults: [[String]]
  let isEmpty: Bool

  init(_ entities: [EntityDescription]) {
    targets = entities.map { _ in [] }
    sources = targets.map { _ in [] }
    faults = targets.map { _ in [] }
    isEmpty = !entities.contains { $0.layout.slots.contains { $0.attribute?.isDerived == true } }
    guard !isEmpty else { return }
    for entity in entities {
      for (slot, place) in entity.layout.slots.enumerated() {
        guard let attribute = place.attribute, let text = attribute.derivation else { continue }
        if let derivation = Derivation(text),
          let route = derivation.route(from: entity, to: attribute)
        {
          targets[entity.index].append(Target(slot: slot, derivation: derivation, route: route))
          addSources(of: route, entity, entities)
        } else {
          faults[entity.index].append(
            "'\(entity.name).\(attribute.name)' is derived from '\(text)'")
        }
      }
    }
  }

  /// Every place on the way may change: a relationship in the middle, and the value at the end.
  private mutating func addSources(
    of route: Derivation.Route, _ start: EntityDescription, _ entities: [EntityDescription]
  ) {
    var back: [Int] = []
    var current = start
    for (step, tie) in route.ties.enumerated() {
      if step > 0 { add(Source(property: .tie(tie), back: back), current, entities) }
      let place = current.layout.ties[tie]
      // Without an inverse the objects that derive from what lies behind cannot be found.
      guard let inverse = place.inverse, let next = place.relationship.destinationEntity else {
        return
      }
      back.insert(inverse, at: 0)
      current = next
    }
    if let leaf = route.leaf, !back.isEmpty {
      add(Source(property: .slot(leaf), back: back), current, entities)
    }
  }

  private mutating func add(
    _ source: Source, _ entity: EntityDescription, _ entities: [EntityDescription]
  ) {
    for descendant in entities where descendant.isKindOf(entity: entity) {
      sources[descendant.index].append(source)
    }
  }
}
