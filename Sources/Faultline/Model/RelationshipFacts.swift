// What was written down about a relationship, apart from the descriptions that it leads to.

/// What a relationship is, by itself: nothing here leads to an entity, so holding it makes no retain cycle.
final class RelationshipFacts: Sendable {
  let name: String
  let destinationEntityName: String
  let inverseName: String?
  let isToMany: Bool
  let isOrdered: Bool
  let isOptional: Bool
  let deleteRule: DeleteRule
  let minCount: Int
  let maxCount: Int
  let statedRenamingIdentifier: String?
  let versionHashModifier: String?
  let userInfo: [String: String]

  init(
    name: String, destinationEntityName: String, inverseName: String?, isToMany: Bool,
    isOrdered: Bool, isOptional: Bool, deleteRule: DeleteRule, minCount: Int, maxCount: Int,
    statedRenamingIdentifier: String?, versionHashModifier: String?, userInfo: [String: String]
  ) {
    self.name = name
    self.destinationEntityName = destinationEntityName
    self.inverseName = inverseName
    self.isToMany = isToMany
    self.isOrdered = isOrdered
    self.isOptional = isOptional
    self.deleteRule = deleteRule
    self.minCount = minCount
    self.maxCount = maxCount
    self.statedRenamingIdentifier = statedRenamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }
}
