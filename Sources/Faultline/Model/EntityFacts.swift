// What was written down about an entity, apart from the descriptions that lead to others.

/// What an entity is, by itself: nothing here leads to another entity, so holding it makes no retain cycle.
final class EntityFacts: Sendable {
  let name: String
  let isAbstract: Bool
  let superentityName: String?
  let statedClassName: String?
  let attributes: [AttributeDescription]
  let fetchedProperties: [FetchedPropertyDescription]
  let uniquenessConstraints: [[String]]
  let indexes: [FetchIndexDescription]
  let compoundIndexes: [[String]]
  let statedRenamingIdentifier: String?
  let versionHashModifier: String?
  let userInfo: [String: String]
  let objectClass = ObjectClass()

  init(
    name: String, isAbstract: Bool, superentityName: String?, statedClassName: String?,
    attributes: [AttributeDescription], fetchedProperties: [FetchedPropertyDescription],
    uniquenessConstraints: [[String]], indexes: [FetchIndexDescription],
    compoundIndexes: [[String]], statedRenamingIdentifier: String?, versionHashModifier: String?,
    userInfo: [String: String]
  ) {
    self.name = name
    self.isAbstract = isAbstract
    self.superentityName = superentityName
    self.statedClassName = statedClassName
    self.attributes = attributes
    self.fetchedProperties = fetchedProperties
    self.uniquenessConstraints = uniquenessConstraints
    self.indexes = indexes
    self.compoundIndexes = compoundIndexes
    self.statedRenamingIdentifier = statedRenamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }
}
