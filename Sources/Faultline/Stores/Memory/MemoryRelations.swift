// The to-many sides of relationships in a memory store.

/// The members of to-many relationships.
///
/// Where the other side is to-one, rows contain the owner, and a list by owner is kept only for
/// relationships that were asked about. Where it is not, the lists are all there is.
struct MemoryRelations: Sendable {
  /// For a to-one relationship, its owners by destination.
  private var owners: [ObjectIdentifier: [ForeignKey: KeySet]] = [:]
  /// For a to-many relationship without a to-one side, its members by owner.
  private var linked: [ObjectIdentifier: [ForeignKey: KeySet]] = [:]
  /// For each of those, the relationship that leads back.
  private var backs: [ObjectIdentifier: ObjectIdentifier?] = [:]
  /// For each to-many relationship that nothing leads back from, the one owner that a member can have.
  private var masters: [ObjectIdentifier: [ForeignKey: ForeignKey]] = [:]
  /// The order of ordered relationships, by owner.
  private var orders: [ObjectIdentifier: [ForeignKey: [ForeignKey]]] = [:]

  func showBlocks(to visitor: BlockVisitor) {
    for sets in [owners, linked] {
      visitor.show(elementsOf: sets, .store)
      for members in sets.values {
        visitor.show(elementsOf: members, .store)
        for keys in members.values { keys.showBlocks(to: visitor) }
      }
    }
    visitor.show(elementsOf: backs, .store)
    visitor.show(elementsOf: masters, .store)
    for members in masters.values { visitor.show(elementsOf: members, .store) }
    visitor.show(elementsOf: orders, .store)
    for lists in orders.values {
      visitor.show(elementsOf: lists, .store)
      for keys in lists.values { visitor.show(elementsOf: keys, .store) }
    }
  }

  /// Whether the owners of a to-one relationship are listed.
  func knows(_ relationship: ObjectIdentifier) -> Bool { owners[relationship] != nil }

  /// Begins to list the owners of a to-one relationship.
  mutating func learn(_ relationship: ObjectIdentifier) { owners[relationship] = [:] }

  /// The members: in their own order if there is one, the others behind, by entity and key.
  func members(of tie: EntityLayout.Tie, owner: ForeignKey) -> [ForeignKey] {
    let index = ObjectIdentifier(tie.relationship)
    let members: KeySet?
    if let inverse = tie.toOneInverse {
      members = owners[inverse]?[owner]
    } else {
      members = linked[index]?[owner]
    }
    guard let members else { return [] }
    guard let order = orders[index]?[owner] else { return members.sorted() }
    let ordered = order.filter(members.contains)
    return ordered.count == members.count
      ? ordered : ordered + members.sorted(without: Set(ordered))
  }

  /// Keeps the lists true for a row that comes, takes a former one's place, or goes.
  mutating func enter(_ row: Row?, _ former: Row?, _ entity: EntityDescription) {
    guard !owners.isEmpty, let key = (row ?? former)?.key else { return }
    let owner = ForeignKey(entity: entity.index, key: key)
    for tie in entity.layout.ties {
      guard let slot = tie.slot,
        let place = owners.index(forKey: ObjectIdentifier(tie.relationship))
      else { continue }
      let old = former?.foreignKey(slot)
      let new = row?.foreignKey(slot)
      if let old, old != new { owners.values[place][old]?.remove(owner) }
      if let new { owners.values[place][new, default: .none].insert(owner) }
    }
  }

