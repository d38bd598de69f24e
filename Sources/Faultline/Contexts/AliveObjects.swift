// The objects of homes that are still alive, taken hold of and put in order.

/// Gathers registered objects, each with a reference added, and hands them over as a list that holds them.
///
/// Going through all objects is what a census costs, so nobody is counted up and down on the way, and objects are
/// put in order without being compared where that can be.
struct AliveObjects: ~Copyable {
  private var objects: ContiguousArray<Unmanaged<ManagedObject>> = []
  private var lastSerial: UInt32 = 0
  /// Whether they stand in the order of registration, all homes together.
  private(set) var isInOrder = true

  /// Adds those of a home, in the order of registration.
  mutating func append(_ home: IdentityTable) {
    let taken = home.takeAlive()
    guard let first = taken.min(by: { $0.serial < $1.serial })?.serial,
      let last = taken.max(by: { $0.serial < $1.serial })?.serial
    else { return }
    if first < lastSerial { isInOrder = false }
    lastSerial = last
    objects.reserveCapacity(objects.count + taken.count)
    // The serials mostly lie close together, since whoever makes many objects makes them one after the other.
    let span = Int(last - first) + 1
    if span <= Self.most * taken.count {
      var places = ContiguousArray<Unmanaged<ManagedObject>?>(repeating: nil, count: span)
      for taken in taken { places[Int(taken.serial - first)] = taken.object }
      for case let object? in places { objects.append(object) }
    } else {
      for taken in taken.sorted(by: { $0.serial < $1.serial }) { objects.append(taken.object) }
    }
  }

  /// How many serials there may be for each object, for a table of them to put the objects in order.
  private static let most = 8

  /// The list, which takes over the references that were added.
  consuming func handOver() -> ContiguousArray<ManagedObject> {
    ContiguousArray(unsafeUninitializedCapacity: objects.count) { list, count in
      objects.withUnsafeBytes { UnsafeMutableRawBufferPointer(list).copyMemory(from: $0) }
      count = objects.count
    }
  }
}

/// An object with a reference added, and its place in the order of registration.
struct TakenObject {
  let serial: UInt32
  let object: Unmanaged<ManagedObject>
}
