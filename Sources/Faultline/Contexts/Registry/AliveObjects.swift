// The objects of identity tables that are still alive, retained and put in order.

/// Gathers registered objects, each with a reference added, and hands them over as a list that holds them.
///
/// Going through all objects is what a census costs, so no reference count is changed on the way, and objects are
/// put in order without being compared where that is possible.
struct AliveObjects: ~Copyable {
  private var objects: ContiguousArray<Unmanaged<ManagedObject>> = []
  private var lastSerial: UInt32 = 0
  /// Whether they are in the order of registration, over all identity tables.
  private(set) var isInOrder = true

  /// An empty list.
  init() {}

  /// The objects of a list, in its order.
  init(_ list: ContiguousArray<ManagedObject>) {
    objects = ContiguousArray(list.map { Unmanaged.passRetained($0) })
  }

  /// How many there are.
  var count: Int { objects.count }

  /// Adds the objects of an identity table, in the order of registration.
  mutating func append(_ identityTable: IdentityTable) {
    let taken = identityTable.takeAlive()
    guard !taken.list.isEmpty else { return }
    if taken.first < lastSerial { isInOrder = false }
    lastSerial = taken.last
    objects.reserveCapacity(objects.count + taken.list.count)
    // The serials are mostly close together, since many objects are usually made one after the other.
    let span = Int(taken.last - taken.first) + 1
    if span <= Self.most * taken.list.count {
      var places = ContiguousArray<Unmanaged<ManagedObject>?>(repeating: nil, count: span)
      for entry in taken.list { places[Int(entry.serial - taken.first)] = entry.object }
      for case let object? in places { objects.append(object) }
    } else {
      for entry in taken.list.sorted(by: { $0.serial < $1.serial }) {
        objects.append(entry.object)
      }
    }
  }

  /// How many serials there may be for each object, for a table of them to put the objects in order.
  private static let most = 8

  /// The list, which takes over the references that were added.
  consuming func handOver() -> ContiguousArray<ManagedObject> {
    // Room for nothing would be that of the runtime's one empty array, and its count would be written.
    if objects.isEmpty { return [] }
    return ContiguousArray(unsafeUninitializedCapacity: objects.count) { list, count in
      objects.withUnsafeBytes { UnsafeMutableRawBufferPointer(list).copyMemory(from: $0) }
      count = objects.count
    }
  }

  /// Visits each in order, and lets it go while it is still near; hands over those that are to be kept.
  consuming func handOver(
    where isKept: (Unmanaged<ManagedObject>) -> Bool
  ) -> ContiguousArray<ManagedObject> {
    var kept = 0
    objects.withUnsafeMutableBufferPointer { objects in
      for place in objects.indices {
        UnsafeBufferPointer(objects).prefetch(behind: place)
        let object = objects[place]
        if isKept(object) {
          objects[kept] = object
          kept += 1
        } else {
          object.release()
        }
      }
    }
    objects.removeLast(objects.count - kept)
    return handOver()
  }
}

/// Objects of a table with a reference added to each, in the table's order.
struct TakenObjects {
  private(set) var list: ContiguousArray<(serial: UInt32, object: Unmanaged<ManagedObject>)> = []
  /// The least serial of theirs, and the greatest: where they stand in the order of registration.
  private(set) var (first, last) = (UInt32.max, UInt32.min)

  init(reserving count: Int) { list.reserveCapacity(count) }

  mutating func append(_ object: Unmanaged<ManagedObject>) {
    // Read once, while the object is in the cache: putting the objects in order needs it often.
    let serial = object._withUnsafeGuaranteedRef(\.serial)
    first = min(first, serial)
    last = max(last, serial)
    list.append((serial, object))
  }
}
