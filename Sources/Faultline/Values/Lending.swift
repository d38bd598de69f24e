// Objects that a body works with and that nothing counts: something else keeps them alive meanwhile.

extension Unmanaged {
  /// Calls a body with the object, which the caller knows to be alive until the body ends.
  @inline(__always) func withObject<Value, Failure: Error>(
    _ body: (Instance) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let outcome = _withUnsafeGuaranteedRef { object -> Result<Value, Failure> in
      do throws(Failure) { return .success(try body(object)) } catch { return .failure(error) }
    }
    return try outcome.get()
  }

  /// The object of a reference that stays where it is; nil for none.
  @inline(__always) init?(of reference: Instance?) {
    guard let pointer = UnsafeRawPointer(bitPattern: unsafeBitCast(reference, to: UInt.self)) else {
      return nil
    }
    self = .fromOpaque(pointer)
  }
}

extension ArraySlice {
  /// Visits objects that the slice holds.
  @inline(__always) func forEachLent(_ body: (Element) -> Void) where Element: AnyObject {
    withUnsafeBufferPointer { objects in
      for place in objects.indices { Unmanaged(of: objects[place])?.withObject(body) }
    }
  }
}
