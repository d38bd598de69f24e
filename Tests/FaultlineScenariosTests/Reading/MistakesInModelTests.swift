// Mistakes in the model: each word of it is checked where it stands, then the model as a whole.

import FaultlineTestSupport
import Testing

@Suite struct `Mistakes in a model` {
  static let all: [Mistake] = [
    Mistake(
      "an unknown type", "salary: double", "salary: duoble",
      says: """
        pairs.yaml:10:13: error: 'duoble' is not allowed here. Did you mean 'double'?
         10 |     salary: duoble
            |             ^~~~~~
            = allowed: integer16, integer32, integer64, decimal, double, float, string, boolean, date,
                binary, uuid, uri, transformable, objectID, undefined
        """),
    Mistake(
      "an unknown destination", "manager: {to one: Employee", "manager: {to one: Emplyee",
      says: """
        pairs.yaml:12:23: error: no entity 'Emplyee'. Did you mean 'Employee'?
         12 |     manager: {to one: Emplyee, inverse: reports}
            |                       ^~~~~~~
            = known entities: Person, Employee
        """),
    Mistake(
      "an unknown inverse", "inverse: manager", "inverse: maneger",
      says: """
        pairs.yaml:13:43: error: 'Employee' has no relationship 'maneger'. Did you mean 'manager'?
         13 |     reports: {to many: Employee, inverse: maneger}
            |                                           ^~~~~~~
            = known relationships: manager, reports
        """),
    Mistake(
      "an inverse that does not lead back",
      "    manager: {",
      "    boss: {to one: Employee, inverse: reports}\n    manager: {",
      says: """
        pairs.yaml:12:39: error: 'Employee.boss' and 'Employee.reports' are not each other's inverses
         12 |     boss: {to one: Employee, inverse: reports}
            |                                       ^~~~~~~
            = 'Employee.reports' names 'manager' as its inverse
        """),
    Mistake(
      "an unknown ancestor", "is a: Person", "is a: Persn",
      says: """
        pairs.yaml:9:11: error: no entity 'Persn'. Did you mean 'Person'?
         9 |     is a: Persn
           |           ^~~~~
           = known entities: Person, Employee
        """),
    Mistake(
      "an entity that inherits from itself", "    is abstract: true", "    is a: Employee",
      says: """
        pairs.yaml:5:3: error: The model cannot be used; mend what is listed.
         5 |   Person:
           |   ^~~~~~~
           = 'Employee' inherits from itself.
           = 'Person' inherits from itself.
        """),
    Mistake(
      "an attribute that is inherited already", "salary: double", "name: string",
      says: """
        pairs.yaml:5:3: error: The model cannot be used; mend what is listed.
         5 |   Person:
           |   ^~~~~~~
           = 'Employee.name' is described twice, here or in an ancestor.
        """),
    Mistake(
      "a default out of range", "grade: integer16", "grade: {type: integer16, default: 1e6}",
      says: """
        pairs.yaml:5:3: error: The model cannot be used; mend what is listed.
         5 |   Person:
           |   ^~~~~~~
           = The default value of 'Employee.grade': 'Employee.grade' holds integers from -32768 to 32767,
               and 1000000 was given.
        """),
    Mistake(
      "a relationship that is both", "{to one: Employee,", "{to one: Employee, to many: Employee,",
      says: """
        pairs.yaml:12:14: error: a relationship is either 'to one' or 'to many'
         12 |     manager: {to one: Employee, to many: Employee, inverse: reports}
            |              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """),
    Mistake(
      "a relationship that leads nowhere", "{to one: Employee, inverse: reports}",
      "{inverse: reports}",
      says: """
        pairs.yaml:12:14: error: a relationship is either 'to one' or 'to many'
         12 |     manager: {inverse: reports}
            |              ^~~~~~~~~~~~~~~~~~
        """),
    Mistake(
      "a relationship with a key of another language", "{to one: Employee,", "{to: Employee,",
      says: """
        pairs.yaml:12:15: error: unknown key 'to' in the relationship 'manager'
         12 |     manager: {to: Employee, inverse: reports}
            |               ^~
            = allowed: to one (a name), to many (a name), …
        """),
    Mistake(
      "a property that is neither an attribute nor a relationship", "grade: integer16",
      "grade: {optional: true}",
      says: """
        pairs.yaml:11:12: error: 'grade' has no 'type', as an attribute has, and neither 'to one' nor 'to many'
         11 |     grade: {optional: true}
            |            ^~~~~~~~~~~~~~~~
            = an attribute is written {type: string}, or string alone; a relationship {to one: Department}
                or {to many: Employee}
        """),
  ]

  @Test(arguments: all)
  func `are reported with their place and what would be right`(mistake: Mistake) {
    expectText(mistake.reported, is: mistake.says)
  }
}
