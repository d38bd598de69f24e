// Which Swift class the objects of an entity are made of.

import Synchronization

/// The class of an entity's objects: `ManagedObject` until another is registered.
package final class ObjectClass: Sendable {
  /// What a module above the engine has for the entity; set before the model is made, and read from then on.
  package nonisolated(unsafe) var client: AnyObject?

  private let state = Mutex((type: ManagedObject.self as ManagedObject.Type, isUsed: false))

  var type: ManagedObject.Type { state.withLock { $0.type } }

  /// The class for a caller that makes objects of it: from now on it cannot change.
  func use() -> ManagedObject.Type {
    state.withLock { state in
      state.isUsed = true
      return state.type
    }
  }

  /// Registers another class, unless objects were made already.
  func set(_ type: ManagedObject.Type) -> Bool {
    state.withLock { state in
      guard !state.isUsed || state.type == type else { return false }
      state.type = type
      return true
    }
  }
}
