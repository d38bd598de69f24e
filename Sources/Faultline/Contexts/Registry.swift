// All homes of one context.

/// A context's identity map: a home for each entity in each store.
struct Registry {
  /// By key space, then by entity.
  private var homes: [[IdentityTable?]] = []

  func home(of entity: EntityDescription, in space: KeySpace) -> IdentityTable? {
    guard homes.indices.contains(space.ordinal), homes[space.ordinal].indices.contains(entity.index)
    else { return nil }
    return homes[space.ordinal][entity.index]
  }

  mutating func add(_ home: IdentityTable) {
    while homes.count <= home.space.ordinal { homes.append([]) }
    while homes[home.space.ordinal].count <= home.entity.index {
      homes[home.space.ordinal].append(nil)
    }
    homes[home.space.ordinal][home.entity.index] = home
  }

  /// Whether no object was looked for so far.
  var isEmpty: Bool { homes.isEmpty }

  /// Visits the homes.
  func forEachHome(_ body: (IdentityTable) -> Void) {
    for case let home? in homes.joined() { body(home) }
  }

  /// Shows the homes, without their objects.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: homes, .registry)
    for row in homes { visitor.show(elementsOf: row, .registry) }
    forEachHome { $0.showBlocks(to: visitor) }
  }

  /// Objects that can be found by key.
  var count: Int { homes.joined().reduce(0) { $0 + ($1?.registeredCount ?? 0) } }

  /// The objects of temporary keys, held, in the order of registration.
  func temporaryObjects() -> ContiguousArray<ManagedObject> { objects(of: homes.prefix(1)) }

  /// Every registered object, held, in the order of registration.
  func objects() -> ContiguousArray<ManagedObject> { objects(of: homes[...]) }

  private func objects(of spaces: ArraySlice<[IdentityTable?]>) -> ContiguousArray<ManagedObject> {
    var alive = AliveObjects()
    for case let home? in spaces.joined() { alive.append(home) }
    let isInOrder = alive.isInOrder
    var objects = alive.handOver()
    if !isInOrder { objects.sort { $0.serial < $1.serial } }
    return objects
  }
}
