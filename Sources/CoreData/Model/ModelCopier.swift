// Copies of models, whose entities lead to each other as those of the originals do.

import Foundation

/// Copies the entities of one or several models.
struct ModelCopier {
  private let models: [NSManagedObjectModel]

  init(_ models: [NSManagedObjectModel]) { self.models = models }

  /// Gives copies of all entities to a model; of entities of one name the first counts.
  func fill(_ target: NSManagedObjectModel) {
    var copies: [String: NSEntityDescription] = [:]
    var originals: [NSEntityDescription] = []
    for entity in models.flatMap(\.allEntities) where copies[entity.name ?? ""] == nil {
      copies[entity.name ?? ""] = NSEntityDescription(copying: entity)
      originals.append(entity)
    }
    for original in originals {
      guard let copy = copies[original.name ?? ""] else { continue }
      copy.subentities = original.subentities.compactMap { copies[$0.name ?? ""] }
    }
    for copy in copies.values {
      for case let relationship as NSRelationshipDescription in copy.ownProperties {
        let inverse = relationship.inverseRelationship?.name
        relationship.destinationEntity =
          relationship.destinationEntity.flatMap { copies[$0.name ?? ""] }
        relationship.inverseRelationship = inverse.flatMap {
          relationship.destinationEntity?.relationshipsByName[$0]
        }
      }
    }
    target.entities = originals.compactMap { copies[$0.name ?? ""] }
    for model in models {
      for name in model.configurations {
        let members = model.entities(forConfigurationName: name) ?? []
        let known = target.entities(forConfigurationName: name) ?? []
        target.setEntities(
          (target.configurations.contains(name) ? known : [])
            + members.compactMap { copies[$0.name ?? ""] }, forConfigurationName: name)
      }
      for (name, template) in model.fetchRequestTemplatesByName {
        target.setFetchRequestTemplate(template.copied(), forName: name)
      }
      target.versionIdentifiers.formUnion(model.versionIdentifiers)
    }
  }
}
