// The making of several properties of one entity, as `insert`, `set` and `data` are given them.

import Faultline

/// What stands under `set`: for each attribute and to-one relationship, how its values are made.
package struct Recipes: Sendable {
  /// One attribute.
  struct Column: Sendable {
    let slot: Int
    let recipe: Recipe
    /// The number of its stream of random numbers.
    let stream: Int
  }

  /// One to-one relationship.
  struct Reference: Sendable {
    let tie: Int
    let target: PickTarget
    let stream: Int
  }

  private(set) var columns: [Column] = []
  private(set) var references: [Reference] = []
  private let node: Node?

  /// Holds on to what is written, until the entity is known.
  init(_ node: Node?) { self.node = node }

  /// The name under which a recipe finds the position of its object.
  static let index = "index"

  /// Compiles every recipe for an entity; what is loaded before a run has streams of its own.
  mutating func check(
    _ entity: EntityDescription, _ rehearsal: inout Rehearsal, isLoaded: Bool = false
  ) throws(Diagnostic) {
    guard let node else { return }
    let outer = rehearsal.names
    rehearsal.names = outer.with(Self.index, 0)
    defer { rehearsal.names = outer }
    columns = []
    references = []
    for entry in try node.entries() {
      // Neither a line's number nor a step's: a new step above shifts no values.
      let text = isLoaded ? "data" : entry.value.scalar?.text ?? ""
      let purpose = "\(entity.name).\(entry.name): \(text)"
      switch try rehearsal.settable(entry.key, of: entity) {
      case .attribute(let slot):
        guard let attribute = entity.layout.slots[slot].attribute else { continue }
        let recipe = try Recipe(entry.value, for: attribute)
        try recipe.check(rehearsal)
        columns.append(
          Column(slot: slot, recipe: recipe, stream: rehearsal.stream(for: purpose)))
      case .relationship(let tie):
        let target = try PickTarget(
          entry.value, to: entity.layout.ties[tie].relationship, rehearsal, isLoaded: isLoaded)
        references.append(
          Reference(tie: tie, target: target, stream: rehearsal.stream(for: purpose)))
      }
    }
  }

  /// The property that is written first: checks ask whether it may be.
  var firstKey: String { (try? node?.entries().first?.name) ?? "" }

  /// Tries every recipe on the first object, so that what cannot work is known before a run.
  ///
  /// Returns the contexts among whose objects is picked, which may be any where a step says so.
  @discardableResult
  func weigh(
    _ work: Workload, ofAnyone isOfAnyone: Bool = false
  ) throws(Diagnostic) -> [WorkloadContexts.Entry] {
    let names = work.names.with(Self.index, 0)
    for column in columns { try column.recipe.weigh(in: names) }
    var owners: [WorkloadContexts.Entry] = []
    for reference in references {
      guard let owner = try reference.target.weigh(work, ofAnyone: isOfAnyone) else { continue }
      owners.append(owner)
    }
    return owners
  }

  /// Sets the properties of objects, each from its own stream of the seed.
  func set(
    _ objects: ContiguousArray<ManagedObject>, on stage: Stage, ofAnyone isOfAnyone: Bool = false
  ) throws(StepFailure) {
    for column in columns {
      let maker = try column.recipe.maker(in: stage.names)
      var source = stage.sources[column.stream]
      defer { stage.sources[column.stream] = source }
      let slot = column.slot
      try maker.make(objects.indices, from: &source) { (index, value) throws(StepFailure) in
        try engine { () throws(GraphError) in try objects[index].set(value, at: slot) }
      }
    }
    for reference in references {
      var source = stage.sources[reference.stream]
      defer { stage.sources[reference.stream] = source }
      let pool = try reference.target.pool(on: stage, ofAnyone: isOfAnyone)
      for object in objects {
        let destination = try pool.next(&source)
        try engine { () throws(GraphError) in
          try object.setDestination(destination, reference.tie)
        }
      }
    }
  }
}
