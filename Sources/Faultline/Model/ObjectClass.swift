// Which Swift class the objects of an entity are made of.

import Synchronization

/// The class of an entity's objects: `ManagedObject` until another is registered.
final class ObjectClass: Sendable {
  private let registered = Mutex<ManagedObject.Type>(ManagedObject.self)

  var type: ManagedObject.Type { registered.withLock { $0 } }

  func set(_ type: ManagedObject.Type) { registered.withLock { $0 = type } }
}
