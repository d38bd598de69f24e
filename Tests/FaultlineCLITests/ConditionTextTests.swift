// Conditions of a log's statements as predicates again, and what is left alone because it is not known.

import Faultline
import FaultlineRecordings
import Testing

@testable import FaultlineCLI
@testable import FaultlineExperiments

@Suite struct ConditionTextTests {
  private let model: ManagedObjectModel

  init() throws {
    model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Person",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("age", .integer16),
          AttributeDescription("isNew", .boolean), AttributeDescription("score", .double),
          AttributeDescription("photo", .binary),
        ])
    ])
  }

  /// What is made of a condition with its values.
  private func read(_ condition: String, _ values: [String]) throws -> ConditionText {
    let person = try #require(model.entitiesByName["Person"])
    return ConditionText(
      LoggedStatement("SELECT 0, t0.Z_PK FROM ZPERSON t0 WHERE \(condition)"), values, of: person,
      ModelWords(model))
  }

  @Test(arguments: [
    ("t0.ZAGE > ?", ["3"], "age > 3"),
    ("t0.ZAGE >= ?", ["3"], "age >= 3"),
    ("t0.ZAGE < ?", ["3"], "age < 3"),
    ("t0.ZAGE <> ?", ["3"], "age != 3"),
    ("t0.ZAGE != ?", ["3"], "age != 3"),
    ("t0.ZAGE = ?", ["nil"], "age == NIL"),
    ("t0.ZNAME IS NULL", [], "name == NIL"),
    ("t0.ZNAME IS NOT NULL", [], "name != NIL"),
    ("t0.ZNAME = ?", ["\"Ada\""], "name == \"Ada\""),
    ("t0.ZISNEW = ?", ["1"], "isNew == TRUE"),
    ("t0.ZISNEW = ?", ["0"], "isNew == FALSE"),
    ("t0.ZSCORE <= ?", ["1.5"], "score <= 1.5"),
    ("t0.ZAGE BETWEEN ? AND ?", ["3", "9"], "(age >= 3 AND age <= 9)"),
    ("t0.ZAGE IN (?, ?, ?)", ["1", "2", "3"], "age IN {1, 2, 3}"),
    ("t0.ZAGE > ? + 2 * ?", ["3", "4"], "age > 11"),
    ("t0.ZAGE > (? - 1) * 2", ["3"], "age > 4"),
    ("NOT (t0.ZAGE = ?)", ["3"], "NOT (age == 3)"),
    ("t0.ZAGE = ? AND t0.ZNAME = ?", ["3", "\"Ada\""], "(age == 3 AND name == \"Ada\")"),
    (
      "(t0.ZAGE = ? OR t0.ZAGE = ?) AND t0.ZISNEW = ?", ["3", "4", "1"],
      "((age == 3 OR age == 4) AND isNew == TRUE)"
    ),
  ])
  func `a condition that is known is a predicate`(
    condition: String, values: [String], expected: String
  ) throws {
    let read = try read(condition, values)
    #expect(read.predicate == expected)
    #expect(read.taken == values.count)
    #expect(!read.leavesOutChanged)
    // Predicates are read by the engine, not only compared with a text.
    _ = try FetchPredicate(format: expected)
  }

  /// A column that the model does not have, a function, a text that a predicate cannot quote: none of it is guessed.
  @Test(arguments: [
    ("t0.ZSIZE > ?", ["3"]), ("UPPER(t0.ZNAME) = ?", ["\"ADA\""]), ("t0.ZNAME = ?", ["Ada"]),
    ("t0.ZNAME = ?", ["\"a\\\"b\""]), ("t0.ZNAME = ?", ["\"O'Brien\""]), ("t0.ZAGE = ?", ["many"]),
    ("t0.ZAGE = ?", ["nan"]), ("t0.ZISNEW = ?", ["2"]), ("t0.ZPHOTO = ?", ["<00>"]),
    ("t0.ZAGE > ? AND t0.ZSIZE = ?", ["3", "4"]), ("t0.ZAGE IN (?", ["1"]), ("t0.ZAGE", []),
    ("t0.ZAGE = ? t0.ZAGE = ?", ["3", "4"]), ("t0.ZAGE + 1 = ?", ["4"]), ("NOT", []), ("(", []),
  ])
  func `what is not known is left alone, and its values are counted`(
    condition: String, values: [String]
  ) throws {
    let read = try read(condition, values)
    #expect(read.predicate == nil)
    #expect(read.taken <= max(values.count, 2))
  }

  @Test func `the keys of changed objects are taken, and are no condition`() throws {
    let alone = try read(
      "NOT IFNULL(T0.Z_PK IN (SELECT value FROM json_each(?)), 0)", ["[1,2]"])
    #expect(alone.predicate == nil)
    #expect(alone.leavesOutChanged)
    let beside = try read(
      "t0.ZAGE > ? AND NOT (IFNULL(T0.Z_PK IN (SELECT value FROM json_each(?)), 0))",
      ["3", "[1,2]"])
    #expect(beside.predicate == "age > 3")
    #expect(beside.leavesOutChanged)
    #expect(beside.taken == 2)
  }

  @Test func `values that are missing end the condition`() throws {
    #expect(try read("t0.ZAGE > ?", []).predicate == nil)
    #expect(try read("t0.ZAGE BETWEEN ? AND ?", ["3"]).predicate == nil)
  }
}
