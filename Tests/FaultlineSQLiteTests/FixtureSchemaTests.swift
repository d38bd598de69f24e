// Files that Core Data wrote itself: the schema that is computed from their models is theirs.

import CSQLite
import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite(.enabled(if: Fixtures.root != nil, Fixtures.hint)) struct FixtureSchemaTests {
  /// Letter for letter; fetch indexes are left out, since a model that was read back from a store has none.
  @Test func `real stores have exactly the tables that their models ask for`() throws {
    let root = try #require(Fixtures.root).appendingPathComponent("stores")
    var compared = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() {
      let folder = root.appendingPathComponent(name)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      guard let model = files.first(where: { $0.hasSuffix(".xml") }),
        let store = files.first(where: { $0.hasSuffix(".sqlite") })
      else { continue }
      let copy = try StoreFolder()
      for file in files where file.hasPrefix(store) {
        try FileManager.default.copyItem(
          at: folder.appendingPathComponent(file), to: copy.url.appendingPathComponent(file))
      }
      let description = try ManagedObjectModel(
        contentsOf: folder.appendingPathComponent(model))
      let schema = PhysicalSchema(description)
      let database = Database(copy.url.appendingPathComponent(store))
      expectText(
        database.lines(
          """
          SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'Z\\_DA\\_%' ESCAPE '\\'
          """
        ).sorted().joined(separator: "\n"),
        is: schema.derivedTriggers(description).flatMap { $0.statements(areTemporary: false) }
          .sorted().joined(separator: "\n"))
      let found = database.lines(
        """
        SELECT sql FROM sqlite_schema WHERE sql NOT NULL AND type IN ('table', 'index')
        AND tbl_name NOT LIKE 'A%'
        AND (type = 'table' OR name LIKE '%_INDEX' OR name LIKE '%_UNIQUE_%') ORDER BY sql
        """)
      expectText(
        found.joined(separator: "\n"),
        is: schema.creationStatements.sorted().joined(separator: "\n"))
      compared += 1
    }
    #expect(compared == 9)
  }
}
