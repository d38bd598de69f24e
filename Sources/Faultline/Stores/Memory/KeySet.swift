// The members of an object's to-many relationship, in a memory store.

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
