// Making objects and finding them: at most one for each record (Q1).

extension ManagedObjectContext {
  // MARK: - New objects

  /// Makes an object and inserts it; only its pending change, and the turn's pool, hold it (L2).
  public func insertNewObject(forEntityName name: String) -> ManagedObject {
    checkQueue()
    do throws(GraphError) {
      if let entity = registry.latestEntity(named: name) {
        return try entity.withObject { (entity) throws(GraphError) in try insert(entity) }
      }
      let entity = try coordinator().managedObjectModel.entity(named: name)
      registry.use(entity)
      return try insert(entity)
    } catch {
      misuse(error)
    }
  }

  /// Makes an object and inserts it, or says why there can be none.
  package func insert(_ entity: EntityDescription) throws(GraphError) -> ManagedObject {
    guard !entity.isAbstract else {
      throw GraphError(
        .unsupportedRequest,
        "'\(entity.name)' is abstract; insert an object of an entity that inherits from it.")
    }
    guard let coordinator = Unmanaged(of: settings.coordinator) else { throw noCoordinator }
    let object = coordinator.withObject { newObject(of: entity, $0) }
    statistics.objectsInserted += 1
    handOut(object)
    return object
  }

  /// Makes an object and takes it in.
  ///
  /// A class of its own may make others before, so it is asked where it belongs when its turn has come.
  @inline(__always) private func newObject(
    of entity: EntityDescription, _ coordinator: PersistentStoreCoordinator
  ) -> ManagedObject {
    let identityTable = identityTable(of: entity, in: coordinator.temporaryKeys)
    if identityTable.hasClassOfItsOwn {
      return identityTable.objectClass.make(entity: entity, insertInto: self)
    }
    registry.expect(coordinator.nextTemporaryKey(), at: identityTable, isNew: true)
    return ManagedObject(entity: entity, insertInto: self)
  }

  /// Inserts an object that was made without a context; one that is here already stays as it is (semantics 87).
  public func insert(_ object: ManagedObject) {
    checkQueue()
    do throws(GraphError) { try inserting(object) } catch { misuse(error) }
  }

  /// Inserts an object, or says why it cannot be.
  ///
  /// Its hash changes with the insertion, so it must not be in a set at that moment.
  package func inserting(_ object: ManagedObject) throws(GraphError) {
    guard object.managedObjectContext !== self else { return }
    guard object.belongsNowhere else {
      throw GraphError(
        .coreData,
        "\(object.objectID) belongs to another context, or did so; make a new object here.",
        objectID: object.objectID)
    }
    let coordinator = try coordinator()
    guard coordinator.managedObjectModel.entitiesByName[object.entity.name] === object.entity else {
      throw GraphError(
        .coreData, "'\(object.entity.name)' is no entity of the coordinator's model.",
        objectID: object.objectID)
    }
    object.identityTable.unregister(object)
    object.identityTable = identityTable(of: object.entity, in: coordinator.temporaryKeys)
    object.key = coordinator.nextTemporaryKey()
    object.serial = link.nextSerial()
    object.identityTable.register(object)
    welcome(object)
    statistics.objectsInserted += 1
  }

  /// Where an object that is being made belongs: the record it stands for, or a new temporary key.
  func birth(of entity: EntityDescription) -> Birth {
    if let stored = registry.takeExpected() { return stored }
    guard let coordinator = persistentStoreCoordinator else {
      misuse(
        GraphError(
          .coreData, "The context has no coordinator; call setPersistentStoreCoordinator first."))
    }
    return Birth(
      identityTable: identityTable(of: entity, in: coordinator.temporaryKeys),
      key: coordinator.nextTemporaryKey(), isNew: true)
  }

  /// Takes in a new object once it has its default values, and lets it awake.
  func welcome(_ object: ManagedObject) {
    takeIn(object)
    object.awakeFromInsert()
  }

  /// Takes in a new object once it has its default values.
  func takeIn(_ object: ManagedObject) {
    object.flags.insert([.inserted, .unannounced])
    changes.pin(object)
    if retainsRegisteredObjects { hold(object) }
    noteInsertion(of: object)
  }

  // MARK: - Known objects

  /// The registered object of that ID; nil if none is alive here.
  ///
  /// It never asks a store.
  public func registeredObject(for id: ManagedObjectID) -> ManagedObject? {
    checkQueue()
    learnNewKeys()
    return registry.anyObject(of: current(id)).map { handOut($0) }
  }

  /// The object of that ID: a registered one, or a fault that is assumed to have a row.
  public func object(with id: ManagedObjectID) -> ManagedObject {
    checkQueue()
    learnNewKeys()
    return handOut(fault(of: current(id)))
  }

  /// The object of that ID with its values, or an error if there is none.
  public func existingObject(with id: ManagedObjectID) throws(GraphError) -> ManagedObject {
    checkQueue()
    let object = object(with: id)
    try object.load()
    return object
  }

  /// The object of an ID that is known by now: the one that is registered, or a new fault.
  func fault(of id: ManagedObjectID) -> ManagedObject {
    object(id.key, at: identityTable(of: id.entity, in: id.space))
  }

  /// The object of a key: the one that is registered, or a new fault.
  func object(_ key: Int64, at identityTable: IdentityTable) -> ManagedObject {
    identityTable.object(key) ?? newFault(key, at: identityTable)
  }

