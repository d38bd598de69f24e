// Turns: one trip each through the run loop.

extension ManagedObjectContext {
  /// Runs a block as one turn of the run loop: what the context hands out in it lives until it ends.
  ///
  /// Turns nest: an inner turn lets go of what it handed out itself.
  public func turn<T>(_ body: () throws -> T) rethrows -> T {
    checkQueue()
    let mark = beginTurn()
    defer {
      do throws(GraphError) { try endTurn(mark) } catch { misuse(error) }
    }
    return try body()
  }

  /// Opens a turn; the scenario runner cannot nest its steps in a closure.
  package func beginTurn() -> Int {
    if pool.depth == 0 { noticeRemoteChanges() }
    undoManager?.beginTurn()
    return pool.beginTurn()
  }

  /// Ends the turn that began with this mark: the pool drains, whatever the changes come to.
  ///
  /// The outermost turn is an event, and its changes are one step for an undo.
  package func endTurn(_ mark: Int) throws(GraphError) {
    pool.endTurn()
    defer {
      _ = pool.take(from: mark)
      if pool.depth == 0, settings.collectsCycles { collect() }
      persistentStoreCoordinator?.endReading()
    }
    try processing()
    undoManager?.endTurn()
  }

  /// Lets stores report what other programs have written; before a turn, a fetch or a save, while nothing is
  /// half done.
  func noticeRemoteChanges() { persistentStoreCoordinator?.noticeRemoteChanges() }

  /// Lets the pool go of everything that was handed out so far.
  package func drainPool() {
    _ = pool.take(from: 0)
  }

  /// How many objects the pool holds now.
  package var pooledObjectCount: Int { pool.count }

  /// Brings what follows from pending changes up to date: delete rules are followed to their end.
  public func processPendingChanges() {
    checkQueue()
    do throws(GraphError) { try processing() } catch { misuse(error) }
  }

  /// Processes pending changes, or says why that cannot be.
  package func processing() throws(GraphError) {
    if propagatesDeletesAtEndOfEvent { try propagateDeletes() }
    undoManager?.endEvent()
    notifyObservers()
    statistics.pooledObjects = pool.count
  }
}
