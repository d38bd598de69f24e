// What a fetch asks SQLite, shown to people; and that the model's indexes serve it.

import Faultline
import FaultlineSQLite
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct QueryPlanTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func context(_ indexes: [FetchIndexDescription]) throws -> ManagedObjectContext {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Department", attributes: [AttributeDescription("name", .string)],
        relationships: [.toMany("employees", "Employee", inverse: "department")]),
      EntityDescription(
        name: "Employee",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("age", .integer16),
        ],
        relationships: [.toOne("department", "Department", inverse: "employees")],
        indexes: indexes),
    ])
    return try makeContext(on: StoreKind.sqlite.coordinator(model, in: folder))
  }

  private func plan(
    _ context: ManagedObjectContext, _ text: String, _ keys: [SortKey] = []
  ) throws -> QueryPlan {
    var request = FetchRequest(
      entityName: "Employee", predicate: try FetchPredicate(format: text), sortKeys: keys)
    request.fetchLimit = 10
    return try context.queryPlan(for: request)
  }

  @Test func `a plan shows SQL, values and SQLite's own plan`() throws {
    let context = try context([])
    expectText(
      try plan(context, "age > 3 AND department.name BEGINSWITH 'R'", [SortKey("name")])
        .description,
      is: """
        Predicate: age > 3 AND department.name BEGINSWITH "R"
        SQL: SELECT t0.Z_PK, t0.Z_OPT, t0.ZNAME, t0.ZAGE, t0.ZDEPARTMENT FROM ZEMPLOYEE t0 \
        LEFT JOIN ZDEPARTMENT t1 ON t1.Z_PK = t0.ZDEPARTMENT WHERE ((t0.ZAGE > ?1) AND \
        (t1.ZNAME >= ?2 AND t1.ZNAME < ?3)) ORDER BY t0.ZNAME ASC, t0.Z_PK LIMIT ?4 OFFSET ?5
          ?1 = 3
          ?2 = "R"
          ?3 = "S"
          ?4 = 10
          ?5 = 0
        SQLite's plan:
          SCAN t0
          SEARCH t1 USING INTEGER PRIMARY KEY (rowid=?)
          USE TEMP B-TREE FOR ORDER BY
        In memory:
          nothing
        """)
    _ = context.insertNewObject(forEntityName: "Employee")
    #expect(
      try plan(context, "age > 3").inMemory == [
        "1 objects are judged and put in their places, since they have unsaved changes or look at some"
      ])
  }

  @Test func `the indexes of a model are made, and used`() throws {
    let context = try context([
      FetchIndexDescription(name: "byName", properties: ["name"]),
      FetchIndexDescription(name: "byAge", properties: ["age", "name"]),
    ])
    func steps(_ text: String, _ keys: [SortKey] = []) throws -> [String] {
      try plan(context, text, keys).statements.flatMap(\.steps)
    }
    #expect(
      try steps("name == 'Ada'") == ["SEARCH t0 USING INDEX Z_Employee_byName (ZNAME=?)"])
    #expect(
      try steps("name BEGINSWITH 'A'").first
        == "SEARCH t0 USING INDEX Z_Employee_byName (ZNAME>? AND ZNAME<?)")
    #expect(try steps("age == 3 AND name > 'A'").first?.contains("Z_Employee_byAge") == true)
    #expect(try steps("name IN {'a', 'b'}").first?.contains("Z_Employee_byName (ZNAME=?)") == true)
    #expect(
      try steps("TRUEPREDICATE", [SortKey("name")]) == ["SCAN t0 USING INDEX Z_Employee_byName"])
    // A to-one relationship has an index of its own.
    let department = context.insertNewObject(forEntityName: "Department")
    try context.save()
    let request = FetchRequest(
      entityName: "Employee",
      predicate: try FetchPredicate(format: "department == %@", department))
    let byOwner = try context.queryPlan(for: request)
    #expect(byOwner.statements[0].steps[0].contains("ZEMPLOYEE_ZDEPARTMENT_INDEX"))
  }

  @Test func `a store in memory says that it looks at its rows`() throws {
    let context = try Office().context
    let plan = try context.queryPlan(for: FetchRequest(entityName: "Employee"))
    #expect(plan.statements.isEmpty)
    #expect(plan.inMemory == ["the InMemory store looks at its rows one by one"])
  }

  @Test func `steps within others are indented by their depth`() throws {
    let folder = try StoreFolder()
    Database(folder.store).run("CREATE TABLE t (a INTEGER)")
    #expect(
      StatementPlan.steps(
        of: "SELECT a FROM t UNION SELECT 2 ORDER BY 1", inFileAt: folder.store.path) == [
          "MERGE (UNION)", "  LEFT", "    SCAN t", "    USE TEMP B-TREE FOR ORDER BY", "  RIGHT",
          "    SCAN CONSTANT ROW",
        ])
    #expect(
      StatementPlan.steps(of: "SELECT b FROM t", inFileAt: folder.store.path).first?
        .hasPrefix("no plan: ") == true)
  }
}
