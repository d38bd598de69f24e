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
