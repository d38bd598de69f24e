// One object per record: the objects of one entity, in one store, in one context.

import Synchronization

/// A context's objects of one entity in one store, found by their keys.
///
/// It does not hold them: an object removes itself when it goes (Q1, R1). Every object holds its
/// table, so the table outlives its context as long as one object does, and an object may be released
/// on any thread: lookup and removal share one lock, and a lookup takes hold only of what is still
/// alive. Unchecked: what changes is under the lock, or belongs to the context's thread.
@usableFromInline final class IdentityTable: @unchecked Sendable {
  struct State: ~Copyable {
    var objects: KeyTable
    var live = 0
  }

  let entity: EntityDescription
  /// The class of the objects, as it was registered when the first of them came.
  let objectClass: ManagedObject.Type
  /// Whether the class may have words of its own about saving.
  var hasClassOfItsOwn: Bool { objectClass != ManagedObject.self }
  let space: KeySpace
  /// Whether the keys are those of objects that were never saved.
  let isTemporary: Bool
  /// Whether a record has one object here, found by the record's key (Q1).
  let uniquesObjects: Bool
  let link: ContextLink
  /// The rows of the same entity and store; nil where nothing is stored yet.
  let rows: RowTable?
  let layout: EntityLayout
  /// The layout's numbers; unchecked, since nothing writes to them once they are made.
  nonisolated(unsafe) let plan: UnsafePointer<LayoutPlan>
  /// The entity's position in its model.
  let index: Int
  /// The layout's number, one step nearer for typed keys; while queues are checked, a number that no key knows.
  @usableFromInline @exclusivity(unchecked) private(set) var token: UInt32
  private let lock = Lock()
  // The lock guards it; every use passes through `withState`.
  @exclusivity(unchecked) private var state: State
  /// The place in the list of all identity tables.
  var populationPlace = Population.Place()

  /// Makes a table; in one that is plain no object has a class of its own.
  init(
    entity: EntityDescription, space: KeySpace, link: ContextLink, rows: RowTable?,
    isPlain: Bool = false, uniquesObjects: Bool = true
  ) {
    self.entity = entity
    self.space = space
    isTemporary = space.store == nil
    self.uniquesObjects = uniquesObjects
    state = State(objects: KeyTable(uniquesObjects ? .object : .serial))
    self.link = link
    self.rows = rows
    layout = entity.layout
    plan = layout.plan
    token = link.checksQueue ? .max : layout.token
    index = entity.index
    let registered = entity.objectClass.use()
    objectClass = isPlain ? ManagedObject.self : registered
    Population.add(self)
  }

  deinit { Population.remove(self) }

  @inline(__always)
  private func withState<Result: ~Copyable>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { body(&state) }
  }

  /// Lets typed keys find their places by themselves, or only by a call that checks where they are used.
  func setToken(isChecked: Bool) { token = isChecked ? .max : layout.token }

  /// The object at a place, which is a record's key, with a reference of the caller's own, if it is registered and
  /// alive.
  func object(_ place: Int64) -> ManagedObject? {
    withState { $0.objects.retain(place) }?.taken(as: ManagedObject.self)
  }

  /// Where an object stands in the table: at its record's key or, where a record may have several, at one of its own.
  ///
  /// No record has such a key, so a lookup by a record's key finds no object then: each lookup makes one.
  func place(of object: ManagedObject) -> Int64 {
    uniquesObjects ? object.key : ListedKey.place(of: object.serial)
  }

  /// Makes room for as many objects more.
  func reserve(_ more: Int) {
    if more > 0 { withState { $0.objects.reserve(more) } }
  }

  /// Registers an object that has just been made, or has just moved here.
  func register(_ object: ManagedObject) {
    let address = Address(of: object)
    let place = place(of: object)
    withState { state in
      state.objects.insert(address, for: place)
      state.live += 1
    }
    link.tally?.add()
  }

  /// Takes out an object that goes, or moves.
  func unregister(_ object: ManagedObject) {
    let address = Address(of: object)
    let place = place(of: object)
    withState { state in
      state.objects.remove(address, for: place)
      state.live -= 1
    }
    link.tally?.remove()
  }

  /// Lets objects move to another table, with keys from a first one on; says which keys they had.
  func handOver(
    _ objects: ArraySlice<ManagedObject>, to identityTable: IdentityTable, keysFrom first: Int64
  ) -> [Int64] {
    let former = objects.map(\.key)
    withState { state in
      objects.withUnsafeBufferPointer { objects in
        objects.forEachFetchedAhead(.objects) {
          state.objects.remove(Address(of: $0), for: place(of: $0))
        }
      }
      state.live -= former.count
    }
    identityTable.withState { state in
      var key = first
      objects.withUnsafeBufferPointer { objects in
        objects.forEachFetchedAhead(.objects) { object in
          object.identityTable = identityTable
          object.key = key
          state.objects.insert(Address(of: object), for: identityTable.place(of: object))
          key += 1
        }
      }
      state.live += former.count
    }
    return former
  }

  /// Forgets an object's place, so that the next lookup makes a new one; it still counts as alive.
  func forget(_ object: ManagedObject) {
    let address = Address(of: object)
    let place = place(of: object)
    withState { $0.objects.remove(address, for: place) }
  }

  /// Shows the table, without its objects, and the table of their rows, which may outlive its coordinator.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .registry)
    visitor.show(link, .registry)
    visitor.show(space, .registry)
    visitor.show(at: withState { $0.objects.memory }, .registry)
    rows?.showBlocks(to: visitor)
  }

  /// Objects that can be found by key.
  var registeredCount: Int { withState { $0.objects.count } }

  /// Objects that exist, whether they can be found or not.
  var liveCount: Int { withState { $0.live } }

  /// Every registered object that is still alive, each with a reference added, in the order of the table.
  ///
  /// The caller releases them outside of the lock, which the release may need.
  func takeAlive() -> TakenObjects {
    withState { state in
      var taken = TakenObjects(reserving: state.objects.count)
      state.objects.forEach { address in
        guard address.retainIfAlive(), let pointer = UnsafeRawPointer(bitPattern: address.bits)
        else { return }
        taken.append(.fromOpaque(pointer))
      }
      return taken
    }
  }
}

