// The many side of a relationship: a set in the order of joining, and a fault until touched.

/// The members of a to-many relationship, held strongly.
///
/// Until its fault has fired, a set knows only what was added and removed since: setting the to-one
/// side never loads the other, so the cost of a change does not grow with what is stored.
package final class ObjectSet {
  private(set) var isFault: Bool
  private var members: ContiguousArray<ManagedObject?> = []
  /// Where each member stands, counted from one, by its serial.
  ///
  /// Only once there are many, since few are found faster by looking. A serial is unique in a context, and a set belongs to one.
  private var places = WordTable()
  package private(set) var count = 0
  /// Members that were removed before the fault fired, by serial.
  private var removed: [UInt32: ManagedObject] = [:]
  private static let few = 12

  init(isFault: Bool) { self.isFault = isFault }

  /// The members in the order in which they joined.
  package var objects: [ManagedObject] { members.compactMap { $0 } }

  package func forEach(_ body: (ManagedObject) -> Void) {
    for case let member? in members { body(member) }
  }

  /// Visits everyone that the set holds: its members, and those whose removal it remembers.
  func forEachHeld(_ body: (ManagedObject) -> Void) {
    forEach(body)
    for object in removedInOrder { body(object) }
  }

  private var removedInOrder: [ManagedObject] {
    removed.values.sorted { $0.serial < $1.serial }
  }

  package func contains(_ object: ManagedObject) -> Bool { place(of: object) != nil }

  /// Adds a member; false if it was one already.
  @discardableResult func insert(_ object: ManagedObject) -> Bool {
    guard place(of: object) == nil else { return false }
    if isFault { removed[object.serial] = nil }
    if members.count >= Self.few {
      if places.count == 0 { index() }
      places.insert(UInt(members.count + 1), for: Int64(object.serial))
    }
    members.append(object)
    count += 1
    return true
  }

  /// Removes a member; a fault notes the removal, since the store may still list it.
  @discardableResult func remove(_ object: ManagedObject) -> Bool {
    guard let place = place(of: object) else {
      guard isFault, removed[object.serial] == nil else { return false }
      removed[object.serial] = object
      return true
    }
    if isFault { removed[object.serial] = object }
    places.remove(UInt(place + 1), for: Int64(object.serial))
    members[place] = nil
    count -= 1
    if count == 0 {
      members = []
      places = WordTable()
    } else if members.count > 2 * count + Self.few {
      compact()
    }
    return true
  }

  /// Fires the fault: what the store lists, less what was removed, then what was added.
  func fire(with stored: [ManagedObject]) {
    let added = objects
    let gone = removed
    isFault = false
    removed = [:]
    members = []
    places = WordTable()
    count = 0
    members.reserveCapacity(stored.count + added.count)
    for object in stored where gone[object.serial] == nil { insert(object) }
    for object in added { insert(object) }
  }

  private func place(of object: ManagedObject) -> Int? {
    if members.count <= Self.few { return members.firstIndex { $0 === object } }
    let place = places[Int64(object.serial)]
    return place == 0 ? nil : Int(place) - 1
  }

  private func compact() {
    members.removeAll { $0 == nil }
    index()
  }

  private func index() {
    places = WordTable()
    guard members.count >= Self.few else { return }
    for (place, member) in members.enumerated() {
      if let member { places.insert(UInt(place + 1), for: Int64(member.serial)) }
    }
  }

  /// Takes every member out, for somebody who releases them one by one.
  func takeAll(into references: inout ContiguousArray<Unmanaged<AnyObject>>) {
    for case let member? in members { references.append(.passRetained(member)) }
    for member in removedInOrder { references.append(.passRetained(member)) }
    members = []
    removed = [:]
  }

  deinit {
    ReleaseQueue.dismantle(self)
  }
}
