// The names that steps have given to objects; a name holds what it stands for.

import Faultline

/// The objects that a scenario's names hold, as an app's variables would.
package struct Cast {
  /// The word that stands for every name, so that no name may be it.
  static let all = "all"

  private var names: [String: ContiguousArray<ManagedObject>] = [:]

  /// The objects of a name.
  subscript(name: String) -> ContiguousArray<ManagedObject> {
    get { names[name] ?? [] }
    set { names[name] = newValue }
  }

  /// Shows the lists and the objects in them, also those that no context knows any more.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: names, .script)
    for objects in names.values {
      visitor.show(elementsOf: objects, .script)
      for object in objects { object.showBlocks(to: visitor) }
    }
  }

  /// Lets a name go.
  mutating func release(_ name: String) { names[name] = nil }

  /// Lets every name go.
  mutating func releaseAll() { names = [:] }
}
