// The rules about relationships: where they lead, and what leads back.

extension ModelChecks {
  /// A relationship leads to an entity of the model.
  func missingDestinations() -> [ModelFault] {
    about(\.ownRelationships) { relationship in
      byName[relationship.destinationEntityName] == nil
        ? "leads to '\(relationship.destinationEntityName)', which the model does not have." : nil
    }
  }

  /// An inverse is a relationship of the destination.
  func missingInverses() -> [ModelFault] {
    about(\.ownRelationships) { relationship in
      guard let name = relationship.inverseName, let destination = destination(of: relationship),
        inverse(of: relationship) == nil
      else { return nil }
      return "names the inverse '\(name)', which is no relationship of '\(destination.name)'."
    }
  }

  /// An inverse leads back: each of the two is the other's inverse.
  func unequalInverses() -> [ModelFault] {
    about(\.ownRelationships) { relationship in
      guard let back = inverse(of: relationship) else { return nil }
      let path = "'\(relationship.destinationEntityName).\(back.name)'"
      guard back.inverseName != nil else { return "names the inverse \(path), which names none." }
      guard let there = inverse(of: back), there !== relationship else { return nil }
      return "and \(path) are not each other's inverses."
    }
  }

  /// A count is not negative, and the least count is not above the greatest.
  func badCounts() -> [ModelFault] {
    about(\.ownRelationships) { relationship in
      let (least, most) = (relationship.minCount, relationship.maxCount)
      if least < 0 || most < 0 { return "has a negative count as a bound." }
      guard most > 0, least > most else { return nil }
      return relationship.isToMany
        ? "leads to at least \(least) and at most \(most) objects, which cannot be."
        : "is to-one and leads to at least \(least) objects."
    }
  }

  /// The destination, if its line of ancestors is sound: else its properties are not known.
  private func destination(of relationship: RelationshipDescription) -> EntityDescription? {
    byName[relationship.destinationEntityName].flatMap { lineages[$0].isEmpty ? nil : $0 }
  }

  private func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    guard let name = relationship.inverseName, let destination = destination(of: relationship)
    else { return nil }
    return lineages.property(name, of: destination) as? RelationshipDescription
  }
}
