// What a store reads for objects that are fetched with some of their properties.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct PartialRowTests {
  private let folder: StoreFolder
  private let context: ManagedObjectContext

  init() throws {
    folder = try StoreFolder()
    context = try makeContext(on: StoreKind.sqlite.coordinator(try institute(), in: folder))
  }

  private func statements(_ request: FetchRequest) throws -> String {
    try context.queryPlan(for: request).statements.map(\.text).joined(separator: "\n")
  }

  /// Semantics 33: the key and the columns that were named, in the order of the columns; no version.
  @Test func `a statement has the columns that were named`() throws {
    var request = FetchRequest(
      entityName: "Department", predicate: try FetchPredicate(format: "head.name == 'Ada'"),
      sortKeys: [SortKey("name")])
    request.propertiesToFetch = ["head", "head"]
    expectText(
      try statements(request),
      is: """
        SELECT t0.Z_PK, t0.ZHEAD, t0.Z2_HEAD FROM ZDEPARTMENT t0 \
        LEFT JOIN ZPERSON t1 ON t1.Z_PK = t0.ZHEAD WHERE (t1.ZNAME = ?1) \
        ORDER BY t0.ZNAME ASC, t0.Z_PK LIMIT ?2 OFFSET ?3
        """)
    request = FetchRequest(entityName: "Person")
    request.propertiesToFetch = ["name"]
    expectText(
      try statements(request),
      is: """
        SELECT t0.Z_PK, t0.ZNAME FROM ZPERSON t0 WHERE t0.Z_ENT = 3 ORDER BY t0.Z_PK LIMIT ?1 OFFSET ?2
        SELECT t0.Z_PK, t0.ZNAME FROM ZPERSON t0 WHERE t0.Z_ENT = 4 ORDER BY t0.Z_PK LIMIT ?1 OFFSET ?2
        """)
    request.fetchLimit = 3
    expectText(
      try statements(request),
      is: """
        SELECT t0.Z_PK, t0.ZNAME, t0.Z_ENT FROM ZPERSON t0 WHERE t0.Z_ENT IN (3, 4) \
        ORDER BY CASE t0.Z_ENT WHEN 3 THEN 0 WHEN 4 THEN 1 END, t0.Z_PK LIMIT ?1 OFFSET ?2
        """)
  }

  /// Every type of value, with and without one, read in part and whole.
  @Test func `parts have the values of whole rows`() throws {
    let names = ["budget", "code", "count", "hours", "isOpen", "plan", "site", "title", "film"]
    for index in 0..<4 {
      let project = context.insertNewObject(forEntityName: "Project")
      let values: [String: any Sendable] = [
        "title": "title \(index)", "budget": Decimal(index) / 8, "hours": Double(index) / 4,
        "count": index << 40, "isOpen": index == 1, "plan": Data([1, 2, UInt8(index)]),
        "code": UUID(uuid: (UInt8(index), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9)),
        "site": URL(string: "https://example.org/\(index)"),
        "film": Data(repeating: 7, count: index * 60_000),
      ]
      for key in names where index > 0 { project.setValue(values[key] ?? nil, forKey: key) }
    }
    try context.save()
    for name in names {
      context.reset()
      var request = FetchRequest(entityName: "Project")
      request.propertiesToFetch = [PropertyExpression(name)]
      let found = try context.fetch(request)
      let parts = found.map { object in object.value(forKey: name).map { "\($0)" } }
      #expect(found.allSatisfy { $0.isFault })
      context.reset()
      request.propertiesToFetch = []
      #expect(try context.fetch(request).map { $0.value(forKey: name).map { "\($0)" } } == parts)
      #expect(Set(parts).count > 1, "\(name)")
    }
  }

  /// The point of it: a list of titles reads no film, be it in the row or in a file of its own.
  @Test func `a file whose data was not named is not read`() throws {
    let project = context.insertNewObject(forEntityName: "Project")
    project.setValue("Metropolis", forKey: "title")
    project.setValue(Data(repeating: 1, count: 200_000), forKey: "film")
    try context.save()
    context.reset()
    try FileManager.default.removeItem(
      at: folder.url.appendingPathComponent(".Company_SUPPORT/_EXTERNAL_DATA"))
    var request = FetchRequest(entityName: "Project")
    #expect(throws: GraphError.self) { try context.fetch(request) }
    request.propertiesToFetch = ["title"]
    #expect(
      try context.fetch(request).map { $0.value(forKey: "title") as? String } == ["Metropolis"])
    request.propertiesToFetch = ["film"]
    #expect(throws: GraphError.self) { try context.fetch(request) }
  }
}