  /// Adds and removes members, at both ends where there are two.
  ///
  /// Where nothing leads back, a member belongs to one owner, as in a file, where its row names the owner: it
  /// leaves the one that it had.
  mutating func change(_ link: ChangeSet.Link, isThere: (ForeignKey) -> Bool) {
    let index = ObjectIdentifier(link.relationship)
    guard let back = link.relationship.inverseRelationship.map({ ObjectIdentifier($0) }) else {
      backs.updateValue(nil, forKey: index)
      for member in link.removed where masters[index]?[member] == link.owner {
        free(member, index)
      }
      // A member that was added and then deleted has no row to name the owner.
      for member in link.added where isThere(member) {
        free(member, index)
        masters[index, default: [:]][member] = link.owner
        linked[index, default: [:]][link.owner, default: .none].insert(member)
      }
      return
    }
    backs.updateValue(back, forKey: index)
    backs.updateValue(index, forKey: back)
    for member in link.removed {
      linked[index]?[link.owner]?.remove(member)
      linked[back]?[member]?.remove(link.owner)
      // A member that comes back has lost its place.
      orders[index]?[link.owner]?.removeAll { $0 == member }
      orders[back]?[member]?.removeAll { $0 == link.owner }
    }
    for member in link.added {
      linked[index, default: [:]][link.owner, default: .none].insert(member)
      linked[back, default: [:]][member, default: .none].insert(link.owner)
    }
  }

  /// Takes a member from the owner that it has.
  private mutating func free(_ member: ForeignKey, _ index: ObjectIdentifier) {
    guard let owner = masters[index]?.removeValue(forKey: member) else { return }
    linked[index]?[owner]?.remove(member)
  }

  /// Notes the order of an ordered relationship; members that it does not name come after them, in their former
  /// order.
  mutating func order(_ order: ChangeSet.Order) {
    let index = ObjectIdentifier(order.relationship)
    let named = Set(order.members)
    let others = orders[index]?[order.owner]?.filter { !named.contains($0) } ?? []
    orders[index, default: [:]][order.owner] = order.members + others
  }

  /// Forgets a row that is gone, as owner and as member.
  mutating func forget(_ key: ForeignKey) {
    for (index, back) in backs {
      guard let back else {
        free(key, index)
        linked[index]?[key]?.forEach { masters[index]?[$0] = nil }
        continue
      }
      // Both may be the same relationship.
      let others = linked[back]?[key] ?? .none
      others.forEach { linked[index]?[$0]?.remove(key) }
    }
    for index in backs.keys { linked[index]?[key] = nil }
    for index in orders.keys { orders[index]?[key] = nil }
  }
}

extension EntityLayout.Tie {
  /// The to-one relationship that leads back to a to-many one.
  var toOneInverse: ObjectIdentifier? { setKind.contains(.linked) ? nil : inverseIdentity }
}

/// Keys in no order.
///
/// One that never had a second beside it takes no block of memory: where objects come in pairs, every owner has one.
enum KeySet: Sendable {
  case none
  case one(ForeignKey)
  case several(Set<ForeignKey>)

  mutating func insert(_ key: ForeignKey) {
    switch self {
    case .none: self = .one(key)
    case .one(let only): if only != key { self = .several([only, key]) }
    case .several(var keys):
      // Only one of the two may hold the set, or it would be copied.
      self = .none
      keys.insert(key)
      self = .several(keys)
    }
  }

  mutating func remove(_ key: ForeignKey) {
    switch self {
    case .none: break
    case .one(let only): if only == key { self = .none }
    case .several(var keys):
      self = .none
      keys.remove(key)
      if !keys.isEmpty { self = .several(keys) }
    }
  }

  var count: Int {
    switch self {
    case .none: 0
    case .one: 1
    case .several(let keys): keys.count
    }
  }

  func contains(_ key: ForeignKey) -> Bool {
    switch self {
    case .none: false
    case .one(let only): only == key
    case .several(let keys): keys.contains(key)
    }
  }

  func forEach(_ body: (ForeignKey) -> Void) {
    switch self {
    case .none: break
    case .one(let only): body(only)
    case .several(let keys): keys.forEach(body)
    }
  }

  /// The keys by entity and number, but for some.
  func sorted(without others: Set<ForeignKey> = []) -> [ForeignKey] {
    switch self {
    case .none: []
    case .one(let only): others.contains(only) ? [] : [only]
    case .several(let keys): keys.subtracting(others).sorted { $0.bits < $1.bits }
    }
  }

  func showBlocks(to visitor: BlockVisitor) {
    if case .several(let keys) = self { visitor.show(elementsOf: keys, .store) }
  }
}
