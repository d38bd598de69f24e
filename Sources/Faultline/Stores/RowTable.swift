// The row cache of one entity in one store: rows that some registered object uses, or all that were read.

import Synchronization

/// From primary keys to the rows that are in use.
///
/// The table holds no row. A row belongs to the objects that use it, as snapshot or as what a fault will
/// fire from, and leaves the table when the last of them goes: that is the row cache of the guides. Where rows are
/// to stay, the table has a reference to each that it lists, until the store goes.
final class RowTable: Sendable {
  private struct State: ~Copyable {
    var rows = KeyTable(.row)
    var misses = 0
    /// The position of the entity whose rows they are.
    let entity: Int32
    /// Whether rows stay that no object uses.
    var keepsRows = false
    /// When each row was fetched; kept only once a context asks how old rows are.
    var times: FetchTimes?

    /// All rows that are listed.
    var listed: ContiguousArray<Address> {
      var listed = ContiguousArray<Address>()
      listed.reserveCapacity(rows.count)
      rows.forEach { listed.append($0) }
      return listed
    }

    init(of entity: Int) { self.entity = Int32(entity) }

    /// Lists a row, and returns whether it took the place of another.
    ///
    /// Where rows stay it is held, and the one that was there comes to those to let go of.
    @inline(__always) mutating func list(
      _ address: Address, for key: Int64, former: inout ContiguousArray<Address>
    ) -> Bool {
      let old = rows.insert(address, for: key)
      times?.note(key)
      guard old != address else { return false }
      if keepsRows {
        _ = address.retainIfAlive()
        if old.retainIfAlive() { former.append(old) }
      }
      return old.bits != 0
    }

    func fresh(_ key: Int64, _ seconds: Double) -> Bool {
      seconds < 0 || times?.isFresh(key, within: seconds) == true
    }
  }

  private let lock = Lock()
  // The lock guards it; every use passes through `withState`.
  @exclusivity(unchecked) nonisolated(unsafe) private var state: State
  private let watch: ReadWatch
  /// Whether a row may be linked to the table and not be the newest of its key.
  ///
  /// As long as there is none, as in a program that only reads, a fault that fires on its row need not look that up.
  private let hasOlderRows = Atomic<Bool>(false)
  /// How often a fault has found its row here.
  private let hits = Atomic<Int>(0)

  init(of entity: Int, _ watch: ReadWatch) {
    state = State(of: entity)
    self.watch = watch
  }

