// The face of the undo manager, and all that it stores.

public import Foundation

/// What was changed, in groups that can be taken back one by one, and done again.
///
/// Every context has one by default, and it is unlimited (U2): each changed object stays alive as long as a
/// change of it could be undone (U1). Bound it by `levelsOfUndo`, scrub it by `removeAllActions` (U3), or
/// set the context's `undoManager` to nil where nothing will ever be undone (U5).
///
/// An action is one property of one object, or its insertion or deletion, in one event: what is changed
/// again before pending changes are processed coalesces. A manager belongs to the thread of its contexts.
public final class UndoManager {
  /// One of the two stacks of groups.
  package enum Stack: Sendable {
    case undo, redo

    /// Where changes go while one of its groups is reversed.
    var other: Stack { self == .undo ? .redo : .undo }
  }

  /// How many groups can be undone; the oldest are dropped beyond that, and 0 stands for any number.
  public var levelsOfUndo = 0 {
    didSet { dropBeyondLevels() }
  }

  /// Whether all changes of one turn are a group; otherwise only what lies between `beginUndoGrouping`
  /// and `endUndoGrouping` can be undone.
  @exclusivity(unchecked) public var groupsByEvent = true

  /// Whether changes are being taken back.
  public var isUndoing: Bool { direction == .undo }

  /// Whether changes are being done again.
  public var isRedoing: Bool { direction == .redo }

  /// The stack of which a group is being reversed; nil at rest.
  @exclusivity(unchecked) var direction: Stack?

  /// The event to which changes belong now: it ends when pending changes are processed.
  @exclusivity(unchecked) private(set) var event: UInt32 = 1
  // Unchecked: one thread uses a manager, and nothing is called back while these are being changed.
  @exclusivity(unchecked) var undoLog = UndoLog()
  @exclusivity(unchecked) var redoLog = UndoLog()
  @exclusivity(unchecked) var held = HeldObjects()
  @exclusivity(unchecked) private var disabled = 0
  /// How many groups were begun by hand.
  @exclusivity(unchecked) var explicitLevel = 0
  /// Whether a group was begun because something changed.
  @exclusivity(unchecked) var isEventOpen = false
  /// The contexts that note their changes here.
  @exclusivity(unchecked) private(set) var contexts: [ContextLink] = []
  /// The objects that the undo or redo that is going on has changed.
  @exclusivity(unchecked) var touched: ContiguousArray<ManagedObject> = []
  /// The place of the object that an undo is changing now.
  @exclusivity(unchecked) var subject = UndoRecord.noObject
  /// Whether an observer of an undo has emptied the stack of which a group is being reversed: that ends it.
  @exclusivity(unchecked) var isScrubbed = false
  /// What the stacks held that were emptied during an undo, which may still be using it.
  @exclusivity(unchecked) var scrubbed = Released()
  /// Whether something was inserted and deleted in the same event.
  @exclusivity(unchecked) var hasCancelledInsertions = false

  /// Makes a manager that remembers without limit.
  public init() {}

  deinit { forgetEverything() }

  // MARK: - What there is

  /// How many groups could be undone.
  public var undoGroupCount: Int { undoLog.groupCount }

  /// How many groups could be done again.
  public var redoGroupCount: Int { redoLog.groupCount }

  /// How many actions could be undone.
  public var undoActionCount: Int { undoLog.actionCount }

  /// How many actions could be done again.
  public var redoActionCount: Int { redoLog.actionCount }

  /// How many objects are kept alive so that changes can be undone or done again (U1).
  public var heldObjectCount: Int { held.count }

  /// How many objects the undo stack keeps alive.
  public var undoObjectCount: Int { Int(held.counts.undo) }

  /// How many objects the redo stack keeps alive.
  public var redoObjectCount: Int { Int(held.counts.redo) }

  /// How many bytes of memory the stacks take, without the objects themselves.
  public var heldByteCount: Int { undoByteCount + redoByteCount }

  /// How many bytes the undo stack takes, with the list of objects as long as it names any.
  public var undoByteCount: Int {
    undoLog.byteCount + (held.counts.undo > 0 ? held.byteCount : 0)
  }

  /// How many bytes the redo stack takes, with the list of objects if the undo stack names none.
  public var redoByteCount: Int {
    redoLog.byteCount + (held.counts.undo > 0 ? 0 : held.byteCount)
  }

