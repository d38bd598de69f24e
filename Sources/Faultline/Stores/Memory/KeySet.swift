// The members of an object's to-many relationship, in a memory store.

/// Keys in no order.
///
/// A single one takes no block of memory: in pairs and in long tails most owners have one.
enum KeySet: Sendable {
  case none
  case one(ForeignKey)
  case several(Set<ForeignKey>)

  mutating func insert(_ key: ForeignKey) {
    switch self {
    case .none: self = .one(key)
    case .one(let only): self = only == key ? .one(key) : .several([only, key])
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
      self = .several(keys)
    }
  }

  func contains(_ key: ForeignKey) -> Bool {
    switch self {
    case .none: false
    case .one(let only): only == key
    case .several(let keys): keys.contains(key)
    }
  }

  /// The keys by entity and number.
  var sorted: [ForeignKey] {
    switch self {
    case .none: []
    case .one(let only): [only]
    case .several(let keys): keys.sorted { $0.bits < $1.bits }
    }
  }

  func showBlocks(to visitor: BlockVisitor) {
    if case .several(let keys) = self { visitor.show(elementsOf: keys, .store) }
  }
}
