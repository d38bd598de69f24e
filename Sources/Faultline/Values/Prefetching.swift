// Objects are scattered over memory: a loop over a list of them requests the next ones before it needs them.

import CFaultline

extension UnsafeBufferPointer {
  /// Asks the processor to fetch an object that is some places further on in a list of references, counted or not.
  func prefetch(behind place: Int) {
    let next = place + 16
    guard next < count else { return }
    faultline_prefetch(unsafeBitCast(self[next], to: UnsafeRawPointer?.self))
  }
}

/// What a loop over objects needs of each.
enum LoopReach {
  case objects
  /// Their rows or overlays too.
  case values
  /// And the rows that lie beneath overlays.
  case rowsBeneath
}

extension [ManagedObject] {
  /// Visits the objects, forwards or backwards, each of which the processor fetches some places before, and step by
  /// step what it leads to.
  @inline(__always) func forEachFetchedAhead<Failure: Error>(
    _ reach: LoopReach, isReversed: Bool = false,
    _ body: (ManagedObject) throws(Failure) -> Void
  ) throws(Failure) {
    try withUnsafeBufferPointer { (objects) throws(Failure) in
      try objects.forEachFetchedAhead(reach, isReversed: isReversed, body)
    }
  }
}

extension UnsafeBufferPointer<ChangeSet.Change> {
  /// Asks the processor to fetch the values of a later change, and the row that is to take them.
  package func prefetch(behind place: Int) {
    guard let baseAddress, place + 8 < count else { return }
    baseAddress[place + 8].prefetch()
  }
}

extension UnsafeBufferPointer<ManagedObject> {
  /// Visits the objects as an array does that holds them, so that none is counted up and down.
  @inline(__always) func forEachFetchedAhead<Failure: Error>(
    _ reach: LoopReach, isReversed: Bool = false,
    _ body: (ManagedObject) throws(Failure) -> Void
  ) throws(Failure) {
    let step = isReversed ? -1 : 1
    var place = isReversed ? count - 1 : 0
    for _ in indices {
      reference(at: place + 24 * step)?.prefetch()
      if reach != .objects { reference(at: place + 16 * step)?.prefetchValues() }
      if reach == .rowsBeneath { reference(at: place + 8 * step)?.prefetchRowBeneath() }
      try reference(at: place)?.withObject(body)
      place += step
    }
  }

  /// An object of the list, for which nothing is counted; nil beyond its ends.
  @inline(__always) fileprivate func reference(at place: Int) -> Unmanaged<ManagedObject>? {
    guard place >= 0, place < count, let baseAddress else { return nil }
    return .fromOpaque(UnsafeRawPointer(baseAddress + place).load(as: UnsafeRawPointer.self))
  }
}

extension Unmanaged<ManagedObject> {
  /// Asks for an object, which mostly lies across two of the processor's lines.
  @inline(__always) func prefetch() { prefetchTwoLines(toOpaque()) }

  /// Asks for the row or the overlay of an object that was asked for before.
  @inline(__always) func prefetchValues() {
    _withUnsafeGuaranteedRef {
      prefetchTwoLines(unsafeBitCast($0.body, to: UnsafeRawPointer?.self))
    }
  }

  /// Asks for the row beneath an overlay that was asked for before.
  @inline(__always) func prefetchRowBeneath() {
    _withUnsafeGuaranteedRef { object in
      object.withOverlay { prefetchTwoLines($0.uncountedBase?.toOpaque()) }
    }
  }
}

/// Asks for the first two of the processor's lines from an address on.
@inline(__always) func prefetchTwoLines(_ address: UnsafeRawPointer?) {
  guard let address else { return }
  faultline_prefetch(address)
  faultline_prefetch(address + 64)
}

// Objects that a body works with and that nothing counts: something else keeps them alive meanwhile.
extension Unmanaged {
  /// Calls a body with the object, which the caller knows to be alive until the body ends.
  @inline(__always) func withObject<Value, Failure: Error>(
    _ body: (Instance) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var value: Value?
    var failure: Failure?
    _withUnsafeGuaranteedRef { object in
      do throws(Failure) { value = try body(object) } catch { failure = error }
    }
    if let failure { throw failure }
    guard let value else { preconditionFailure("A body that threw nothing has returned nothing.") }
    return value
  }

  /// The object of a reference that stays where it is; nil for none.
  @inline(__always) init?(of reference: Instance?) {
    guard let pointer = UnsafeRawPointer(bitPattern: unsafeBitCast(reference, to: UInt.self)) else {
      return nil
    }
    self = .fromOpaque(pointer)
  }
}
