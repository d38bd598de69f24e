// The making of several attributes of one entity, as `insert` and `set` are given them.

import Faultline

/// What stands under `set`: for each attribute, how its values are made.
package struct Recipes: Sendable {
  private struct Entry: Sendable {
    let slot: Int
    let type: AttributeType
    let recipe: Recipe
    /// The number of its stream of random numbers.
    let stream: Int
  }

  private var entries: [Entry] = []
  private let node: Node?

  /// Holds on to what is written, until the entity is known.
  init(_ node: Node?) { self.node = node }

  /// Compiles every recipe for an entity.
  mutating func check(
    _ entity: EntityDescription, _ rehearsal: inout Rehearsal
  ) throws(Diagnostic) {
    guard let node else { return }
    let outer = rehearsal.names
    rehearsal.names = outer.with(Self.index, 0)
    defer { rehearsal.names = outer }
    entries = []
    for entry in try node.entries() {
      let slot = try rehearsal.attribute(entry.key, of: entity)
      guard let attribute = entity.layout.slots[slot].attribute else { continue }
      let recipe = try Recipe(entry.value, for: attribute)
      try recipe.check(rehearsal)
      // Neither a line's number nor a step's: a new step above shifts nobody's values.
      let purpose = "\(entity.name).\(attribute.name): \(entry.value.scalar?.text ?? "")"
      entries.append(
        Entry(
          slot: slot, type: attribute.attributeType, recipe: recipe,
          stream: rehearsal.stream(for: purpose)))
    }
  }

  /// Tries every recipe on the first object, so that what cannot work is known before a run.
  func weigh(_ work: Workload) throws(Diagnostic) {
    for entry in entries {
      try entry.recipe.weigh(for: entry.type, in: work.names.with(Self.index, 0))
    }
  }

  /// The name under which a recipe finds the position of its object.
  static let index = "index"

  /// Sets the attributes of objects, each attribute from its own stream of the seed.
  func set(_ objects: ContiguousArray<ManagedObject>, on stage: Stage) throws(StepFailure) {
    for entry in entries {
      var dice = stage.dice[entry.stream]
      defer { stage.dice[entry.stream] = dice }
      for (index, object) in objects.enumerated() {
        let names = entry.recipe.needsIndex ? stage.names.with(Self.index, index) : stage.names
        let value = try entry.recipe.value(for: entry.type, in: names, &dice)
        try engine { () throws(GraphError) in try object.set(value, at: entry.slot) }
      }
    }
  }
}
