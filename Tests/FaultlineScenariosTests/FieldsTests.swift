// A mapping read against its table of keys.

import Testing

@testable import FaultlineScenarios

@Suite struct FieldsTests {
  private static let keys = [
    Key("entity", .name, required: true, "What to insert."),
    Key("count", .integer(1...Int.max), "How many; one if it is left out."),
    Key("ending", .choice(["release", "reset"]), "How it ends."),
  ]

  private func insert(_ text: String) -> String {
    rejection { () throws(Diagnostic) in
      let root = try YAMLReader.read("insert: \(text)", file: "a.yaml")
      let fields = try Fields(try root.entries()[0].value, of: "insert", keys: Self.keys)
      let entity = try fields.required("entity").identifier()
      let count = try fields.optional("count")?.integer(in: 1...Int.max) ?? 1
      return "\(count) \(entity)"
    }
  }

  @Test func `what is there is read and what is left out is not`() {
    #expect(insert("{entity: Employee}") == "1 Employee")
    #expect(insert("{count: 4k, entity: Employee}") == "4000 Employee")
  }

  @Test func `an unknown key is named with the nearest and all allowed ones`() {
    #expect(
      insert("{entity: Employee, cuont: 3}") == """
        a.yaml:1:28: error: unknown key 'cuont' in insert. Did you mean 'count'?
         1 | insert: {entity: Employee, cuont: 3}
           |                            ^~~~~
           = allowed: entity (a name, required), count (a whole number >= 1), ending (release | reset)
        """)
  }

  @Test func `a missing key is named with its meaning`() {
    #expect(
      insert("{count: 3}") == """
        a.yaml:1:9: error: insert needs a key 'entity'
         1 | insert: {count: 3}
           |         ^~~~~~~~~~
           = entity (a name, required): What to insert.
        """)
    #expect(
      insert("") == """
        a.yaml:1:8: error: insert needs a key 'entity'
         1 | insert:
           |        ^
           = entity (a name, required): What to insert.
        """)
  }

  @Test func `anything but a mapping is refused`() {
    #expect(
      insert("Employee") == """
        a.yaml:1:9: error: insert needs a mapping, found 'Employee'
         1 | insert: Employee
           |         ^~~~~~~~
           = allowed: entity (a name, required), count (a whole number >= 1), ending (release | reset)
        """)
  }

  @Test func `a kind reads as words`() {
    let kinds: [Kind] = [
      .text, .name, .count, .integer(Int.min...Int.max), .integer(1...9), .integer(Int.min...3),
      .number, .flag, .formula, .steps, .list(.name), .names(.text), .table(Self.keys),
      .either([.choice(["unlimited", "none"]), .other("{levels: 10}")]),
    ]
    #expect(
      kinds.map(\.words) == [
        "text", "a name", "a whole number >= 0", "a whole number", "a whole number from 1 to 9",
        "a whole number <= 3", "a number", "true or false", "a formula", "a list of steps",
        "a list of a name", "names, each with text", "{entity, count, ending}",
        "unlimited | none, or {levels: 10}",
      ])
  }
}
