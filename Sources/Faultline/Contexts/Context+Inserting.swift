// Taking in objects that were made without a context.

extension ManagedObjectContext {
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
}

extension ManagedObject {
  /// Whether it was made without a context and waits for one.
  final var belongsNowhere: Bool {
    identityTable.link.wasNeverJoined && !flags.contains(.detached)
  }
}
