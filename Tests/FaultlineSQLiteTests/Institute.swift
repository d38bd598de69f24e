// A company with everything that a file's format knows: a hierarchy, orders, pairs, one-way relationships.

import Faultline

/// The model of the schema tests.
func institute() throws -> ManagedObjectModel {
  try ManagedObjectModel(entities: [
    EntityDescription(
      name: "Person", isAbstract: true,
      attributes: [
        AttributeDescription("name", .string), AttributeDescription("born", .date),
        AttributeDescription("scratch", .string, isTransient: true),
      ],
      relationships: [.toMany("friends", "Person", inverse: "friends")],
      indexes: [FetchIndexDescription(name: "byName", properties: ["name", "born"])]),
    EntityDescription(
      name: "Employee", superentity: "Person",
      attributes: [
        AttributeDescription("salary", .double), AttributeDescription("level", .integer16),
        AttributeDescription("badge", .string),
      ],
      relationships: [
        .toOne("department", "Department", inverse: "employees"),
        .toMany("projects", "Project", inverse: "members", isOrdered: true),
      ],
      uniquenessConstraints: [["badge"]]),
    EntityDescription(
      name: "Adviser", superentity: "Person",
      attributes: [AttributeDescription("badge", .string)]),
    EntityDescription(
      name: "Department",
      attributes: [AttributeDescription("name", .string)],
      relationships: [
        .toMany("employees", "Employee", inverse: "department", isOrdered: true),
        .toMany("guests", "Person"),
        .toOne("head", "Person"),
      ]),
    EntityDescription(
      name: "Project",
      attributes: [
        AttributeDescription("title", .string), AttributeDescription("isOpen", .boolean),
        AttributeDescription("budget", .decimal), AttributeDescription("hours", .float),
        AttributeDescription("count", .integer64), AttributeDescription("number", .integer32),
        AttributeDescription("due", .date), AttributeDescription("code", .uuid),
        AttributeDescription("site", .uri), AttributeDescription("plan", .binary),
        AttributeDescription("extra", .transformable),
        AttributeDescription("film", .binary, allowsExternalBinaryDataStorage: true),
      ],
      relationships: [
        .toMany("members", "Employee", inverse: "projects"),
        .toMany("follows", "Project", inverse: "followedBy"),
        .toMany("followedBy", "Project", inverse: "follows"),
      ]),
  ])
}
