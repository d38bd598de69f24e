// What happens to a file after a save: pages that are given back, and the order in which new rows were written.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

/// D8 and D16: what logs and sizes of Core Data's files show.
@Suite struct MaintenanceTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private static func users() throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        name: "User",
        attributes: [
          AttributeDescription("age", .integer64), AttributeDescription("name", .string),
          AttributeDescription("surname", .string), AttributeDescription("id", .uuid),
        ],
        uniquenessConstraints: [["id"]])
    ])
  }

  private func coordinator(
    longestLog: Int? = 8 << 20, scatters: Bool = false
  ) throws -> PersistentStoreCoordinator {
    var options = StoreOptions()
    options.longestLog = longestLog
    options.scattersNewRows = scatters
    return try StoreKind.sqlite.coordinator(try Self.users(), in: folder, options: options)
  }

  private func insert(_ count: Int, _ coordinator: PersistentStoreCoordinator) throws {
    let context = try makeContext(on: coordinator)
    var random = SplitMix64(seed: 7)
    for number in 0..<count {
      let user = context.insertNewObject(forEntityName: "User")
      user.setValue(number % 99, forKey: "age")
      user.setValue("Firstn", forKey: "name")
      user.setValue("Surnam", forKey: "surname")
      let bits = withUnsafeBytes(of: (random.next(), random.next())) { $0.load(as: uuid_t.self) }
      user.setValue(UUID(uuid: bits), forKey: "id")
    }
    try context.save()
  }

  /// Pairs of free pages and pages given back from logs, with a number of used pages that fits each.
  @Test(arguments: [
    (2, 0, 7), (9, 1, 40), (13, 2, 40), (16, 3, 40), (18, 11, 7), (19, 12, 7), (28, 15, 13),
    (36, 7, 40), (103, 20, 200), (120, 107, 13), (178, 171, 7), (180, 173, 7), (1_034, 206, 2_000),
    (1_839, 1_830, 9), (1_850, 1_841, 9), (12_457, 12_429, 28), (18_518, 18_489, 29),
    (25_098, 25_055, 43),
  ])
  func `a save gives back a fifth, or what leaves no more free than used`(
    free: Int, given: Int, used: Int
  ) {
    #expect(WriteAheadLog.pagesToGiveBack(of: free, used: used) == given)
  }

  /// A deletion frees pages, and the save that does it gives most of them back at once: the log is short.
  @Test func `free pages are given back after each save, however short the log is`() throws {
    let coordinator = try coordinator()
    try insert(1_000, coordinator)
    #expect(coordinator.statistics.freePages == 0)
    let context = try makeContext(on: coordinator)
    for user in try context.fetch(FetchRequest(entityName: "User")) { context.delete(user) }
    try context.save()
    let statistics = coordinator.statistics
    let left = try #require(statistics.freePages)
    let used = Int(Database(folder.store).text("PRAGMA page_count")).map { $0 - left }
    #expect(statistics.pagesGivenBack > 0 && left <= used ?? 0)
    #expect(Database(folder.store).text("PRAGMA freelist_count") == "\(left)")
  }

  @Test func `without maintenance free pages stay in the file`() throws {
    let coordinator = try coordinator(longestLog: nil)
    try insert(1_000, coordinator)
    let context = try makeContext(on: coordinator)
    for user in try context.fetch(FetchRequest(entityName: "User")) { context.delete(user) }
    try context.save()
    #expect(coordinator.statistics.freePages == nil && coordinator.statistics.pagesGivenBack == 0)
    #expect((Int(Database(folder.store).text("PRAGMA freelist_count")) ?? 0) > 10)
  }

  /// Published sizes fit a scattered order, with 182 pages for 10,000 rows of this kind instead of 168.
  @Test func `scattered rows take more pages, and the same ones each time`() throws {
    func pages(scatters: Bool) throws -> Int {
      let folder = try StoreFolder()
      var options = StoreOptions()
      options.scattersNewRows = scatters
      let coordinator = try StoreKind.sqlite.coordinator(
        try Self.users(), in: folder, options: options)
      try insert(10_000, coordinator)
      return Int(Database(folder.store).text("PRAGMA page_count")) ?? 0
    }
    let (ascending, scattered) = (try pages(scatters: false), try pages(scatters: true))
    #expect(Double(scattered) > 1.04 * Double(ascending), "\(scattered) against \(ascending)")
    #expect(try pages(scatters: true) == scattered)
  }

  @Test(arguments: [0, 1, 2, 3, 5, 8, 17, 64, 100, 1_000, 4_097])
  func `a scattered order has every place once, and is no ascending one`(count: Int) {
    let order = Array(ScatteredOrder(count))
    #expect(order.sorted() == Array(0..<count))
    if count > 8 { #expect(order != Array(0..<count)) }
  }
}
