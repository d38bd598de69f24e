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
        The model cannot be used; mend what is listed. (134020)
          - 'Department.name' is described twice, here or in an ancestor.
          - The default value of 'Department.budget': 'Department.budget' holds numbers, and text was given.
          - The default value of 'Department.rank': 'Department.rank' holds integers from -32768 to 32767, and 40000 was given.
          - 'Department.thing' has no type; only a transient attribute may.
          - 'Department.head' leads to 'Boss', which the model does not have.
          - 'Department.employees' names the inverse 'division', which 'Employee' does not have.
          - 'Department.friends' is to-many and has no inverse; give it a to-one inverse.
          - 'Department.projects' is many-to-many, which no store of this version can hold.
          - 'Employee.department' and 'Department.employees' are not each other's inverses.
          - 'Project.departments' is many-to-many, which no store of this version can hold.
        """)
  }

  @Test func `names and inheritance come first, since the rest rests on them`() throws {
    expectText(
      try faults([
        EntityDescription(name: "Employee"), EntityDescription(name: "Employee"),
        EntityDescription(name: "2nd", attributes: [AttributeDescription("a b", .string)]),
      ]),
      is: """
        The model cannot be used; mend what is listed. (134020)
          - The entity 'Employee' is described twice.
          - '2nd' is no name for an entity.
          - 'a b' in '2nd' is no name for a property.
        """)
    expectText(
      try faults([
        EntityDescription(name: "A", superentity: "B"),
        EntityDescription(name: "B", superentity: "A"),
        EntityDescription(name: "C", superentity: "Nobody"),
      ]),
      is: """
        The model cannot be used; mend what is listed. (134020)
          - 'C' inherits from 'Nobody', which the model does not have.
          - 'A' inherits from itself.
          - 'B' inherits from itself.
        """)
  }
}
