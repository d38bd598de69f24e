// The turns that are going on, and their pool: what was handed out lives until its turn ends.

import Synchronization

/// Objects that turns keep alive, in place of the autorelease pool that the platform lacks (L2, R1).
///
/// The pool holds exactly the objects that say so, each once (10). Turns nest: each drains the pool to where it was when
/// the turn began.
struct TurnPool {
  private var objects: ContiguousArray<ManagedObject> = []
  private var openTurns: Int32 = 0
  /// The number of the other context's turn in which this one is a guest.
  fileprivate var hostTurn: UInt32 = 0
  /// The thread's turns among which this context's outermost is: a queue may end it on another thread.
  fileprivate var home: OpenTurns?

  /// The number of turns that are going on, one within the other.
  var depth: Int { Int(openTurns) }

  /// A Boolean value that indicates whether the context is a guest in another context's turn.
  var isGuest: Bool { hostTurn != 0 }

  /// How many objects the pool holds.
  var count: Int { objects.count }

  /// Begins a turn; the mark is what the pool is drained to once the turn has ended.
  mutating func beginTurn() -> Int {
    openTurns += 1
    return objects.count
  }

  /// Ends a turn; the pool is drained when its changes were processed.
  mutating func endTurn() { openTurns = max(0, openTurns - 1) }

  /// Holds an object that is handed out.
  mutating func add(_ object: ManagedObject) {
    guard !object.flags.contains(.pooled) else { return }
    object.flags.insert(.pooled)
    objects.append(object)
  }

  /// Hands over everything that was added since a mark: the caller releases it, and an object that is
  /// deallocated then may use the pool again.
  mutating func take(from mark: Int) -> ContiguousArray<ManagedObject> {
    guard mark < objects.count else { return [] }
    let taken = ContiguousArray(objects[mark...])
    if mark == 0 { objects = [] } else { objects.removeSubrange(mark...) }
    for object in taken { object.flags.remove(.pooled) }
    return taken
  }

  /// Shows the pool and the objects that it holds.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: objects, .registry)
    visitor.show(blocksOf: objects)
  }

  /// (10) The pool holds exactly the objects that say so, each once.
  func violation(among registered: ContiguousArray<ManagedObject>) -> String? {
    let flagged = registered.count { $0.flags.contains(.pooled) }
    let known = objects.count { $0.flags.contains(.pooled) && !$0.flags.contains(.detached) }
    guard flagged != known else { return nil }
    return "(10) \(flagged) objects say that the pool holds them, and it holds \(known)."
  }
}

/// The turns that are open on one thread, and the contexts that are guests in them.
///
/// A context may work while only another context's turn is open: a parent that serves a child or takes its save, and a
/// context that merges a save by itself. It is a guest in that turn: what it hands out goes with it (R1), and what it
/// changes is one step for an undo (semantics 196).
final class OpenTurns: Sendable {
  private struct Turn {
    let number: UInt32
    let owner: ContextLink
    var guests: ContiguousArray<Guest> = []
  }

  /// A context, by its link so that it is not kept, and how many objects its pool held when it joined.
  private struct Guest {
    let link: ContextLink
    let mark: Int
  }

  private static let local = ThreadLocal<OpenTurns>()
  private static let lastNumber = Atomic<UInt32>(0)
  /// Of the thread, but for turns that end on another one.
  private let turns = Mutex<ContiguousArray<Turn>>([])
  /// The number of open turns, which is asked first: most objects are handed out where there is none.
  private let count = Atomic<Int>(0)

  /// Notes that a turn of a context begins on this thread.
  static func begin(_ context: ManagedObjectContext) {
    let open = local.value { OpenTurns() }
    let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    open.turns.withLock { $0.append(Turn(number: number, owner: context.link)) }
    open.count.add(1, ordering: .relaxed)
    if context.pool.depth == 0 { context.pool.home = open }
  }

  /// Makes a context a guest in the innermost turn of this thread, unless it has a turn of its own.
  static func join(_ context: ManagedObjectContext) {
    guard context.pool.depth == 0, let open = local.value, open.count.load(ordering: .relaxed) > 0
    else { return }
    open.turns.withLock { turns in
      guard let last = turns.indices.last, context.pool.hostTurn != turns[last].number else {
        return
      }
      context.pool.hostTurn = turns[last].number
      turns[last].guests.append(Guest(link: context.link, mark: context.pool.count))
    }
  }

  /// Ends the innermost turn of a context, on whichever thread it began: its guests let go of what they handed out in it.
  static func end(_ context: ManagedObjectContext) {
    guard let home = context.pool.home else { return }
    let turn = local.value?.take(of: context.link) ?? home.take(of: context.link)
    if context.pool.depth == 0 { context.pool.home = nil }
    for guest in turn?.guests ?? [] { guest.link.context?.endGuestTurn(guest.mark) }
  }

  /// Lets a guest whose own turn outlasts its host's drain with that turn.
  func keep(_ link: ContextLink, until mark: Int) {
    turns.withLock { turns in
      guard let own = turns.firstIndex(where: { $0.owner === link }) else { return }
      turns[own].guests.append(Guest(link: link, mark: mark))
    }
  }

  /// Removes the innermost turn of a context; nil where none began here.
  private func take(of owner: ContextLink) -> Turn? {
    let turn = turns.withLock { turns in
      turns.lastIndex { $0.owner === owner }.map { turns.remove(at: $0) }
    }
    if turn != nil { count.subtract(1, ordering: .relaxed) }
    return turn
  }
}

extension ManagedObjectContext {
  /// Ends this context's part in another's turn, on its own queue: the pool drains to the mark.
  fileprivate func endGuestTurn(_ mark: Int) {
    guard !queue.isOpen, concurrencyType != .confinement else {
      pool.hostTurn = 0
      guard pool.depth == 0 else {
        pool.home?.keep(link, until: mark)
        return
      }
      // What cannot be processed now is processed with the context's next turn.
      if (try? processing()) != nil { undoManager?.endTurn() }
      _ = pool.take(from: mark)
      return
    }
    queue.send { [weak self] in self?.queue.asCurrent { self?.endGuestTurn(mark) } }
  }
}
