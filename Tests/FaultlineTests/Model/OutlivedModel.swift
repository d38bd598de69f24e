// A model to outlive, and a drawing of everything to which a description leads.

import Faultline
import Foundation

/// A tree of three entities, with a department and everything that a relationship can be.
enum OutlivedModel {
  /// A new one.
  static func make() throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Person", isAbstract: true,
        attributes: [
          AttributeDescription("name", .string, isOptional: false),
          AttributeDescription("notes", .string, isTransient: true),
        ],
        relationships: [
          .toOne("department", "Department", inverse: "people", deleteRule: .deny)
        ], uniquenessConstraints: [["name"]]),
      EntityDescription(
        name: "Employee", superentity: "Person",
        attributes: [
          AttributeDescription("salary", .double, validation: AttributeValidation(min: 1))
        ],
        relationships: [
          .toOne("manager", "Manager", inverse: "reports"),
          .toMany("friends", "Employee", inverse: "friends"),
        ],
        fetchedProperties: [FetchedPropertyDescription("peers", "Employee")]),
      EntityDescription(
        name: "Manager", superentity: "Employee",
        relationships: [
          .toMany("reports", "Employee", inverse: "manager", isOrdered: true, minCount: 2),
          .toOne("office", "Department"),
        ]),
      EntityDescription(
        name: "Department", attributes: [AttributeDescription("name", .string)],
        relationships: [.toMany("people", "Person", inverse: "department", deleteRule: .cascade)]),
    ])
  }

  /// What one entity says, and where it leads.
  static func lines(of entity: EntityDescription) -> [String] {
    let parent = entity.superentity.map { " of \($0.name)" } ?? ""
    let heirs = entity.subentities.map(\.name).joined(separator: ", ")
    let slots = entity.layout.slots.map(\.name).joined(separator: " ")
    let ties = entity.layout.ties.map { tie in
      let relationship = tie.relationship
      let place = tie.destination?.property(named: relationship.inverseRelationship?.name ?? "")
      return "  \(relationship.name) → \(relationship.destinationEntity?.name ?? "nobody") "
        + "↔ \(relationship.inverseRelationship?.name ?? "nothing") "
        + "\(place.map { "\($0)" } ?? "nowhere") \(relationship.deleteRule)"
    }
    return ["\(entity.name)\(parent) [\(heirs)] (\(slots))"] + ties
      + ["  \(entity.propertiesByName.keys.sorted().joined(separator: " "))"]
      + ["  unique: \(entity.effectiveUniquenessConstraints)"]
  }

  /// Every entity to which any way leads.
  static func reach(of entity: EntityDescription) -> [EntityDescription] {
    var found = [entity]
    var next = 0
    while next < found.count {
      let current = found[next]
      let around =
        [current.superentity].compactMap { $0 } + current.subentities
        + current.relationshipsByName.sorted { $0.key < $1.key }.compactMap {
          $0.value.destinationEntity
        }
      for entity in around where !found.contains(where: { $0 === entity }) { found.append(entity) }
      next += 1
    }
    return found.sorted { $0.name < $1.name }
  }

  /// All of that as text.
  static func drawing(from entity: EntityDescription) -> String {
    reach(of: entity).flatMap(lines).joined(separator: "\n")
  }
}
