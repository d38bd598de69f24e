// The rows of one save of a log, as a scenario enters them: also from a log that repeats itself or is damaged.

import Faultline
import Testing

@testable import FaultlineCLI
@testable import FaultlineRecordings
@testable import FaultlineExperiments

@Suite struct WrittenRowsTests {
  private func rows(_ lines: (String, [String])...) throws -> WrittenRows {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Pet",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("age", .integer16),
          AttributeDescription("photo", .binary),
        ])
    ])
    return WrittenRows(
      lines.map { ObservedSave.Line(statement: LoggedStatement($0.0), values: $0.1) },
      ModelWords(model))
  }

  private let insert = "INSERT INTO ZPET(Z_PK, Z_ENT, Z_OPT, ZNAME, ZAGE) VALUES(?, ?, ?, ?, ?)"

  @Test func `rows with the same columns stand together`() throws {
    let rows = try rows(
      (insert, ["1", "1", "1", "\"Rex\"", "3"]), (insert, ["2", "1", "1", "nil", "4"]),
      ("UPDATE ZPET SET ZNAME = ? WHERE Z_PK = ? AND Z_OPT = ?", ["\"O'Hara\"", "7", "1"]))
    #expect(
      rows.groups.map { $0.text(into: "made") } == [
        "{entity: Pet, new: true, properties: [name, age], rows: [[1, 'Rex', 3], [2, ~, 4]], into: made}",
        "{entity: Pet, properties: [name], rows: [[7, 'O''Hara']], into: made}",
      ])
    #expect(rows.remarks.isEmpty)
  }

  @Test func `a key that is inserted twice, or is none, is left out with a remark`() throws {
    let rows = try rows(
      (insert, ["1", "1", "1", "\"Rex\"", "3"]), (insert, ["1", "1", "1", "\"Max\"", "4"]),
      (insert, ["0", "1", "1", "\"Bob\"", "5"]), (insert, ["-2", "1", "1", "\"Kim\"", "6"]))
    #expect(rows.groups.map(\.keys) == [[1]])
    #expect(
      rows.remarks == [
        "Rows that one save inserts a second time are left out: a key is new once.",
        "Rows without their keys in the log are left out; level 2 has them.",
      ])
  }

  @Test func `a column that stands twice is taken once`() throws {
    let rows = try rows(
      (
        "INSERT INTO ZPET(Z_PK, Z_ENT, ZNAME, ZNAME) VALUES(?, ?, ?, ?)",
        ["1", "1", "\"Rex\"", "\"Max\""]
      ))
    #expect(
      rows.groups.map { $0.text(into: "made") } == [
        "{entity: Pet, new: true, properties: [name], rows: [[1, 'Rex']], into: made}"
      ])
  }

  /// What the model has no room for is nothing, and no value is taken over that would end the line.
  @Test(arguments: [
    ("age", "many", "~"), ("age", "99999999999999999999", "~"),
    ("name", "\"two\nlines\"", "'two lines'"),
    ("photo", "<00ff>", "1"), ("photo", "", "0"),
  ])
  func `values are written so that they are read again`(
    name: String, value: String, cell: String
  ) throws {
    let rows = try rows(
      ("INSERT INTO ZPET(Z_PK, Z\(name.uppercased())) VALUES(?, ?)", ["1", value]))
    #expect(
      rows.groups.map { $0.text(into: "made") } == [
        "{entity: Pet, new: true, properties: [\(name)], rows: [[1, \(cell)]], into: made}"
      ])
  }
}
