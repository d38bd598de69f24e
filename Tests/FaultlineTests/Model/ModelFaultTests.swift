// A model that cannot be used says everything that is wrong with it in one error.

import Faultline
import FaultlineTestSupport
import Testing

@Suite struct ModelFaultTests {
  private func faults(_ entities: [EntityDescription]) throws -> String {
    let error = try #require(throws: GraphError.self) { try ManagedObjectModel(entities: entities) }
    #expect(error.code == .invalidModel)
    return error.description
  }

  @Test func `one error lists every fault`() throws {
    expectText(
      try faults([
        EntityDescription(
          name: "Department",
          attributes: [
            AttributeDescription("name", .string), AttributeDescription("name", .double),
            AttributeDescription("budget", .double, defaultValue: "much"),
            AttributeDescription("rank", .integer16, defaultValue: 40_000),
            AttributeDescription("thing", .undefined),
          ],
          relationships: [
            .toMany("employees", "Employee", inverse: "division"),
            .toMany("friends", "Employee"),
            .toOne("head", "Boss"),
            .toMany("projects", "Project", inverse: "departments"),
          ]),
        EntityDescription(
          name: "Employee",
          relationships: [.toOne("department", "Department", inverse: "employees")]),
        EntityDescription(
          name: "Project",
          relationships: [.toMany("departments", "Department", inverse: "projects")]),
      ]),
      is: """
        """)
  }

  @Test func `names and inheritance come first, since the rest rests on them`() throws {
    expectText(
      try faults([
        EntityDescription(name: "Employee"), EntityDescription(name: "Employee"),
        EntityDescription(name: "2nd", attributes: [AttributeDescription("a b", .string)]),
      ]),
      is: """
        """)
    expectText(
      try faults([
        EntityDescription(name: "A", superentity: "B"), EntityDescription(name: "B", superentity: "A"),
        EntityDescription(name: "C", superentity: "Nobody"),
      ]),
      is: """
        """)
  }
}