  /// Whether there is something to undo.
  public var canUndo: Bool {
    undoLog.count > 0 || contexts.contains { $0.context?.changes.deletions.isEmpty == false }
  }

  /// Whether there is something to do again.
  public var canRedo: Bool { redoLog.count > 0 }

  /// How many groups are open, with the one that an event opens by itself.
  public var groupingLevel: Int { explicitLevel + (isEventOpen ? 1 : 0) }

  /// The name of what would be undone; empty for none.
  public var undoActionName: String { undoLog.name }

  /// The name of what would be done again; empty for none.
  public var redoActionName: String { redoLog.name }

  /// Names the group that is open, or else the newest one.
  public func setActionName(_ name: String) { undoLog.name = name }

  // MARK: - Switching off

  /// Whether changes are noted.
  public var isUndoRegistrationEnabled: Bool { disabled == 0 }

  /// Stops noting changes, until `enableUndoRegistration` was called as often.
  ///
  /// Process pending changes before and after, so that nothing else falls under it (semantics 200).
  public func disableUndoRegistration() { disabled += 1 }

  /// Notes changes again; one call too many stops with a sentence.
  public func enableUndoRegistration() {
    do throws(GraphError) { try enabling() } catch { misuse(error) }
  }

  /// Notes changes again, or says that they are noted.
  package func enabling() throws(GraphError) {
    guard disabled > 0 else {
      throw GraphError(
        .coreData, "Undo registration is enabled already; disable it as often as you enable it.")
    }
    disabled -= 1
  }

  /// Forgets everything that could be undone or done again, and notes changes again (U3).
  public func removeAllActions() {
    forgetEverything()
    disabled = 0
  }

  /// Shows every block of the manager's own, and the objects that it keeps for their return.
  package func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .undo)
    visitor.show(elementsOf: contexts, .undo)
    undoLog.showBlocks(to: visitor)
    redoLog.showBlocks(to: visitor)
    held.showBlocks(to: visitor)
  }

  // MARK: - Events

  /// The entries of a stack.
  subscript(stack: Stack) -> UndoLog {
    _read {
      switch stack {
      case .undo: yield undoLog
      case .redo: yield redoLog
      }
    }
    _modify {
      switch stack {
      case .undo: yield &undoLog
      case .redo: yield &redoLog
      }
    }
  }

  /// Whether an undo or a redo is going on.
  var isReversing: Bool { direction != nil }

  /// Ends the event: what is changed from now on does not coalesce with what was changed before.
  func endEvent() {
    if hasCancelledInsertions { dropCancelledInsertions() }
    event = event >= .max - 1 ? 1 : event + 1
  }

  /// Takes a context in whose changes are to be noted here.
  func join(_ link: ContextLink) {
    contexts.append(link)
    link.recorder = .passUnretained(self)
    // Another manager may have forgotten them meanwhile.
    held.forEach { if $0.identityTable.link === link { $0.flags.insert(.remembered) } }
  }

  /// Lets a context go.
  func leave(_ link: ContextLink) {
    contexts.removeAll { $0 === link || $0.context == nil }
    link.recorder = nil
  }
}

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

// The notifications that a manager posts; the object of each is the manager.
extension UndoManager {
  /// Posted before a group is opened or closed, undone or done again: changes that are pending belong to what was before.
  public static let checkpointNotification = Notification.Name("UndoManagerCheckpoint")
  /// Posted when a group was opened.
  public static let didOpenUndoGroupNotification = Notification.Name("UndoManagerDidOpenUndoGroup")
  /// Posted before a group is closed.
  public static let willCloseUndoGroupNotification = Notification.Name(
    "UndoManagerWillCloseUndoGroup")
  /// Posted when a group was closed.
  public static let didCloseUndoGroupNotification = Notification.Name(
    "UndoManagerDidCloseUndoGroup")
  /// Posted before a group is undone.
  public static let willUndoChangeNotification = Notification.Name("UndoManagerWillUndoChange")
  /// Posted when a group was undone.
  public static let didUndoChangeNotification = Notification.Name("UndoManagerDidUndoChange")
  /// Posted before a group is done again.
  public static let willRedoChangeNotification = Notification.Name("UndoManagerWillRedoChange")
  /// Posted when a group was done again.
  public static let didRedoChangeNotification = Notification.Name("UndoManagerDidRedoChange")

  func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }
}
