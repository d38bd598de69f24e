// The way from the root of an inheritance tree down to an entity.

extension [String: EntityDescription] {
  /// The entity's ancestors from the root, then the entity itself.
  func lineage(of entity: EntityDescription) -> [EntityDescription] {
    var line = [entity]
    while let parent = line[0].superentityName.flatMap({ self[$0] }) {
      line.insert(parent, at: 0)
    }
    return line
  }
}
