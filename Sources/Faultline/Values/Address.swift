// Where an object lies, for tables that find objects and do not hold them.

import CFaultline

/// The address of an object, without a reference to it.
///
/// It is kept inverted. A leak checker takes every word that looks like an address for a reference, and an object
/// that only a table finds would pass for one that is held.
///
/// Sendable because a number is: code that turns it into an object again must make sure that the
/// object is alive.
struct Address: Sendable, Equatable {
  private let inverted: UInt

  /// The address itself; zero for no object.
  var bits: UInt { ~inverted }

  init(bits: UInt) { inverted = ~bits }

  init(of object: AnyObject) {
    self.init(bits: UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
  }

  init(of object: Unmanaged<some AnyObject>) {
    self.init(bits: UInt(bitPattern: object.toOpaque()))
  }

  /// The address as tables of words keep it; zero for no object.
  var word: UInt { bits == 0 ? 0 : inverted }

  /// The address that a table of words has kept.
  init(word: UInt) { inverted = word == 0 ? ~0 : word }

  /// What lies there, without a reference; the caller knows that it is alive.
  func unretained<Object: AnyObject>(as type: Object.Type) -> Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: bits).map { .fromOpaque($0) }
  }

  /// Adds a reference unless the object is being destroyed; says whether it did.
  ///
  /// Only under a lock that the object's `deinit` takes before its memory goes.
  func retainIfAlive() -> Bool {
    guard let object = UnsafeMutableRawPointer(bitPattern: bits) else { return false }
    return faultline_try_retain(object)
  }

  /// The object together with the reference that `retainIfAlive` added.
  func taken<Object: AnyObject>(as type: Object.Type) -> Object? {
    unretained(as: type)?.takeRetainedValue()
  }
}
