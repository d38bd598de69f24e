// What an entity says of itself, for comparing entities of several models.

import Foundation

/// The lines that describe an entity and its properties, the inherited ones included.
struct EntityText: Equatable {
  let lines: [String]

  init(_ entity: NSEntityDescription) {
    var lines = [
      "\(entity.name ?? "") \(entity.managedObjectClassName ?? "") \(entity.isAbstract)",
      "\(entity.superentity?.name ?? "") \(entity.versionHashModifier ?? "")",
    ]
    for property in entity.properties.sorted(by: { $0.name < $1.name }) {
      var words = [
        property.name, "\(property.isOptional)", "\(property.isTransient)",
        property.versionHashModifier ?? "",
      ]
      switch property {
      case let attribute as NSAttributeDescription:
        words.append("\(attribute.attributeType.rawValue)")
        words.append(attribute.defaultValue.map { "\($0)" } ?? "")
      case let relationship as NSRelationshipDescription:
        words.append(relationship.destinationEntity?.name ?? "")
        words.append(relationship.inverseRelationship?.name ?? "")
        words.append("\(relationship.minCount) \(relationship.maxCount)")
        words.append("\(relationship.isOrdered) \(relationship.deleteRule.rawValue)")
      default: break
      }
      lines.append(words.joined(separator: " "))
    }
    self.lines = lines
  }
}
