// faultline inspect of a store with a history: its rows, its bytes, and what a purge would free.

import Faultline
import FaultlineAnalysis
import FaultlineSQLite
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct InspectHistoryTests {
  private let program: WholeProgram

  init() throws { program = try WholeProgram() }

  /// A store of one entity, to which another program has written four transactions of a day each.
  private func makeStore(_ tables: String = Self.tables) throws {
    let model = try ManagedObjectModel(
      entities: [
        EntityDescription(name: "Note", attributes: [AttributeDescription("text", .string)])
      ])
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      type: .sqlite, at: program.folder.appending(path: "App.sqlite"))
    try ExternalWriter.run(tables, on: store)
  }

  private static let tables = """
    CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, ZTIMESTAMP FLOAT);
    CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, ZCHANGETYPE INTEGER, ZENTITY INTEGER, \
    ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER);
    INSERT INTO ATRANSACTION VALUES (1, 700000000), (2, 700086400), (3, 700172800), (4, 700259200);
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3999)
    INSERT INTO ACHANGE SELECT i + 1, i % 3, 1, i, i / 1000 + 1 FROM n;
    """

  private func part(of page: String) -> String {
    let lines = page.components(separatedBy: "\n")
    let first = lines.firstIndex(of: "History") ?? lines.startIndex
    let last = lines.firstIndex(of: "Tables and indexes") ?? lines.endIndex
    return lines[first..<last].joined(separator: "\n")
  }

  @Test func `the history stands in the page, with what a purge would free`() throws {
    try makeStore()
    let answer = try program.run("inspect", "App.sqlite", "--purge-before", "2023-03-10")
    #expect(answer.status == 0, "\(answer.errors)")
    expectText(
      part(of: answer.output),
      is: """
        History
        rows          number  a row  together     pages
        ───────────────────────────────────────────────
        transactions       4    7 B      28 B   4,096 B
        changes        4,000    9 B  35.4 KiB  60.0 KiB
        names              0      -       0 B       0 B
        from 2023-03-08T20:26:40Z to 2023-03-11T20:26:40Z

        What it says has changed
        entity  inserted  updated  deleted
        ──────────────────────────────────
        Note       1,334    1,333    1,333

        What a purge would free
          before         2023-03-10T00:00:00Z
          transactions   2 removed
          changes        2,000 removed
          in these rows  17.1 KiB
          pages freed    24.0 KiB of 64.0 KiB; the file is no smaller until it is
                         vacuumed

        """)
    #expect(
      try program.run("inspect", "App.sqlite").output.contains(
        "--purge-before tries one on a copy, before a date or a transaction\n"))
    #expect(program.files(in: ".") == ["App.sqlite"])
  }

  @Test func `what cannot be purged says why, and what is no limit what one is`() throws {
    try makeStore("SELECT 1")
    let none = try program.run("inspect", "App.sqlite", "--purge-before", "3")
    #expect(none.status == 3)
    #expect(
      none.errors.contains(
        "App.sqlite: error: the store keeps no history of its changes, so there is nothing to purge"
      ))
    for wrong in ["soon", "0", "-4", "2023-13-45"] {
      let answer = try program.run("inspect", "App.sqlite", "--purge-before=\(wrong)")
      #expect(answer.status == 3)
      #expect(answer.errors.contains("'\(wrong)' is not a day such as 2026-11-01"), "\(wrong)")
    }
    try program.write(
      try ManagedObjectModel(entities: [EntityDescription(name: "Note")]).contentsXML,
      to: "App.xcdatamodel/contents")
    let model = try program.run("inspect", "App.xcdatamodel", "--purge-before", "3")
    #expect(
      model.errors.contains("--purge-before goes with a store, and 'App.xcdatamodel' is none"))
  }

  @Test func `programs get it as the published schema says`() throws {
    try makeStore()
    let schema = try JSONSchema(try program.run("schema", "inspection").output)
    let answer = try program.run(
      "inspect", "App.sqlite", "--purge-before", "3", "--format", "json")
    #expect(try schema.problems(of: answer.output) == [])
    #expect(answer.output.contains(#""oldest" : "2023-03-08T20:26:40Z""#))
    #expect(answer.output.contains(#""before" : "transaction 3""#))
  }
}
