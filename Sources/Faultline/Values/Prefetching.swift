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

extension UnsafeBufferPointer<ManagedObject?> {
  /// Asks for an object some places further on, and for the values of one that is nearer and was asked for before.
  func prefetchWithValues(behind place: Int) {
    prefetch(behind: place)
    let next = place + 8
    guard next < count, let object = unsafeBitCast(self[next], to: Unmanaged<ManagedObject>?.self)
    else { return }
    faultline_prefetch(
      object._withUnsafeGuaranteedRef { unsafeBitCast($0.body, to: UnsafeRawPointer?.self) })
  }
}
