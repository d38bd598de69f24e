// What the programs write. They link no support of the tests, which would bring the library of the tests along.

import Faultline

/// The model of departments with employees.
enum StaffModel {
  static let name = PropertyKey<String>("name")
  static let salary = PropertyKey<Double>("salary")
  static let budget = PropertyKey<Double>("budget")

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Department",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("budget", .double),
        ],
        relationships: [.toMany("employees", "Employee", inverse: "department")]),
      EntityDescription(
        name: "Employee",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("salary", .double),
        ],
        relationships: [.toOne("department", "Department", inverse: "employees")]),
    ])
  }
}
