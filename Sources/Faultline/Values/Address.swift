// Where an object lies, for tables that find objects and do not hold them.

import CFaultline

/// The address of an object, without a reference to it.
///
/// Sendable because a number is: whoever turns it into an object again answers for its being alive.
struct Address: Sendable, Equatable {
  /// Zero for nobody.
  let bits: UInt

  init(bits: UInt) { self.bits = bits }

  init(of object: AnyObject) {
    bits = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  }

  init(of object: Unmanaged<some AnyObject>) { bits = UInt(bitPattern: object.toOpaque()) }

  /// Adds a reference unless the object is being destroyed; says whether it did.
  ///
  /// Only under a lock that the object's `deinit` takes before its memory goes.
  func retainIfAlive() -> Bool {
    guard let object = UnsafeMutableRawPointer(bitPattern: bits) else { return false }
    return faultline_try_retain(object)
  }

  /// The object together with the reference that `retainIfAlive` added.
  func taken<Object: AnyObject>(as type: Object.Type) -> Object? {
    UnsafeRawPointer(bitPattern: bits).map {
      Unmanaged<Object>.fromOpaque($0).takeRetainedValue()
    }
  }
}
