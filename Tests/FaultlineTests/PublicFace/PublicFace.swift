// A program that has nothing but `import Faultline`: it calls everything once.

import Faultline

/// Every public name of models, objects, contexts and coordinators, used once.
enum PublicFace {
  static func model() throws -> ManagedObjectModel {
    let model = try ManagedObjectModel(
      entities: [
        EntityDescription(
          name: "Person", isAbstract: true,
          attributes: [
            AttributeDescription(
              "name", .string, isOptional: false, validation: .init(maxLength: 99))
          ],
          uniquenessConstraints: [], versionHashModifier: "1", userInfo: ["by": "us"]),
        EntityDescription(
          name: "Visitor", superentity: "Person", managedObjectClassName: "Visitor",
          attributes: [
            AttributeDescription("age", .integer16, defaultValue: 18),
            AttributeDescription("mood", .string, isTransient: true),
            AttributeDescription("photo", .binary, allowsExternalBinaryDataStorage: true),
            AttributeDescription("nick", .string, derivation: "canonical:(name)"),
          ],
          relationships: [
            .toOne("host", "Person", isOptional: true, deleteRule: .nullify),
            .toMany("tour", "Visitor", inverse: "tours", isOrdered: true, minCount: 0, maxCount: 9),
            .toMany("tours", "Visitor", inverse: "tour", deleteRule: .noAction),
          ]),
      ], configurations: ["All": ["Person", "Visitor"]],
      fetchRequestTemplates: [
        FetchRequestTemplate(name: "all", entityName: "Visitor"),
        FetchRequestTemplate(
          name: "named", entityName: "Visitor", predicateFormat: "name BEGINSWITH $START"),
      ])
    model.register(Visitor.self, forEntityNamed: "Visitor")
    return model
  }

  static func describe(_ model: ManagedObjectModel) -> [String] {
    var words: [String] = model.configurations
    words += model.entities.map(\.name)
    words += (model.entities(forConfigurationName: "All") ?? []).map(\.name)
    guard let entity: EntityDescription = model.entitiesByName["Visitor"] else { return words }
    words += [
      entity.name, entity.superentity?.name ?? "", entity.managedObjectClassName,
      entity.versionHashModifier ?? "", "\(entity.isAbstract)", "\(entity.userInfo)",
      "\(entity.uniquenessConstraints)", "\(entity.subentities.map(\.name))",
      "\(entity.isKindOf(entity: entity))", "\(entity.propertiesByName.count)",
    ]
    for attribute in entity.attributesByName.values.sorted(by: { $0.name < $1.name }) {
      words += [
        attribute.name, attribute.attributeType.rawValue, "\(attribute.isOptional)",
        "\(attribute.isTransient)", "\(attribute.defaultValue ?? "none")",
        attribute.derivation ?? "", "\(attribute.allowsExternalBinaryDataStorage)",
        "\(attribute.validation.maxLength ?? 0)",
      ]
    }
    for relationship in entity.relationshipsByName.values.sorted(by: { $0.name < $1.name }) {
      words += [
        relationship.name, relationship.destinationEntity?.name ?? "",
        relationship.inverseRelationship?.name ?? "", "\(relationship.isToMany)",
        "\(relationship.isOrdered)", "\(relationship.minCount)", "\(relationship.maxCount)",
        "\(relationship.deleteRule)", "\(relationship.isOptional)",
      ]
    }
    return words
  }
}
