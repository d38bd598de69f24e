// Where a context gets its objects from and saves them to: a coordinator, or another context (P1, P2).

extension ManagedObjectContext {
  /// The coordinator beneath the context, also if there are other contexts in between.
  public var persistentStoreCoordinator: PersistentStoreCoordinator? {
    settings.coordinator
  }

  /// The context that this one fetches from and saves to, and keeps; nil for one that does so with its coordinator.
  public var parent: ManagedObjectContext? { settings.parent }

  /// Sets the coordinator; taking it away is refused, because objects would lose their stores (R7).
  public func setPersistentStoreCoordinator(
    _ coordinator: PersistentStoreCoordinator?
  ) throws(GraphError) {
    try settling { () throws(GraphError) in
      if settings.parent != nil {
        throw GraphError(
          .coreData,
          "A context with a parent uses its parent's coordinator; set one of the two, not both.")
      }
      if let current = settings.coordinator, current !== coordinator {
        throw GraphError(
          .coreData,
          "A context's coordinator cannot be taken away or exchanged; let the context go and make another."
        )
      }
      settings.coordinator = coordinator
      if stalenessInterval > 0 { coordinator?.keepFetchTimes() }
    }
  }

  /// Sets the parent, before the context is used; a confined context cannot be a parent (P4).
  public func setParent(_ parent: ManagedObjectContext?) throws(GraphError) {
    try settling { () throws(GraphError) in
      guard parent !== settings.parent else { return }
      if settings.parent != nil || settings.coordinator != nil {
        throw GraphError(
          .coreData,
          "A context's parent or coordinator cannot be taken away or exchanged; let the context go and make another."
        )
      }
      guard let parent else { return }
      if parent.concurrencyType == .confinement {
        throw GraphError(
          .coreData,
          "Context \(parent.queue.title) is confined to a thread and cannot be a parent; make it with "
            + ".privateQueue or .mainQueue.")
      }
      let coordinator = try parent.performingAndWait { () throws(GraphError) in
        if !parent.uniquesObjects { throw parent.ambiguousParent() }
        parent.isParent = true
        return try parent.coordinator()
      }
      settings.parent = parent
      settings.coordinator = coordinator
      coordinator.listen()
      if stalenessInterval > 0 { coordinator.keepFetchTimes() }
    }
  }

  /// The coordinator, or an error that says that there is none.
  func coordinator() throws(GraphError) -> PersistentStoreCoordinator {
    guard let persistentStoreCoordinator else {
      throw GraphError(
        .coreData,
        "The context has no coordinator; call setPersistentStoreCoordinator or setParent first.")
    }
    return persistentStoreCoordinator
  }

  /// The level that the context asks for rows and saves to.
  func upstream() throws(GraphError) -> any Upstream {
    let coordinator = try coordinator()
    return settings.parent ?? coordinator
  }
}
