// Rows of the stores and unsaved changes, as one answer.

extension ManagedObjectContext {
  /// The objects that a request asks for, in the order of their keys, unsaved ones last; those that are to
  /// be deleted are left out.
  ///
  /// A fetch never changes an object that has its values: it returns the instance that is there (Q1).
  public func fetch(_ request: FetchRequest) throws(GraphError) -> [ManagedObject] {
    let coordinator = try upstream()
    let entity = try coordinator.managedObjectModel.entity(named: request.entityName)
    guard request.fetchLimit >= 0, request.fetchOffset >= 0 else {
      throw GraphError(
        .unsupportedRequest, "A fetch limit or offset cannot be negative; 0 means none.")
    }
    let rows = try coordinator.fetch(request, entity)
    var objects: [ManagedObject] = []
    objects.reserveCapacity(rows.count)
    rows.forEachRun { run, places in
      let home = home(of: run.entity, in: run.space)
      for place in places {
        let object = object(rows.key(at: place), at: home)
        if object.isFault, let row = rows.takeRow(at: place, of: run) { fill(object, row, request) }
        if object.isDeleted, request.includesPendingChanges { continue }
        objects.append(handOut(object))
      }
    }
    statistics.fetches += 1
    if request.includesPendingChanges { addPending(request, entity, to: &objects) }
    OperationHook.fire()
    return objects
  }

  /// How many objects a fetch would return.
  public func count(for request: FetchRequest) throws(GraphError) -> Int {
    var request = request
    request.includesPropertyValues = false
    return try fetch(request).count
  }

  private func fill(_ object: ManagedObject, _ row: consuming Row, _ request: FetchRequest) {
    if request.returnsObjectsAsFaults {
      // The fault uses the row without showing it: this is what keeps the cache entry.
      object.body = row
    } else {
      object.awake(on: row)
    }
  }

  private func addPending(
    _ request: FetchRequest, _ entity: EntityDescription, to objects: inout [ManagedObject]
  ) {
    guard insertedObjectCount > 0 else { return }
    let pending = insertedObjects.filter {
      request.includesSubentities ? $0.entity.isKindOf(entity: entity) : $0.entity === entity
    }
    let room = request.fetchLimit == 0 ? pending.count : request.fetchLimit - objects.count
    for object in pending.prefix(max(0, room)) { objects.append(handOut(object)) }
  }
}
