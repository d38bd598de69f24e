// The pointer by which validation exchanges a value: the standard library has it on Apple's platforms only.

/// A place for a value that the callee may exchange.
public struct AutoreleasingUnsafeMutablePointer<Pointee> {
  private let pointer: UnsafeMutablePointer<Pointee>

  /// Makes a pointer to a variable; use it during the call alone.
  public init(_ pointer: UnsafeMutablePointer<Pointee>) { self.pointer = pointer }

  /// The value.
  public var pointee: Pointee {
    get { pointer.pointee }
    nonmutating set { pointer.pointee = newValue }
  }
}