extension IdentityTable {
  /// Takes the rows of the objects that outlive their context out of the row cache, unless others use them (R6).
  func leaveRowCache() {
    guard registeredCount > 0 else { return }
    for entry in takeAlive().list { entry.object.takeRetainedValue().leaveRowCache() }
  }
}

/// The thread between objects and their context, which neither holds.
///
/// Unchecked: the context sets it up and cuts it on its own thread.
final class ContextLink: @unchecked Sendable {
  /// The context, without a reference to it, since every object passes here: the context cuts the link before it goes.
  nonisolated(unsafe) private(set) var uncountedContext: Unmanaged<ManagedObjectContext>?
  /// The context, for callers that surely keep it otherwise.
  var context: ManagedObjectContext? {
    @inline(__always) get { uncountedContext?.takeUnretainedValue() }
  }
  /// A number of this context's own in the process.
  let number = ContextLink.lastNumber.add(1, ordering: .relaxed).newValue
  private static let lastNumber = Atomic<UInt32>(0)
  @exclusivity(unchecked) private(set) var lastSerial: UInt32 = 0
  /// Whether the context uses a pool: objects that hand out others ask here, a step nearer.
  @exclusivity(unchecked) var usesPool = false
  /// Whether every use is checked for its queue.
  @exclusivity(unchecked) var checksQueue = QueueChecks.areDefault

  /// Is notified of changes before they are made: the context's undo manager, which the context holds.
  @exclusivity(unchecked) var recorder: Unmanaged<UndoManager>?
  /// Is notified of references that go; nil unless something watches the graph.
  @exclusivity(unchecked) var watcher: ReferenceWatcher?
  /// Counts the context's events by entity; while it serves a child, those that the child causes are the child's.
  @exclusivity(unchecked) var activity: ActivityCounts?
  /// Whether what is written now is no change, so that nothing is noted and no observer notified.
  @exclusivity(unchecked) var isSilent = false
  /// Whether an event's former values were asked for once, so that the context keeps what was there before.
  @exclusivity(unchecked) var keepsFormerValues = false

  /// The event to which changes belong; zero where there is no undo manager.
  var event: UInt32 { recorder?._withUnsafeGuaranteedRef { $0.event } ?? 0 }

  /// The next registration's number: the order of objects, and what their hashes are made of.
  func nextSerial() -> UInt32 {
    lastSerial &+= 1
    return lastSerial
  }

  /// Whether it is the link of an object that was made without a context.
  private(set) var wasNeverJoined = true
  /// What counts the context's objects, where anything does.
  private(set) var tally = ObjectTally.current

  func join(_ context: ManagedObjectContext) {
    uncountedContext = .passUnretained(context)
    wasNeverJoined = false
  }

  /// Is counted with the objects of a coordinator or a parent, unless it is counted already or has objects.
  func join(_ tally: ObjectTally?) {
    if let tally, self.tally == nil, lastSerial == 0 { self.tally = tally }
  }

  func cut() {
    if let tally {
      tally.whileNotSought { uncountedContext = nil }
    } else {
      uncountedContext = nil
    }
    recorder = nil
  }

  /// Whether the context is there.
  var isWhole: Bool { uncountedContext != nil }

  /// Whether there was a context, and is none any more.
  var isOver: Bool { !isWhole && !wasNeverJoined }
}

// Objects of which a record may have several, in a context without uniquing (Q1, Q2).
extension IdentityTable {
  /// The object of a record's key or, where it may have several, the one registered first.
  func anyObject(of key: Int64) -> ManagedObject? {
    uniquesObjects ? object(key) : everyObject.first { $0.key == key }
  }

  /// Every registered object that is alive, in the order of registration.
  var everyObject: ContiguousArray<ManagedObject> {
    var alive = AliveObjects()
    alive.append(self)
    return alive.handOver()
  }
}

/// Objects of one identity table by the keys of their records.
struct RecordObjects {
  private let objects: [Int64: [ManagedObject]]

  init(_ objects: some Sequence<ManagedObject>) {
    self.objects = Dictionary(grouping: objects) { $0.key }
  }

  subscript(key: Int64) -> [ManagedObject] { objects[key] ?? [] }
}
