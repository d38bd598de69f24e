// A value that each thread has for itself.

import Foundation

/// A value of the current thread, made when the thread first asks for it and released when the thread ends.
struct ThreadLocal<Value: AnyObject>: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { pointer in
      // Whether the pointer may be missing depends on the system.
      guard let pointer = pointer as UnsafeMutableRawPointer? else { return }
      Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }
    precondition(status == 0, "The system has no thread-local storage left.")
    self.key = key
  }

  /// The value of this thread; nil if none was made yet.
  var value: Value? {
    pthread_getspecific(key).map { Unmanaged<Value>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns the value of this thread, which is made if there is none yet.
  func value(orMake make: () -> Value) -> Value {
    if let value { return value }
    let made = make()
    pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
    return made
  }
}
