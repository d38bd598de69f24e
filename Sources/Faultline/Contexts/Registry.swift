// All identity tables of one context.

/// A context's identity map: a table for each entity in each store.
struct Registry {
  /// By key space, then by entity.
  private var identityTables: [[IdentityTable?]] = []

  func identityTable(of entity: EntityDescription, in space: KeySpace) -> IdentityTable? {
    guard identityTables.indices.contains(space.ordinal),
      identityTables[space.ordinal].indices.contains(entity.index)
    else { return nil }
    return identityTables[space.ordinal][entity.index]
  }

  mutating func add(_ identityTable: IdentityTable) {
    while identityTables.count <= identityTable.space.ordinal { identityTables.append([]) }
    while identityTables[identityTable.space.ordinal].count <= identityTable.entity.index {
      identityTables[identityTable.space.ordinal].append(nil)
    }
    identityTables[identityTable.space.ordinal][identityTable.entity.index] = identityTable
  }

  /// Whether no object was looked for so far.
  var isEmpty: Bool { identityTables.isEmpty }

  /// Visits the identity tables.
  func forEachIdentityTable(_ body: (IdentityTable) -> Void) {
    for case let identityTable? in identityTables.joined() { body(identityTable) }
  }

  /// Shows the identity tables, without their objects.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: identityTables, .registry)
    for row in identityTables { visitor.show(elementsOf: row, .registry) }
    forEachIdentityTable { $0.showBlocks(to: visitor) }
  }

  /// Objects that can be found by key.
  var count: Int { identityTables.joined().reduce(0) { $0 + ($1?.registeredCount ?? 0) } }

  /// The objects of temporary keys, held, in the order of registration.
  func temporaryObjects() -> ContiguousArray<ManagedObject> {
    objects(of: identityTables.prefix(1))
  }

  /// Every registered object, held, in the order of registration.
  func objects() -> ContiguousArray<ManagedObject> { objects(of: identityTables[...]) }

  private func objects(of spaces: ArraySlice<[IdentityTable?]>) -> ContiguousArray<ManagedObject> {
    var alive = AliveObjects()
    for case let identityTable? in spaces.joined() { alive.append(identityTable) }
    let isInOrder = alive.isInOrder
    var objects = alive.handOver()
    if !isInOrder { objects.sort { $0.serial < $1.serial } }
    return objects
  }
}
