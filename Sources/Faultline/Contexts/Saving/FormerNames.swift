// Temporary IDs that have become permanent further up: a child learns of them when it next looks up.

import Synchronization

/// The permanent keys of objects that descendants may still know by temporary ones (semantics 172).
///
/// A list exists only while the coordinator has contexts with parents.
struct FormerNames: Sendable {
  private var names: [Int64: Name] = [:]
  /// How many contexts with parents there are.
  private var listeners = 0

  /// What an object is called now.
  struct Name: Sendable {
    let key: Int64
    let space: KeySpace
  }

  /// Whether any context has to learn of new keys.
  var isNeeded: Bool { listeners > 0 }

  func name(of key: Int64) -> Name? { names[key] }

  mutating func note(_ key: Int64, _ name: Name) { names[key] = name }

  mutating func addListener() { listeners += 1 }

  mutating func removeListener() {
    listeners -= 1
    if listeners == 0 { names = [:] }
  }

  func showBlocks(to visitor: BlockVisitor) { visitor.show(elementsOf: names, .registry) }
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

  /// Notes what objects were called before, where a context has to learn of it.
  func rename(_ former: PermanentKeys.Former) {
    state.withLock { state in
      guard state.formerNames.isNeeded else { return }
      for (object, key) in zip(former.objects, former.keys) {
        state.formerNames.note(
          key, FormerNames.Name(key: object.key, space: object.identityTable.space))
      }
      namesEdition.add(1, ordering: .releasing)
    }
  }

  /// The stores that keep objects of an entity.
  func spaces(holding entity: EntityDescription) -> [KeySpace] {
    state.withLock { $0.seats.filter { $0.holds[entity.index] }.map(\.space) }
  }
}