  /// A fault of a key that has no object yet.
  func newFault(_ key: Int64, at identityTable: IdentityTable) -> ManagedObject {
    registry.expect(key, at: identityTable, isNew: false)
    let entity = identityTable.entity
    // Where the class is this one the compiler knows what is called, and neither entity nor context is counted for it.
    let object =
      identityTable.hasClassOfItsOwn
      ? identityTable.objectClass.make(entity: entity, insertInto: self)
      : ManagedObject(entity: entity, insertInto: self)
    if retainsRegisteredObjects { hold(object) }
    return object
  }

  /// The destination of a foreign key: it lies in the same store as the object that has the key.
  func object(
    at key: ForeignKey, beside neighbour: ManagedObject
  ) throws(GraphError) -> ManagedObject {
    learnNewKeys()
    if let table = registry.latestTable(of: key, in: neighbour.identityTable.space) {
      if let known = table._withUnsafeGuaranteedRef({ $0.object(key.key) }) { return known }
      return newFault(key.key, at: table.takeUnretainedValue())
    }
    return fault(of: try objectID(at: key, beside: neighbour))
  }

  /// The ID that a foreign key stands for.
  func objectID(
    at key: ForeignKey, beside neighbour: ManagedObject
  ) throws(GraphError) -> ManagedObjectID {
    let entity = try entity(at: key, beside: neighbour)
    if key.key < 0 {
      // Keys of objects that were never saved are below zero, and of no store.
      let space = try coordinator().temporaryKeys
      return current(ManagedObjectID(entity: entity, key: key.key, space: space))
    }
    let space =
      neighbour.identityTable.isTemporary
      ? try space(ofSaved: key, entity, beside: neighbour) : neighbour.identityTable.space
    return ManagedObjectID(entity: entity, key: key.key, space: space)
  }

  private func entity(
    at key: ForeignKey, beside neighbour: ManagedObject
  ) throws(GraphError) -> EntityDescription {
    let entities = try coordinator().managedObjectModel.entities
    guard entities.indices.contains(key.entity) else {
      throw GraphError(
        .referentialIntegrity, "\(neighbour.objectID) refers to an entity that the model lacks.",
        objectID: neighbour.objectID)
    }
    return entities[key.entity]
  }

  /// The identity table of an entity's objects; most often it is the one that was asked for last.
  func identityTable(of entity: EntityDescription, in space: KeySpace) -> IdentityTable {
    if let table = registry.latestTable, table.entity === entity, table.space === space {
      return table
    }
    if let known = registry.identityTable(of: entity, in: space) {
      return registry.use(known, isNew: false)
    }
    let identityTable = IdentityTable(
      entity: entity, space: space, link: link,
      // A child's faults look at their parent's objects first.
      rows: parent == nil ? persistentStoreCoordinator?.rows(of: entity, in: space) : nil,
      isPlain: isPlain, uniquesObjects: settings.uniquesObjects)
    return registry.use(identityTable, isNew: true)
  }
}

// How an object leaves its context, why it is in none, and what can be done about it.
extension ManagedObject {
  /// Notes what an object leaves its context for, where that is no reset.
  final func noteLeaving() { flags.insert(isNew ? .withdrawn : .removed) }

  /// A Boolean value that indicates whether the object was made without a context and has not been inserted.
  final var belongsNowhere: Bool {
    identityTable.link.wasNeverJoined && !flags.contains(.detached)
  }

  /// Takes the object's row out of the row cache, since its context is gone; the object keeps its values (R6).
  ///
  /// A row that others use stays for them, and the object has a copy. A fault has no use for a row any more.
  final func leaveRowCache() {
    if isFault {
      if !flags.contains(.partial) { body = nil }
    } else if flags.contains(.overlaid) {
      withOverlay { takeOutOfCache(&$0.info.pointee.beneath) }
    } else {
      takeOutOfCache(&body)
      slots = row?.slots
    }
  }

  private func takeOutOfCache(_ body: inout AnyObject?) {
    let isOnlyUser = isKnownUniquelyReferenced(&body)
    guard let row = body.map({ unsafeDowncast($0, to: Row.self) }),
      let table = row.info.pointee.cache
    else { return }
    guard isOnlyUser else { return body = row.copy(identityTable.layout) }
    table.forget(Address(of: row), key: row.key)
    row.info.pointee.cache = nil
  }

  /// Why the object cannot be used, as it has no context.
  final func noContext() -> GraphError {
    GraphError(.coreData, "\(objectID) \(wayOut)", objectID: objectID)
  }

  /// How it came to have no context, and what to do.
  private var wayOut: String {
    guard flags.contains(.detached) else {
      return "has no context any more; keep the context as long as its objects are used."
    }
    let comesBack = flags.contains(.shelved)
    if flags.contains(.removed) {
      return "was deleted, and its deletion was saved; "
        + (comesBack ? "undo the deletion before you use it again." : "let go of it with the save.")
    }
    if flags.contains(.withdrawn) {
      return "was never saved, and its insertion was taken back; "
        + (comesBack ? "undo or redo that before you use it again." : "insert a new object.")
    }
    return "was invalidated when its context was reset; fetch it again."
  }
}

extension ManagedObjectContext {
  /// Refuses an object that is not of this context, and says where it may be used instead.
  func checkMembership(of object: ManagedObject, _ remedy: String) throws(GraphError) {
    guard object.managedObjectContext !== self else { return }
    guard object.managedObjectContext != nil || object.belongsNowhere else {
      throw object.noContext()
    }
    throw GraphError(
      .coreData, "\(object.objectID) belongs to another context, or to none; \(remedy)",
      objectID: object.objectID)
  }
}
