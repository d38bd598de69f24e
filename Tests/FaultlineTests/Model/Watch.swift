// Which objects are still there of those that were to go.

import Faultline

/// Checks which objects are still alive, and holds none.
final class Watch {
  private var looks: [() -> String?] = []

  func add(_ objects: [AnyObject]) {
    looks += objects.map { object in { [weak object] in object.map { "\(type(of: $0))" } } }
  }

  /// An entity, with its relationships.
  func add(_ entity: EntityDescription) {
    add([entity] + Array(entity.relationshipsByName.values))
  }

  /// The types of those that are.
  var alive: [String] { looks.compactMap { $0() } }
}