  @inline(__always)
  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { body(&state) }
  }

  /// The number of rows in use, and how often a fault found its row here or did not.
  var counts: (entries: Int, hits: Int, misses: Int) {
    let (entries, misses) = withState { ($0.rows.count, $0.misses) }
    return (entries, hits.load(ordering: .relaxed), misses)
  }

  /// Shows the table, without its rows: those belong to the objects that use them.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .snapshots)
    let (rows, times, held) = withState { state in
      (state.rows.memory, state.times, state.keepsRows ? state.listed : [])
    }
    visitor.show(at: rows, .snapshots)
    times?.showBlocks(to: visitor)
    for row in held { visitor.show(at: row, .snapshots) }
  }

  // MARK: - Rows that stay

  /// Begins to hold every row that is listed, whether an object uses it or not.
  func keepRows() {
    withState { state in
      guard !state.keepsRows else { return }
      state.keepsRows = true
      // What is being destroyed takes itself off the list, as ever.
      state.rows.forEach { _ = $0.retainIfAlive() }
    }
  }

  /// Lets go of the rows that no object uses, since their store has gone.
  func letGoOfRows() {
    let former = withState { state -> ContiguousArray<Address> in
      guard state.keepsRows else { return [] }
      state.keepsRows = false
      return state.listed.filter { $0.retainIfAlive() }
    }
    Self.letGo(of: former)
  }

  /// Ends the table's reference to rows, and the one that was added to make sure that it has one.
  ///
  /// Not under the lock, which their ends take.
  private static func letGo(of rows: ContiguousArray<Address>) {
    for address in rows {
      let row = address.unretained(as: Row.self)
      row?.release()
      row?.release()
    }
  }

  /// The row of a key, if one is in use, for a caller that has just seen its version in the store.
  func row(_ key: Int64) -> Row? {
    withState { state in
      state.times?.note(key)
      return state.rows.retain(key)
    }?.taken(as: Row.self)
  }

  /// Begins to keep the times at which rows are fetched.
  func keepFetchTimes() {
    withState { if $0.times == nil { $0.times = FetchTimes() } }
  }

  /// The row of a key for a fault that fires: a hit, or a miss (F3); what is too old is a miss.
  func use(_ key: Int64, notOlderThan seconds: Double = -1) -> Row? {
    withState { state in
      let row = state.fresh(key, seconds) ? state.rows.retain(key) : nil
      if row != nil { noteHit() } else if Counting.isOn { state.misses += 1 }
      return row
    }?.taken(as: Row.self)
  }

  /// Whether a fault that fires already lies on the newest row of its key: a hit.
  func use(_ key: Int64, held row: Address) -> Bool {
    if !hasOlderRows.load(ordering: .acquiring), Row.isLinked(row, to: self) {
      noteHit()
      return true
    }
    return withState { state in
      guard state.rows.address(key) == row else { return false }
      noteHit()
      return true
    }
  }

  private func noteHit() {
    if Counting.isOn { hits.add(1, ordering: .relaxed) }
  }

  /// Whether a row of that key and version is in use.
  func has(_ key: Int64, version: Int32) -> Bool {
    withState { state in
      let isSame = Row.header(at: state.rows.address(key))?.pointee.version == version
      if isSame { state.times?.note(key) }
      return isSame
    }
  }

  /// Lists rows that know this table, about as many as expected to be new, each in place of an older one.
  ///
  /// Those that were read give way to newer ones, which another thread has read or saved meanwhile; those that
  /// were just written are the newest.
  @inline(__always) func adopt(
    _ expected: Int, areNewest: Bool, _ rows: ((Address, Int64) -> Void) -> Void
  ) {
    var former = ContiguousArray<Address>()
    withState { state in
      state.rows.reserve(expected)
      rows { address, key in
        list(address, key, isNewest: areNewest, in: &state, former: &former)
      }
    }
    Self.letGo(of: former)
  }

  /// Lists rows that were written: new ones, or each in place of an older one, which mostly takes the values itself.
  func adopt(_ changes: UnsafeBufferPointer<ChangeSet.Change>, areNew: Bool) {
    var former = ContiguousArray<Address>()
    var replaced: [AnyObject] = []
    withState { state in
      if areNew { state.rows.reserve(changes.count) }
      for place in changes.indices {
        changes.prefetch(behind: place)
        let written = changes[place].written(for: self)
        if let row = written.replaced { replaced.append(row) }
        written.row._withUnsafeGuaranteedRef { row in
          if written.isFormer, !hasOlderRows.load(ordering: .acquiring) {
            state.times?.note(row.key)
          } else {
            list(Address(of: row), row.key, isNewest: true, in: &state, former: &former)
          }
        }
      }
    }
    Self.letGo(of: former)
    // The lock is open again: what goes with them takes it.
    withExtendedLifetime(replaced) {}
  }

  /// The row of a key, if it is in use and not too old, for a caller that does not fire a fault yet.
  func peek(_ key: Int64, notOlderThan seconds: Double) -> Row? {
    withState { state in
      state.fresh(key, seconds) ? state.rows.retain(key) : nil
    }?.taken(as: Row.self)
  }

  /// Lists a row, in place of an older one of the same key.
  func adopt(_ row: Row) {
    row.info.pointee.cache = self
    let address = Address(of: row)
    let key = row.key
    var former = ContiguousArray<Address>()
    withState { list(address, key, isNewest: false, in: &$0, former: &former) }
    Self.letGo(of: former)
  }

  /// Lists a row that a save has met in the store, and returns it; a row of that version that is in use stays, and is
  /// returned instead.
  func adoptIfNewer(_ row: Row) -> Row {
    if let known = self.row(row.key), known.version == row.version { return known }
    adopt(row)
    return row
  }

  /// Lists a row, unless it was read before a newer one was saved.
  private func list(
    _ address: Address, _ key: Int64, isNewest: Bool, in state: inout State,
    former: inout ContiguousArray<Address>
  ) {
    let isOld = !isNewest && isOutdated(address, key, state)
    if isOld || state.list(address, for: key, former: &former) {
      hasOlderRows.store(true, ordering: .releasing)
    }
  }

  /// Whether a row was read before a newer one was saved; most often nothing was, and no row need be looked at.
  private func isOutdated(_ row: Address, _ key: Int64, _ state: borrowing State) -> Bool {
    guard watch.isNoted, let header = Row.header(at: row) else { return false }
    return watch.isOutdated(key, of: Int(state.entity), version: header.pointee.version)
  }

  /// Forgets the rows of records that were deleted: faults must not find them any more.
  func remove(_ keys: some Sequence<Int64>) {
    var held = ContiguousArray<Address>()
    withState { state in
      for key in keys {
        let address = state.rows.address(key)
        state.times?.forget(key)
        guard address.bits != 0 else { continue }
        if state.keepsRows, address.retainIfAlive() { held.append(address) }
        state.rows.remove(address, for: key)
        hasOlderRows.store(true, ordering: .releasing)
      }
    }
    Self.letGo(of: held)
  }

  /// The keys of all rows that are listed.
  var keys: [Int64] {
    withState { state in
      var keys: [Int64] = []
      keys.reserveCapacity(state.rows.count)
      state.rows.forEach { address in
        if let header = Row.header(at: address) { keys.append(header.pointee.key) }
      }
      return keys.sorted()
    }
  }

  /// Removes a row that is being destroyed, unless a newer one has taken its place.
  func forget(_ address: Address, key: Int64) {
    withState { state in
      state.rows.remove(address, for: key)
      if state.times != nil, !state.rows.lists(key) { state.times?.forget(key) }
    }
  }
}

/// When rows were fetched, for contexts with a staleness interval.
///
/// A row from before the first question has no time here, and counts as stale.
struct FetchTimes: Sendable {
  private var times: [Int64: ContinuousClock.Instant] = [:]

  func showBlocks(to visitor: BlockVisitor) { visitor.show(elementsOf: times, .snapshots) }

  mutating func note(_ key: Int64) { times[key] = .now }

  mutating func forget(_ key: Int64) { times[key] = nil }

  func isFresh(_ key: Int64, within seconds: Double) -> Bool {
    // Compared as real numbers: not every number of seconds is a `Duration`.
    times[key].map { (.now - $0) / .seconds(1) < seconds } ?? false
  }
}
