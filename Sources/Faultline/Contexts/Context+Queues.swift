// Working in a context: blocks that are sent, blocks that are waited for, and the turns that they are.

import Synchronization

extension ManagedObjectContext {
  // MARK: - Blocks

  /// Runs a block on the context's queue, as one turn, and returns what it made.
  ///
  /// Between two blocks, other blocks may run in the context (semantics 181).
  public func perform<T: Sendable, E: Error>(
    _ body: @escaping @Sendable () throws(E) -> T
  ) async throws(E) -> T {
    refuseConfined("perform")
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<T, E>, Never>) in
      queue.send {
        self.runTurn {
          let result: Result<T, E>
          do throws(E) { result = .success(try body()) } catch { result = .failure(error) }
          return { continuation.resume(returning: result) }
        }
      }
    }
    return try result.get()
  }

  /// Sends a block to the context's queue, where it runs as one turn, and returns at once (semantics 178).
  @available(*, noasync, message: "Await the block; return an objectID.")
  public func perform(_ body: @escaping @Sendable () -> Void) {
    refuseConfined("perform")
    queue.send {
      self.runTurn {
        body()
        return {}
      }
    }
  }

  /// Runs a block on the context's queue and returns when it is done; it is no turn (semantics 179).
  ///
  /// It may run on the calling thread, and may be called again from within. A wait that would never end, because
  /// the thread that uses the context waits for another one that is in use here, stops with a sentence that
  /// names both.
  public func performAndWait<T: Sendable>(_ body: () throws -> T) rethrows -> T {
    refuseConfined("performAndWait")
    return try waiting(body) { throw $0 }
  }

  /// The same, with an error where the wait would never end; the result stays with the caller.
  package func performingAndWait<T>(_ body: () throws(GraphError) -> T) throws(GraphError) -> T {
    var result: Result<T, GraphError>?
    try queue.work {
      do throws(GraphError) { result = .success(try body()) } catch { result = .failure(error) }
    }
    guard let result else { preconditionFailure("The body was not run.") }
    return try result.get()
  }

  /// Whether blocks that are sent to the context run at once, on the thread that sends them.
  ///
  /// For a program that uses its contexts on one thread, so that what it counts is the same in every run.
  package var isDriven: Bool {
    get { queue.isDriven.load(ordering: .relaxed) }
    set { queue.isDriven.store(newValue, ordering: .relaxed) }
  }

  /// Whether the caller may use the context here and now.
  package var isOpenHere: Bool { queue.isOpen }

  /// Runs a turn in the context, and calls what the turn has left to do once it has ended.
  private func runTurn(_ body: () -> () -> Void) {
    let rest = queue.asCurrent { turn(body) }
    rest()
  }

  /// Waits and works; what the body throws is thrown by the second function, as `rethrows` wants it.
  private func waiting<T>(
    _ body: () throws -> T, _ rethrow: (any Error) throws -> T
  ) rethrows -> T {
    var result: Result<T, any Error>?
    do {
      try queue.work { result = Result(catching: body) }
    } catch {
      misuse(error)
    }
    switch result {
    case .success(let value): return value
    case .failure(let error): return try rethrow(error)
    case nil: preconditionFailure("The body was not run.")
    }
  }

  private func refuseConfined(_ member: StaticString) {
    guard case .confined = queue.kind else { return }
    misuse(
      GraphError(
        .coreData,
        "Context \(queue.title) is confined to the thread that made it and has no queue for "
          + "'\(member)'; make it with .privateQueue or .mainQueue."))
  }

  // MARK: - Turns

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
    if !pool.isGuest { undoManager?.beginTurn() }
    OpenTurns.begin(self)
    return pool.beginTurn()
  }

  /// Ends the turn that began with this mark: the pool drains, whatever the changes come to.
  ///
  /// The outermost turn is an event, and its changes are one step for an undo.
  package func endTurn(_ mark: Int) throws(GraphError) {
    pool.endTurn()
    defer {
      _ = pool.take(from: mark)
      OpenTurns.end(self)
      if pool.depth == 0, settings.collectsCycles { CycleCollector(context: self).collect() }
      persistentStoreCoordinator?.endReading()
    }
    try processing()
    if !pool.isGuest { undoManager?.endTurn() }
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
