// A mutex that the thread sanitizer can see: the library's own takes its lock where no sanitizer looks.

#if FAULTLINE_SANITIZE
  import Foundation

  /// What `Synchronization.Mutex` is elsewhere, over a lock that the sanitizer knows.
  ///
  /// Without it every access under a lock is reported as a race. It has the same name, so that nothing else
  /// need know; unchecked, since the lock is what makes it safe.
  struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let lock = NSLock()
    private let value: UnsafeMutablePointer<Value>

    init(_ value: consuming sending Value) {
      self.value = .allocate(capacity: 1)
      self.value.initialize(to: value)
    }

    borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value.pointee)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
    }
  }
#endif
