// Objects lie anywhere in memory: whoever goes through a list of them asks for the next ones before it needs them.

import CFaultline

extension UnsafeBufferPointer {
  /// Asks the processor to fetch an object that is some places further on in a list of references, counted or not.
  func prefetch(behind place: Int) {
    let next = place + 16
    guard next < count else { return }
    faultline_prefetch(unsafeBitCast(self[next], to: UnsafeRawPointer?.self))
  }
}
