// From a context to what it made for a caller, and which goes when the caller releases it.

import Synchronization

/// The way to something that is not held, and that may go at any time and on any thread.
///
/// It is a weak reference without a side table: what is linked cuts the link before it goes.
final class LooseLink<Target: AnyObject>: Sendable {
  private let address = Mutex<Address?>(nil)

  func join(_ target: Target) {
    let address = Address(of: target)
    self.address.withLock { $0 = address }
  }

  func cut() { address.withLock { $0 = nil } }

  var isCut: Bool { address.withLock { $0 == nil } }

  /// What is linked, held by the caller, if it is not about to go.
  var target: Target? {
    address.withLock { address -> Address? in
      guard let address, address.retainIfAlive() else { return nil }
      return address
    }?.taken(as: Target.self)
  }
}
