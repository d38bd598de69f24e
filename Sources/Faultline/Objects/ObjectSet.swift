// The many side of a relationship: its members in order, and a fault until touched.

/// The members of a to-many relationship, held strongly.
///
/// Until its fault has fired, a set knows only what was added and removed since: setting the to-one
/// side never loads the other, so the cost of a change does not grow with what is stored.
package final class ObjectSet {
  // Unchecked: one thread uses a set, and nothing is called back while these are being changed.
  // What is small comes first, in two words together: there are as many sets as objects.
  @exclusivity(unchecked) private(set) var isFault: Bool
  private let kind: Kind
  /// Whether members changed their order since the last save.
  @exclusivity(unchecked) private(set) var isReordered = false
  /// No member has a higher serial: a newer object, as most that join, is not there and need not be looked for.
  @exclusivity(unchecked) private var highestSerial: UInt32 = 0
  @exclusivity(unchecked) private var memberCount: UInt32 = 0
  /// Where the next to be removed may stand: members mostly go in the order in which they came.
  @exclusivity(unchecked) private var nextToGo: UInt32 = 0
  /// Those that are members, as far as is known; what has left an unordered set leaves a gap.
  @exclusivity(unchecked) private var members: ContiguousArray<ManagedObject?> = []
  /// Where each member stands, counted from one, by its serial; empty until one of many has to be found.
  ///
  /// Few are found faster by looking. A serial is unique in a context, and a set belongs to one.
  @exclusivity(unchecked) private var places = WordTable()
  /// Members of the last save that have left since, by serial; a fault has no other way to know.
  @exclusivity(unchecked) private var removed: [UInt32: ManagedObject] = [:]
  /// Members that came since the last save, where no to-one side of theirs writes that to the store.
  @exclusivity(unchecked) private var added: [UInt32: ManagedObject] = [:]
  private static let few = 12

  /// What a set must know besides its members.
  struct Kind: OptionSet {
    let rawValue: UInt8

    /// The members stand in an order of their own.
    static let ordered = Kind(rawValue: 1)
    /// No to-one side writes the members to the store.
    static let linked = Kind(rawValue: 2)
  }

  init(isFault: Bool, _ kind: Kind) {
    self.isFault = isFault
    self.kind = kind
  }

  // MARK: - Asking

  /// How many members there are, as far as is known.
  package private(set) var count: Int {
    get { Int(memberCount) }
    set { memberCount = UInt32(newValue) }
  }

  /// The members in the order in which they joined, or in their own.
  package var objects: [ManagedObject] { members.compactMap { $0 } }

  package func forEach(_ body: (ManagedObject) -> Void) {
    for case let member? in members { body(member) }
  }

  package func contains(_ object: ManagedObject) -> Bool { place(of: object) != nil }

  /// Where a member of an ordered set stands.
  package func index(of object: ManagedObject) -> Int? { place(of: object) }

  /// Visits every object that the set holds: its members, and those whose removal it remembers.
  func forEachHeld(_ body: (ManagedObject) -> Void) {
    forEach(body)
    if !removed.isEmpty { for object in Self.inOrder(removed) { body(object) } }
  }

  /// Whether it remembers that an object came or left since the last save, which holds the object again.
  func remembers(_ object: ManagedObject) -> Bool {
    added[object.serial] === object || removed[object.serial] === object
  }

  /// The members added and removed since the last save.
  var pending: (added: [ManagedObject], removed: [ManagedObject]) {
    (Self.inOrder(added), Self.inOrder(removed))
  }

  /// Whether members were added or removed since the last save, so far as no to-one side records it.
  var hasPendingChanges: Bool { !added.isEmpty || !removed.isEmpty }

  private static func inOrder(_ objects: [UInt32: ManagedObject]) -> [ManagedObject] {
    objects.values.sorted { $0.serial < $1.serial }
  }

  /// Shows the set and what it keeps its members in.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .sets)
    visitor.show(elementsOf: members, .sets)
    visitor.show(at: places.memory, .sets)
    visitor.show(elementsOf: removed, .sets)
    visitor.show(elementsOf: added, .sets)
  }

  // MARK: - Changing

  /// Adds a member, at a place if the set is ordered; false if it was one already.
  @discardableResult func insert(_ object: ManagedObject, at index: Int? = nil) -> Bool {
    guard place(of: object) == nil else { return false }
    let returns = !removed.isEmpty && removed.removeValue(forKey: object.serial) != nil
    if !returns, kind.contains(.linked) { added[object.serial] = object }
    if kind.contains(.ordered) { isReordered = true }
    if let index, index < members.count {
      members.insert(object, at: index)
      notice(object)
      forgetPlaces()
    } else {
      append(object)
    }
    count += 1
    return true
  }

  /// Removes a member; a fault notes the removal, since the store may still list it, unless it never saw it.
  @discardableResult func remove(_ object: ManagedObject) -> Bool {
    guard let place = place(of: object) else {
      guard isFault, !object.isNew, removed[object.serial] == nil else { return false }
      removed[object.serial] = object
      return true
    }
    let wasNew = !added.isEmpty && added.removeValue(forKey: object.serial) != nil
    if !wasNew, isFault || kind.contains(.linked), !object.isNew {
      removed[object.serial] = object
    }
    places.remove(UInt(place + 1), for: Int64(object.serial))
    members[place] = nil
    nextToGo = UInt32(place + 1)
    count -= 1
    if count == 0 {
      forgetMembers()
    } else if kind.contains(.ordered) || members.count > 2 * count + Self.few {
      compact()
    }
    return true
  }

  /// Moves a member of an ordered set to another place.
  func move(from index: Int, to target: Int) {
    let object = members.remove(at: index)
    members.insert(object, at: target)
    isReordered = true
    forgetPlaces()
  }

  /// Puts the members into an order that they had, and returns whether one of them moved.
  ///
  /// Members that were not there then come after the others.
  func arrange(_ serials: ContiguousArray<UInt32>, isAsSaved: Bool) -> Bool {
    var ranks: [UInt32: Int] = Dictionary(minimumCapacity: serials.count)
    for (rank, serial) in serials.enumerated() { ranks[serial] = rank }
    let former = objects
    let arranged = former.enumerated().sorted { one, other in
      let ranked = (ranks[one.element.serial] ?? .max, ranks[other.element.serial] ?? .max)
      return ranked.0 == ranked.1 ? one.offset < other.offset : ranked.0 < ranked.1
    }
    let isMoved = arranged.enumerated().contains { $0.offset != $0.element.offset }
    if isMoved {
      members = ContiguousArray(arranged.map(\.element))
      forgetPlaces()
    }
    isReordered = !isAsSaved
    return isMoved
  }

  /// Fires the fault: what the store lists, less what was removed, then what was added.
  func fire(with stored: [ManagedObject]) {
    let joined = objects
    isFault = false
    forgetMembers()
    count = 0
    members.reserveCapacity(stored.count + joined.count)
    for object in stored where removed[object.serial] == nil && place(of: object) == nil {
      append(object)
      count += 1
    }
    for object in joined where place(of: object) == nil {
      append(object)
      count += 1
    }
    if !kind.contains(.linked) { removed = [:] }
  }

  /// Becomes a fault again that knows which members came and left: other members were stored elsewhere meanwhile.
  func renew(came: [ManagedObject], left: [ManagedObject]) {
    isFault = true
    stand(came)
    removed = Dictionary(left.map { ($0.serial, $0) }) { first, _ in first }
  }

  /// Has the members that are stored by now in its own order, those that it did not know after the others.
  func renew(stored: [ManagedObject], came: [ManagedObject], left: [ManagedObject]) {
    let known = Set(stored + came)
    let gone = Set(left)
    let newcomers = stored.filter { !contains($0) && !gone.contains($0) }
    stand(objects.filter { known.contains($0) } + newcomers)
  }

  private func stand(_ objects: [ManagedObject]) {
    forgetMembers()
    members.reserveCapacity(objects.count)
    for object in objects { append(object) }
    count = objects.count
  }

  /// After a save the store knows everything.
  func forgetChanges() {
    removed = [:]
    added = [:]
    isReordered = false
  }

  // MARK: - Finding

  private func place(of object: ManagedObject) -> Int? {
    if members.count <= Self.few { return members.firstIndex { $0 === object } }
    guard object.serial <= highestSerial else { return nil }
    let next = Int(nextToGo)
    if next < members.count, members[next] === object { return next }
    if places.count == 0 { index() }
    let place = places[Int64(object.serial)]
    return place == 0 ? nil : Int(place) - 1
  }

  private func append(_ object: ManagedObject) {
    notice(object)
    members.append(object)
    if places.count > 0 { places.insert(UInt(members.count), for: Int64(object.serial)) }
  }

  private func notice(_ object: ManagedObject) { highestSerial = max(highestSerial, object.serial) }

  private func compact() {
    nextToGo = UInt32(members.prefix(Int(nextToGo)).count { $0 != nil })
    members.removeAll { $0 == nil }
    forgetPlaces()
  }

  private func index() {
    places.reserve(count)
    for (place, member) in members.enumerated() {
      if let member { places.insert(UInt(place + 1), for: Int64(member.serial)) }
    }
  }

  /// Members stand elsewhere now: the next that has to be found makes the table anew.
  private func forgetPlaces() { places = WordTable() }

  private func forgetMembers() {
    members = []
    forgetPlaces()
    highestSerial = 0
    nextToGo = 0
  }

  // MARK: - Ending

  /// Whether nothing need be released.
  var holdsNothing: Bool { count == 0 && removed.isEmpty && added.isEmpty }

  /// Takes out every object that the set holds; the caller releases them one by one.
  func takeAll(into references: inout ContiguousArray<Unmanaged<AnyObject>>) {
    for case let member? in members { references.append(.passRetained(member)) }
    for object in Self.inOrder(removed) { references.append(.passRetained(object)) }
    for object in Self.inOrder(added) { references.append(.passRetained(object)) }
    members = []
    forgetChanges()
  }

  deinit {
    ReleaseQueue.dismantle(self)
  }
}
