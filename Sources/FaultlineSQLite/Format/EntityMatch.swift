// Which entity of a model is which of a file.

internal import Faultline

/// The numbers that a file gives to the entities of a model.
struct EntityMatch {
  /// By the name that the model has for the entity.
  private(set) var numbers: [String: Int] = [:]
  /// The names that the file has for entities that the model calls otherwise, by the model's names.
  private(set) var formerNames: [String: String] = [:]
  /// Entities of the model that the file does not have, each with the reason.
  private(set) var missing: [String] = []
  /// Entities of the file that the model does not have, each in a sentence.
  private(set) var strange: [String] = []

  /// Whether each has its counterpart.
  var isWhole: Bool { missing.isEmpty && strange.isEmpty }

  /// Matches by name, and where a name was changed by the identifier that says what it was before.
  init(byName order: EntityOrder, _ stored: [FileSchema.StoredEntity]) {
    let byName = Dictionary(stored.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let modelNames = Set(order.entities.map(\.name))
    var taken: Set<Int> = []
    // Parents come before their children.
    for entity in order.entities {
      let former = entity.renamingIdentifier
      var found = byName[entity.name]
      if found == nil, !modelNames.contains(former) { found = byName[former] }
      guard let found, !taken.contains(found.number) else {
        missing.append("The store has no entity '\(entity.name)'.")
        continue
      }
      let parent = entity.superentity.map { numbers[$0.name] ?? -1 } ?? 0
      taken.insert(found.number)
      guard found.parent == parent else {
        missing.append(
          "'\(entity.name)' is number \(found.number) beneath \(found.parent) in the store, "
            + "and inherits from \(entity.superentity.map { "'\($0.name)'" } ?? "no entity") in the model."
        )
        continue
      }
      take(entity, found)
    }
    strange = stored.filter { !taken.contains($0.number) }
      .map { "The model has no entity '\($0.name)'." }
  }

  /// Matches by number, where some names were changed and the trees are the same; nil where they are not.
  ///
  /// A name that both have for different numbers was not changed: then this is another model.
  init?(byNumber order: EntityOrder, _ stored: [FileSchema.StoredEntity]) {
    guard stored.count == order.entities.count else { return nil }
    let storedNames = Set(stored.map(\.name))
    for (entity, found) in zip(order.entities, stored) {
      let parent = entity.superentity.map(order.number) ?? 0
      guard found.number == order.number(of: entity), found.parent == parent,
        found.name == entity.name || !storedNames.contains(entity.name)
      else { return nil }
      take(entity, found)
    }
  }

  private mutating func take(_ entity: EntityDescription, _ found: FileSchema.StoredEntity) {
    numbers[entity.name] = found.number
    if found.name != entity.name { formerNames[entity.name] = found.name }
  }
}
