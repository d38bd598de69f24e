// What stores derive along relationships: the values that they hand back, and how objects get them.

/// A derived attribute's new value, as a store has it.
package struct DerivedValue {
  package let entity: EntityDescription
  package let key: Int64
  package let slot: Int
  package let value: Row.NewValue

  package init(_ entity: EntityDescription, _ key: Int64, _ slot: Int, _ value: Row.NewValue) {
    self.entity = entity
    self.key = key
    self.slot = slot
    self.value = value
  }
}

extension ManagedObjectContext {
  /// Lets registered objects have the values that a store has derived in a save; nothing is asked of the store.
  ///
  /// The version of a row stays, so that no other context has a conflict by it. What this context has no object of is
  /// forgotten by the row cache: whoever needs it reads it anew. Returns the objects.
  func adopt(_ values: [DerivedValue], in space: KeySpace) -> [ManagedObject] {
    var changes: [ForeignKey: [Int: Row.NewValue]] = [:]
    var order: [(entity: EntityDescription, key: Int64)] = []
    for value in values {
      let owner = ForeignKey(entity: value.entity.index, key: value.key)
      if changes[owner] == nil { order.append((value.entity, value.key)) }
      changes[owner, default: [:]][value.slot] = value.value
    }
    var adopters: [ManagedObject] = []
    for (entity, key) in order {
      let table = identityTable(of: entity, in: space)
      let changes = changes[ForeignKey(entity: entity.index, key: key)] ?? [:]
      let objects = registeredObjects(of: key, in: table)
      guard let former = objects.lazy.compactMap(\.row).first else {
        table.rows?.remove(CollectionOfOne(key))
        continue
      }
      let row = former.next(entity.layout, version: former.version, changes)
      table.rows?.adopt(row)
      for object in objects where object.row != nil {
        if object.isFault { object.lie(on: row) } else { rebase(object, on: row) }
      }
      adopters += objects
    }
    return adopters
  }

  private func registeredObjects(of key: Int64, in table: IdentityTable) -> [ManagedObject] {
    guard uniquesObjects else {
      return registry.objects().filter { $0.identityTable === table && $0.key == key }
    }
    return table.object(key).map { [$0] } ?? []
  }
}
