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
