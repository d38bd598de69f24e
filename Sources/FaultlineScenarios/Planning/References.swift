// What a step keeps of the names in its text once they are found: numbers, and the place for messages.

import Faultline

/// A variable of the script, as a step names it.
struct Variable: Sendable {
  /// Its number among the variables of the scenario.
  let slot: Int
  let name: String
  /// The entity of the objects that it holds there.
  let entity: EntityDescription
  /// Where the step names it.
  let node: Node
}

/// A context, as a step names it.
struct ContextReference: Sendable {
  /// The number of its name; a context that takes the place of another has the same.
  let slot: Int
  let name: String
  /// Where the step names it.
  let node: Node
}

/// Names in the order in which they were first given; the place of each is its number.
struct NameTable: Sendable {
  private(set) var names: [String] = []
  private var slots: [String: Int] = [:]

  func slot(of name: String) -> Int? { slots[name] }

  /// The number of a name, which is a new one if it is not known.
  mutating func add(_ name: String) -> Int {
    if let slot = slot(of: name) { return slot }
    slots[name] = names.count
    names.append(name)
    return names.count - 1
  }
}
