// Temporary IDs that have become permanent further up: a child learns of them when it next looks up.

import Synchronization

/// The permanent keys of objects that descendants may still know by temporary ones (semantics 172).
///
/// A list exists only while the coordinator has contexts with parents.
struct FormerNames: Sendable {
  private var names: [Int64: Name] = [:]
  /// The temporary keys by permanent ones; made when one is first asked for.
  private var temporaryKeys: [Name: Int64]?
  /// How many contexts with parents there are.
  private var listeners = 0

  /// What an object is called now.
  struct Name: Sendable, Hashable {
    let foreignKey: ForeignKey
    let space: KeySpace

    var key: Int64 { foreignKey.key }

    static func == (one: Self, other: Self) -> Bool {
      one.foreignKey == other.foreignKey && one.space === other.space
    }

    func hash(into hasher: inout Hasher) { hasher.combine(foreignKey) }
  }

  /// Whether any context has to learn of new keys.
  var isNeeded: Bool { listeners > 0 }

  func name(of key: Int64) -> Name? { names[key] }

  mutating func note(_ key: Int64, _ name: Name) {
    names[key] = name
    temporaryKeys?[name] = key
  }

  /// Returns the temporary key under which an object was known.
  mutating func temporaryKey(of name: Name) -> Int64? {
    let keys =
      temporaryKeys ?? Dictionary(names.map { ($0.value, $0.key) }) { first, _ in first }
    temporaryKeys = keys
    return keys[name]
  }

  mutating func addListener() { listeners += 1 }

  mutating func removeListener() {
    listeners -= 1
    if listeners == 0 { (names, temporaryKeys) = ([:], nil) }
  }

  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: names, .registry)
    if let temporaryKeys { visitor.show(elementsOf: temporaryKeys, .registry) }
  }
}

extension ManagedObject {
  /// Lives on under a permanent key; what it lies on gets the key as well.
  final func rename(_ name: FormerNames.Name, at identityTable: IdentityTable) {
    let layout = self.identityTable.layout
    if let overlay {
      overlay.info.pointee.beneath = overlay.info.pointee.base?.copy(layout, key: name.key)
    } else if !isFault, let row = row?.copy(layout, key: name.key) {
      settle(on: row)
    } else {
      body = nil
    }
    move(to: identityTable, key: name.key)
  }
}

extension PersistentStoreCoordinator {
  /// Whether contexts with parents have to learn of new keys.
  func listen() { state.withLock { $0.formerNames.addListener() } }

  /// Ends what `listen` began.
  func stopListening() { state.withLock { $0.formerNames.removeListener() } }

  /// What an object with a temporary key is called by now.
  func name(of key: Int64) -> FormerNames.Name? {
    state.withLock { $0.formerNames.name(of: key) }
  }

  /// Returns the temporary ID under which an object was known before it was saved.
  func temporaryID(of object: ManagedObject) -> ManagedObjectID? {
    let name = FormerNames.Name(
      foreignKey: object.foreignKey, space: object.identityTable.space)
    return state.withLock { $0.formerNames.temporaryKey(of: name) }.map {
      ManagedObjectID(entity: object.entity, key: $0, space: temporaryKeys)
    }
  }

  /// Notes what objects were called before, where a context has to learn of it.
  func rename(_ former: PermanentKeys.Former) {
    state.withLock { state in
      guard state.formerNames.isNeeded else { return }
      for (object, key) in zip(former.objects, former.keys) {
        state.formerNames.note(
          key,
          FormerNames.Name(foreignKey: object.foreignKey, space: object.identityTable.space))
      }
      namesEdition.add(1, ordering: .releasing)
    }
  }

  /// The stores that keep objects of an entity.
  func spaces(holding entity: EntityDescription) -> [KeySpace] {
    state.withLock { $0.seats.filter { $0.holds[entity.index] }.map(\.space) }
  }
}
