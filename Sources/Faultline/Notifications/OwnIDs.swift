// The IDs of a merge as the context's coordinator has them.

/// Says what IDs of any coordinator are called here; what lies in stores of others is left out.
struct OwnIDs {
  private let context: ManagedObjectContext
  private let coordinator: PersistentStoreCoordinator
  /// Whether a list may name what it has named before.
  let mayRepeat: Bool

  init(_ context: ManagedObjectContext, mayRepeat: Bool) throws(GraphError) {
    self.context = context
    self.mayRepeat = mayRepeat
    coordinator = try context.coordinator()
  }

  /// Visits the IDs one by one; none is kept.
  func forEach(of ids: [ManagedObjectID], _ body: (ManagedObjectID) -> Void) {
    var latest: (strange: KeySpace, own: KeySpace?)?
    for id in ids {
      if latest?.strange !== id.space {
        let own = id.space.store.map { coordinator.space(ofStore: $0) } ?? coordinator.temporaryKeys
        latest = (id.space, own)
      }
      guard let space = latest?.own else { continue }
      body(context.current(ManagedObjectID(entity: id.entity, key: id.key, space: space)))
    }
  }

  /// The IDs as a list, each once.
  func list(_ ids: [ManagedObjectID]) -> [ManagedObjectID] {
    var seen: Set<ManagedObjectID> = []
    var list: [ManagedObjectID] = []
    list.reserveCapacity(ids.count)
    forEach(of: ids) { if !mayRepeat || seen.insert($0).inserted { list.append($0) } }
    return list
  }
}
