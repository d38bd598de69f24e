// All identity tables of one context, and the order in which objects come to be in them.

/// A context's identity map: a table for each entity in each store.
///
/// It keeps two laws by itself, between any two operations: the object found at a place is the one that has it (1), and
/// objects come in the order of their serials, none of which is given twice (12). It holds no object, and a table that
/// it has made known stays until everything is forgotten.
struct Registry {
  /// By key space, then by entity.
  private var identityTables: [[IdentityTable?]] = []
  /// The identity table that was asked for last: neighbours mostly come one after the other.
  private(set) var latestTable: IdentityTable?
  /// The entity that was last asked for by its name.
  private var latestEntity: EntityDescription?
  /// Where the object belongs that is being made, as a new one or as the fault of a stored record; nil at all other times.
  private var expected: (identityTable: Unmanaged<IdentityTable>, key: Int64, isNew: Bool)?
  /// Whether what objects lead to is being loaded, in a context without faults.
  private(set) var isLoadingReach = false
  /// How often objects got other IDs.
  private(set) var identityEdition = 0
  /// Which names of saved objects are known: the coordinator counts its editions.
  private var namesEdition = 0

  func identityTable(of entity: EntityDescription, in space: KeySpace) -> IdentityTable? {
    guard identityTables.indices.contains(space.ordinal),
      identityTables[space.ordinal].indices.contains(entity.index)
    else { return nil }
    return identityTables[space.ordinal][entity.index]
  }

  /// The registered object of an ID, where a record has one.
  func object(of id: ManagedObjectID) -> ManagedObject? {
    identityTable(of: id.entity, in: id.space)?.object(id.key)
  }

  /// The registered object of an ID or, where a record may have several, the one registered first.
  func anyObject(of id: ManagedObjectID) -> ManagedObject? {
    identityTable(of: id.entity, in: id.space)?.anyObject(of: id.key)
  }

  /// The table that was asked for last, if it has the saved object that a foreign key stands for.
  ///
  /// Not counted, for destinations are looked up one after the other: the registry keeps it until the context is reset.
  func latestTable(of key: ForeignKey, in space: KeySpace) -> Unmanaged<IdentityTable>? {
    guard let latestTable, key.key > 0, latestTable.index == key.entity,
      latestTable.space === space, !latestTable.isTemporary
    else { return nil }
    return .passUnretained(latestTable)
  }

  /// Notes the identity table that is being used; one that is new here is known from now on.
  mutating func use(_ identityTable: IdentityTable, isNew: Bool) -> IdentityTable {
    if isNew { add(identityTable) }
    latestTable = identityTable
    return identityTable
  }

  /// The entity that was last asked for by its name, if that is its name.
  func latestEntity(named name: String) -> Unmanaged<EntityDescription>? {
    guard latestEntity?.name == name else { return nil }
    return Unmanaged(of: latestEntity)
  }

  /// Notes the entity that was asked for by its name.
  mutating func use(_ entity: EntityDescription) { latestEntity = entity }

  private mutating func add(_ identityTable: IdentityTable) {
    while identityTables.count <= identityTable.space.ordinal { identityTables.append([]) }
    while identityTables[identityTable.space.ordinal].count <= identityTable.entity.index {
      identityTables[identityTable.space.ordinal].append(nil)
    }
    identityTables[identityTable.space.ordinal][identityTable.entity.index] = identityTable
  }

  /// Forgets all tables; objects that still are in one of them can be found no more.
  mutating func forgetTables() { (identityTables, latestTable) = ([], nil) }

  // MARK: - Births and names

  /// Says where the next object belongs, which the caller makes at once, while it holds the identity table.
  mutating func expect(_ key: Int64, at identityTable: IdentityTable, isNew: Bool) {
    expected = (.passUnretained(identityTable), key, isNew)
  }

  /// Where the object belongs that is being made, if that was said.
  mutating func takeExpected() -> Birth? {
    guard let (identityTable, key, isNew) = expected else { return nil }
    expected = nil
    return Birth(identityTable: identityTable.takeUnretainedValue(), key: key, isNew: isNew)
  }

  /// Notes that what objects lead to is being loaded, or is by now.
  mutating func setLoadingReach(_ isLoading: Bool) { isLoadingReach = isLoading }

  /// Notes that objects get other IDs.
  mutating func beginRenaming() { identityEdition += 1 }

  /// Whether there is an edition of names that was not known so far; it is from now on.
  mutating func learns(_ edition: Int) -> Bool {
    guard edition != namesEdition else { return false }
    namesEdition = edition
    beginRenaming()
    return true
  }

  // MARK: - All objects

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

  // MARK: - Laws

  /// (1) The object found at a place is the one that has it: at most one for each record, where records have one.
  func uniquingViolation(_ object: ManagedObject) -> String? {
    guard object.identityTable.object(object.identityTable.place(of: object)) !== object else {
      return nil
    }
    return "(1) \(object.objectID) is not the object that its table knows."
  }

  /// (12) No two objects have the same serial, and none a later one than was given out.
  func orderViolation(
    _ objects: ContiguousArray<ManagedObject>, upTo lastSerial: UInt32
  ) -> String? {
    for (one, next) in zip(objects, objects.dropFirst()) where one.serial >= next.serial {
      return "(12) \(one.objectID) and \(next.objectID) share the serial \(one.serial)."
    }
    guard let last = objects.last, last.serial > lastSerial else { return nil }
    return "(12) The serial of \(last.objectID) was never given out."
  }
}
