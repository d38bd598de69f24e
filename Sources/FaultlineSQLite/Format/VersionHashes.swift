// A digest of each entity's description, by which a store knows its model again.

package import Faultline
import FaultlineDigest
package import Foundation

/// Digests of our own making, as large as Apple's, whose recipe was never published.
///
/// They change with what changes an entity in the store: its properties' names and types, whether they are
/// optional or transient, where relationships lead; and with every change of an entity above.
package struct VersionHashes {
  /// By entity name.
  package let byEntity: [String: Data]

  /// Computes the digests of entities.
  package init(_ entities: [EntityDescription]) {
    var hashes: [String: Data] = [:]
    for entity in entities {
      hashes[entity.name] = Data(Digest256(Array(Self.text(of: entity).utf8)).bytes)
    }
    byEntity = hashes
  }

  private static func text(of entity: EntityDescription) -> String {
    var lines: [String] = []
    var ancestor: EntityDescription? = entity
    while let next = ancestor {
      lines.append("entity \(next.name) \(next.isAbstract) \(next.versionHashModifier ?? "")")
      ancestor = next.superentity
    }
    for attribute in entity.attributesByName.values.sorted(by: { $0.name < $1.name }) {
      lines.append(
        "attribute \(attribute.name) \(attribute.attributeType) \(attribute.isOptional) "
          + "\(attribute.isTransient) \(attribute.versionHashModifier ?? "")")
    }
    for relationship in entity.relationshipsByName.values.sorted(by: { $0.name < $1.name }) {
      lines.append(
        "relationship \(relationship.name) \(relationship.destinationEntityName) "
          + "\(relationship.inverseName ?? "") \(relationship.isOptional) "
          + "\(relationship.isToMany) \(relationship.isOrdered) \(relationship.minCount) "
          + "\(relationship.maxCount) \(relationship.versionHashModifier ?? "")")
    }
    return lines.joined(separator: "\n")
  }
}
