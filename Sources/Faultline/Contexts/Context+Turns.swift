// Turns: one trip each through the run loop.

extension ManagedObjectContext {
  /// Runs a block as one turn of the run loop: what the context hands out in it lives until it ends.
  ///
  /// Turns nest: an inner turn lets go of what it handed out itself.
  public func turn<T>(_ body: () throws -> T) rethrows -> T {
    let mark = beginTurn()
    defer {
      do throws(GraphError) { try endTurn(mark) } catch { misuse(error) }
    }
    return try body()
  }

  /// Opens a turn; the scenario runner cannot nest its steps in a closure.
  package func beginTurn() -> Int { pool.count }

  /// Ends the turn that began with this mark: the pool drains, whatever the changes come to.
  package func endTurn(_ mark: Int) throws(GraphError) {
    defer {
      _ = pool.take(from: mark)
      persistentStoreCoordinator?.endReading()
      OperationHook.fire()
    }
    try processing()
  }

  /// How many objects the pool holds now.
  package var pooledObjectCount: Int { pool.count }

  /// Brings what follows from pending changes up to date: delete rules are followed to their end.
  public func processPendingChanges() {
    do throws(GraphError) { try processing() } catch { misuse(error) }
  }

  /// Processes pending changes, or says why that cannot be.
  package func processing() throws(GraphError) {
    if propagatesDeletesAtEndOfEvent { try propagateDeletes() }
    statistics.pooledObjects = pool.count
  }
}
