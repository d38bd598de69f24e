// Groups: what is undone in one step.

extension UndoManager {
  /// Begins a group by hand; groups nest, and the outermost is what an undo takes back.
  ///
  /// Within a turn it lies in the turn's own group; outside of one it is a step of its own.
  public func beginUndoGrouping() {
    do throws(GraphError) { try beginningGroup() } catch { misuse(error) }
  }

  /// Ends the group that was begun last; without one it stops with a sentence.
  public func endUndoGrouping() {
    do throws(GraphError) { try endingGroup() } catch { misuse(error) }
  }

  /// Begins a group, or says why pending changes could not be processed before.
  package func beginningGroup() throws(GraphError) {
    try checkpoint()
    if isEventOpen, explicitLevel == 0, !isInTurn { closeGroup() }
    explicitLevel += 1
    openGroup()
  }

  /// Ends a group, or says that there is none.
  package func endingGroup() throws(GraphError) {
    guard explicitLevel > 0 else {
      throw GraphError(
        .coreData, "No undo group was begun; begin one for each that you end.")
    }
    try checkpoint()
    explicitLevel -= 1
    if explicitLevel == 0, !isEventOpen { closeGroup() }
  }

  /// Lets a function be called by the undo of the group that is open, in its place among the changes.
  ///
  /// It may change objects, and register what does it again. With `groupsByEvent` off and no group
  /// open it stops with a sentence.
  public func registerUndo(_ body: @escaping () -> Void) {
    do throws(GraphError) { try registering(body) } catch { misuse(error) }
  }

  /// Registers a function, or says that no group is open.
  package func registering(_ body: @escaping () -> Void) throws(GraphError) {
    guard isUndoRegistrationEnabled else { return }
    guard isRecording else {
      throw GraphError(
        .coreData,
        "No undo group is open and groupsByEvent is off; begin a group before registering.")
    }
    record(UndoCall(body))
  }

  // MARK: - Events

  /// Ends the group of changes that were made before a turn: each turn is a step of its own.
  func beginTurn() {
    guard isEventOpen, explicitLevel == 0, !isInTurn else { return }
    // What cannot be processed now is processed with the turn's own changes, which then are one step with it.
    guard (try? checkpoint()) != nil else { return }
    closeGroup()
  }

  /// Ends the group of a turn, unless one is open that was begun by hand.
  func endTurn() {
    guard isEventOpen, explicitLevel == 0, !isInTurn else { return }
    closeGroup()
  }

  private var isInTurn: Bool { contexts.contains { ($0.context?.pool.depth ?? 0) > 0 } }

  /// Brings the contexts' pending changes into the group to which they belong (semantics 197).
  func checkpoint() throws(GraphError) {
    for link in contexts { try link.context?.processing() }
    post(Self.checkpointNotification)
  }

  /// Opens the group into which changes go, unless there is one.
  func openGroup() {
    guard !undoLog.isOpen else { return }
    undoLog.open()
    post(Self.didOpenUndoGroupNotification)
  }

  /// Closes the group into which changes went; an empty one leaves nothing behind.
  func closeGroup() {
    isEventOpen = false
    guard undoLog.isOpen else { return }
    post(Self.willCloseUndoGroupNotification)
    endEvent()
    undoLog.close()
    dropBeyondLevels()
    post(Self.didCloseUndoGroupNotification)
  }
}
