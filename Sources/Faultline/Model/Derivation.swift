// What a derived attribute is computed from: the expressions that models use.

/// The expression of a derived attribute.
///
/// ```
/// now()                    when the object was saved
/// department.name          a value at the end of to-one relationships
/// canonical:(name)         without case and accents; also uppercase: and lowercase:
/// reports.@count           how many there are; also count:(reports)
/// reports.@sum.salary      a sum; also reports.salary.@sum and sum:(reports.salary)
/// ```
package struct Derivation: Sendable, Equatable {
  package enum Operation: String, Sendable {
    case now, copy, canonical, uppercase, lowercase, count, sum
  }

  package let operation: Operation
  /// The relationships that lead to the values.
  let path: [String]
  /// The attribute at their end; nil where none is read.
  let leaf: String?

  /// Reads an expression; nil for one that is not known.
  init?(_ text: String) {
    let text = String(text.filter { !$0.isWhitespace })
    if text == "now()" {
      self.init(.now, [], nil)
    } else if let call = text.wholeMatch(of: /([a-z]+):?\((.+)\)/) {
      guard let operation = Operation(rawValue: String(call.1)), operation != .copy else {
        return nil
      }
      self.init(operation, ofKeyPath: String(call.2))
    } else {
      self.init(keyPath: text)
    }
  }

  private init(_ operation: Operation, _ path: [String], _ leaf: String?) {
    self.operation = operation
    self.path = path
    self.leaf = leaf
  }

  private init?(keyPath: String) {
    var names = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let place = names.firstIndex(where: { $0.hasPrefix("@") }) else {
      self.init(.copy, ofKeyPath: keyPath)
      return
    }
    guard place >= names.count - 2,
      let operation = Operation(rawValue: String(names.remove(at: place).dropFirst())),
      operation == .sum || operation == .count && place == names.count
    else { return nil }
    self.init(operation, ofKeyPath: names.joined(separator: "."))
  }

  private init?(_ operation: Operation, ofKeyPath keyPath: String) {
    let names = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let isPlain = names.allSatisfy {
      !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    guard isPlain, operation != .now else { return nil }
    if operation == .count {
      self.init(operation, names, nil)
    } else {
      self.init(operation, names.dropLast(), names.last)
    }
  }
}

extension Derivation {
  /// Where the expression leads from an entity, or why it leads nowhere.
  func route(from entity: EntityDescription, to attribute: AttributeDescription) -> Route? {
    var ties: [Int] = []
    var current = entity
    for name in path {
      guard case .relationship(let tie) = current.layout.property(named: name),
        let next = current.layout.ties[tie].relationship.destinationEntity,
        operation == .count || operation == .sum || !current.layout.ties[tie].isToMany
      else { return nil }
      ties.append(tie)
      current = next
    }
    var slot: Int?
    if let leaf {
      guard case .attribute(let found) = current.layout.property(named: leaf) else { return nil }
      slot = found
    }
    return accepts(attribute.attributeType, from: slot.flatMap { current.layout.types[$0] })
      ? Route(ties: ties, leaf: slot) : nil
  }

  /// Places instead of names: each tie in the layout of the entity before it.
  package struct Route: Sendable {
    package let ties: [Int]
    package let leaf: Int?
  }

  private func accepts(_ type: AttributeType, from leaf: AttributeType?) -> Bool {
    switch operation {
    case .now: type == .date
    case .copy: type == leaf
    case .canonical, .uppercase, .lowercase: type == .string && leaf == .string
    case .count: type.isNumber
    case .sum: type.isNumber && leaf?.isNumber == true
    }
  }
}

/// The derived attributes of a model, by entity.
///
/// A save computes what an object's own values give. Stores keep what lies at the end of relationships: a file by triggers,
/// and a store in memory as they do.
package struct DerivationPlan: Sendable {
  /// An attribute that is computed.
  package struct Target: Sendable {
    package let slot: Int
    package let derivation: Derivation
    package let route: Derivation.Route
  }

  /// A relationship on the way from an owner to what it derives from.
  struct Hop: Sendable {
    let entity: EntityDescription
    /// The place in the layout of the entity.
    let tie: Int
  }

  /// By the entity's position in the model: those that a save computes, and those that stores keep.
  package private(set) var own: [[Target]]
  package private(set) var kept: [[Target]]
  /// The ways on which owners lead to an entity, the owner's relationship first.
  private(set) var ways: [[[Hop]]]
  /// Expressions that cannot be computed, by entity.
  private(set) var faults: [[String]]
  let isEmpty: Bool
  /// A Boolean value that indicates whether stores keep any of these attributes.
  package private(set) var hasKept = false

  init(_ entities: [EntityDescription]) {
    own = entities.map { _ in [] }
    kept = own
    ways = entities.map { _ in [] }
    faults = entities.map { _ in [] }
    isEmpty = !entities.contains { $0.layout.slots.contains { $0.attribute?.isDerived == true } }
    guard !isEmpty else { return }
    for entity in entities {
      for (slot, place) in entity.layout.slots.enumerated() {
        guard let attribute = place.attribute, let text = attribute.derivation else { continue }
        if let derivation = Derivation(text),
          let route = derivation.route(from: entity, to: attribute)
        {
          let target = Target(slot: slot, derivation: derivation, route: route)
          if route.ties.isEmpty {
            own[entity.index].append(target)
          } else {
            kept[entity.index].append(target)
            hasKept = true
            if entity.addedSlots.contains(slot) { addWays(of: route, entity, entities) }
          }
        } else {
          faults[entity.index].append(
            "'\(entity.name).\(attribute.name)' is derived from '\(text)'")
        }
      }
    }
  }

  /// Whether an entity has a derived attribute.
  func derives(_ entity: EntityDescription) -> Bool {
    !own[entity.index].isEmpty || !kept[entity.index].isEmpty
  }

  /// Every place on the way may change: a relationship in the middle, and the value at the end.
  private mutating func addWays(
    of route: Derivation.Route, _ start: EntityDescription, _ entities: [EntityDescription]
  ) {
    var way: [Hop] = []
    var current = start
    for tie in route.ties {
      way.append(Hop(entity: current, tie: tie))
      guard let next = current.layout.ties[tie].relationship.destinationEntity else { return }
      current = next
      for descendant in entities where descendant.isKindOf(entity: current) {
        ways[descendant.index].append(way)
      }
    }
  }
}
