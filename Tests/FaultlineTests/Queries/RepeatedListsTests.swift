// Lists of a request that name something twice: what is named again says nothing new.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct RepeatedListsTests {
  private func office(_ kind: StoreKind, _ folder: StoreFolder) throws -> Office {
    let office = try Office(kind, in: folder)
    let grace = office.hire("Grace")
    for name in ["Ada", "Bob"] { office.hire(name, manager: grace) }
    try office.context.save()
    return office
  }

  @Test(arguments: StoreKind.allCases)
  func `a fetch is given everything twice`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try office(kind, folder).context
    context.reset()
    let stores = try #require(context.persistentStoreCoordinator).persistentStores
    var request = FetchRequest(
      entityName: "Employee",
      predicate: try FetchPredicate(format: "name IN {'Ada', 'Bob', 'Ada', 'Grace'}"),
      sortKeys: [SortKey("name"), SortKey("name", ascending: false), SortKey("name")])
    request.affectedStores = stores + stores
    request.relationshipKeyPathsForPrefetching = ["manager", "manager", "reports", "reports"]
    let found = try context.fetch(request)
    #expect(found.map { $0.value(forKey: "name") as? String } == ["Ada", "Bob", "Grace"])
    #expect(try context.count(for: request) == 3)
    try context.fill(found + found)
    #expect(context.invariantViolations(full: true) == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a fetch of values is given everything twice`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try office(kind, folder).context
    var request = FetchRequest(entityName: "Employee", sortKeys: [SortKey("name")])
    request.propertiesToFetch = ["name", "name", "manager.name", "manager.name"]
    let lines = try context.fetchDictionaries(request)
    #expect(lines.map { $0["name"] as? String } == ["Ada", "Bob", "Grace"])
    #expect(lines[0]["manager.name"] as? String == "Grace" && lines[2].count == 1)
    request = FetchRequest(entityName: "Employee")
    request.propertiesToGroupBy = ["manager.name", "manager.name"]
    request.propertiesToFetch = [
      "manager.name", try PropertyExpression("heads", format: "count(SELF)"),
    ]
    let heads = try context.fetchDictionaries(request).compactMap { $0["heads"] as? Int }
    #expect(heads.sorted() == [1, 2])
  }

  @Test(arguments: StoreKind.allCases)
  func `a batch deletion names an object twice`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try office(kind, folder)
    let ada = try office.context.fetchIDs(
      FetchRequest(entityName: "Employee", predicate: try FetchPredicate(format: "name == 'Ada'")))
    let result = try office.context.execute(BatchDeleteRequest(objectIDs: ada + ada))
    #expect(result.deletedObjectIDs == ada)
    #expect(try Office(on: office.coordinator).staff().count == 2)
  }
}
