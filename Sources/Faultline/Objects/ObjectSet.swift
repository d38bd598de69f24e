// The many side of a relationship: its members in order, and a fault until touched.

/// The members of a to-many relationship, held strongly (C1).
///
/// Until its fault has fired, a set knows only what was added and removed since: setting the to-one
/// side never loads the other, so the cost of a change does not grow with what is stored. It holds its
/// members and nothing else: of those that left, it keeps the keys.
package final class ObjectSet {
  // Unchecked: one thread uses a set, and nothing is called back while these are being changed.
  // What is small comes first, in two words together: there are as many sets as objects.
  @exclusivity(unchecked) private(set) var isFault: Bool
  private let kind: Kind
  /// The state of the order of the members in comparison with the last save.
  @exclusivity(unchecked) private var order = Order.asSaved
  /// No member has a higher serial: a newer object, as most that join, is not there and need not be looked for.
  @exclusivity(unchecked) private var highestSerial: UInt32 = 0
  @exclusivity(unchecked) private var memberCount: UInt32 = 0
  /// Where the next to be removed may stand: members mostly go in the order in which they came.
  @exclusivity(unchecked) private var nextToGo: UInt32 = 0
  /// The number of objects that joined or left since the owner was last saved, where a to-one side records the members.
  @exclusivity(unchecked) private(set) var differences: Int32 = 0
  /// Those that are members, as far as is known; what has left an unordered set leaves a gap.
  @exclusivity(unchecked) private var members: ContiguousArray<ManagedObject?> = []
  /// Where each member stands, counted from one, by its serial; empty until one of many has to be found.
  ///
  /// Few are found faster by looking. A serial is unique in a context, and a set belongs to one.
  @exclusivity(unchecked) private var places = WordTable()
  /// The keys of the members of the last save that have left since; a fault has no other way to know.
  @exclusivity(unchecked) private(set) var removed: Set<ForeignKey> = []
  /// The serials of the members that came since the last save, where no to-one side writes that to the store.
  @exclusivity(unchecked) private var added: Set<UInt32> = []
  private static let few = 12

  /// What a set must know besides its members.
  struct Kind: OptionSet {
    let rawValue: UInt8

    /// The members stand in an order of their own.
    static let ordered = Kind(rawValue: 1)
    /// No to-one side writes the members to the store.
    static let linked = Kind(rawValue: 2)
  }

  /// How the order of an ordered set differs from the last save's.
  private enum Order: UInt8 {
    case asSaved
    /// Members came after the saved ones, and the order is the saved one when they have left again.
    case extended
    case changed
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

  /// The members that came since the last save, in the order of registration, and the keys of those that left.
  var pending: (added: [ManagedObject], removed: [ForeignKey]) {
    let came = added.isEmpty ? [] : objects.filter { added.contains($0.serial) }
    return (
      came.sorted { $0.serial < $1.serial }, removed.sorted { $0.bits < $1.bits }
    )
  }

  /// Returns whether a member of the last save has left since.
  func hasLost(_ object: ManagedObject) -> Bool {
    !removed.isEmpty && removed.contains(object.foreignKey)
  }

  /// A Boolean value that indicates whether the order of the members is another one than at the last save.
  var isReordered: Bool { order != .asSaved }

  /// Whether members were added or removed since the last save, so far as no to-one side records it.
  var hasPendingChanges: Bool { !added.isEmpty || !removed.isEmpty }

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
  ///
  /// `isSaved` says whether its to-one side led here at the last save; nil leaves the differences uncounted.
  @discardableResult func insert(
    _ object: ManagedObject, at index: Int? = nil, isSaved: Bool? = nil
  ) -> Bool {
    guard place(of: object) == nil else { return false }
    if let isSaved { count(isSaved ? -1 : 1) }
    let returns = !removed.isEmpty && removed.remove(object.foreignKey) != nil
    if !returns, kind.contains(.linked) { added.insert(object.serial) }
    if kind.contains(.ordered) {
      let isExtended = order != .changed && isSaved != true && !returns && index == nil
      order = isExtended ? .extended : .changed
    }
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

  /// Removes a member and releases it.
  ///
  /// A fault notes the member's key, since the store of the owner may still list it, unless it never saw it.
  @discardableResult func remove(
    _ object: ManagedObject, of owner: ManagedObject, isSaved: Bool? = nil
  ) -> Bool {
    guard let place = place(of: object) else {
      guard isFault, isStorable(object, of: owner), removed.insert(object.foreignKey).inserted
      else { return false }
      if isSaved == true { count(1) }
      return true
    }
    if let isSaved { count(isSaved ? 1 : -1) }
    let wasNew = !added.isEmpty && added.remove(object.serial) != nil
    if !wasNew, isFault || kind.contains(.linked), isStorable(object, of: owner) {
      removed.insert(object.foreignKey)
    }
    places.remove(UInt(place + 1), for: Int64(object.serial))
    members[place] = nil
    nextToGo = UInt32(place + 1)
    count -= 1
    if order == .extended, kind.contains(.linked) ? !hasPendingChanges : differences == 0 {
      order = .asSaved
    }
    if count == 0 {
      forgetMembers()
    } else if kind.contains(.ordered) || members.count > 2 * count + Self.few {
      compact()
    }
    return true
  }

  /// Counts a difference from the last save; never below none, since a set may have forgotten some.
  private func count(_ difference: Int32) { differences = max(0, differences + difference) }

  /// Returns whether the level above may list an object as a member: both are in one store, unless one of them is
  /// known by a temporary key.
  private func isStorable(_ object: ManagedObject, of owner: ManagedObject) -> Bool {
    guard !object.isNew else { return false }
    let (table, own) = (object.identityTable, owner.identityTable)
    return table.space === own.space || table.isTemporary || own.isTemporary
  }

  /// Moves a member of an ordered set to another place.
  func move(from index: Int, to target: Int) {
    let object = members.remove(at: index)
    members.insert(object, at: target)
    order = .changed
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
    order = isAsSaved ? .asSaved : .changed
    return isMoved
  }

  /// Fires the fault: what the store lists, less what was removed, then what was added.
  func fire(with stored: [ManagedObject]) {
    let joined = objects
    isFault = false
    forgetMembers()
    count = 0
    members.reserveCapacity(stored.count + joined.count)
    for object in stored where !hasLost(object) && place(of: object) == nil {
      append(object)
      count += 1
    }
    for object in joined where place(of: object) == nil {
      append(object)
      count += 1
    }
    if !kind.contains(.linked) { removed = [] }
  }

  /// Becomes a fault again that knows which members came and left: other members were stored elsewhere meanwhile.
  func renew(came: [ManagedObject], left: [ForeignKey]) {
    isFault = true
    stand(came)
    removed = Set(left)
    differences = Int32(clamping: came.count + left.count)
  }

  /// Has the members that are stored by now, and what came and left since; in its own order where that was changed, with
  /// those that it did not know after the others.
  func renew(stored: [ManagedObject], came: [ManagedObject], left: [ForeignKey]) {
    let gone = Set(left)
    let stored = stored.filter { !gone.contains($0.foreignKey) }
    if isReordered {
      let known = Set(stored + came)
      stand(objects.filter { known.contains($0) } + stored.filter { !contains($0) })
    } else {
      let known = Set(stored)
      stand(stored + came.filter { !known.contains($0) })
    }
    differences = Int32(clamping: came.count + left.count)
  }

  private func stand(_ objects: [ManagedObject]) {
    forgetMembers()
    members.reserveCapacity(objects.count)
    for object in objects { append(object) }
    count = objects.count
  }

  /// Replaces the keys of members that left by those that they have by now.
  func renameRemoved(_ current: (ForeignKey) -> ForeignKey) {
    if !removed.isEmpty { removed = Set(removed.map(current)) }
  }

  /// After a save the store knows everything.
  func forgetChanges() {
    removed = []
    added = []
    order = .asSaved
    differences = 0
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
  var holdsNothing: Bool { count == 0 }

  /// Takes out every object that the set holds; the caller releases them one by one.
  func takeAll(into references: inout ContiguousArray<Unmanaged<AnyObject>>) {
    for case let member? in members { references.append(.passRetained(member)) }
    members = []
    forgetChanges()
  }

  deinit {
    ReleaseQueue.dismantle(self)
  }
}
