// A history holds against any course of saves, and against the stores of real apps.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct HistoryWalkTests {
  static let seeds = Effort.choose(quick: 4, ci: 12, full: 40)
  static let steps = Effort.choose(quick: 1_000, ci: 4_000, full: 15_000)

  /// What was inserted and not deleted since is what is there, and whatever has a later version has an update.
  @Test(arguments: 1...seeds)
  func `the changes of a random walk lead to the rows that are there`(seed: Int) throws {
    let walk = try ParityWalk(seed: UInt64(seed), tracksHistory: true)
    let complaint = try walk.run(steps: Self.steps)
    #expect(complaint == nil, "seed \(seed): \(complaint ?? "")")
    let database = Database(walk.file)
    var versions: [String: Int] = [:]
    var saves: Set<String> = []
    for line in database.lines(
      "SELECT ZENTITY || '/' || ZENTITYPK, ZCHANGETYPE, ZTRANSACTIONID FROM ACHANGE ORDER BY Z_PK")
    {
      let parts = line.split(separator: "|").map(String.init)
      saves.insert(parts[2])
      switch parts[1] {
      case "0":
        #expect(versions[parts[0]] == nil, "seed \(seed): \(line) was there")
        versions[parts[0]] = 1
      case "1":
        #expect(versions[parts[0]] != nil, "seed \(seed): \(line) was not there")
        versions[parts[0]]? += 1
      default:
        #expect(versions[parts[0]] != nil, "seed \(seed): \(line) was not there")
        versions[parts[0]] = nil
      }
    }
    let there = ["ZPERSON", "ZDEPARTMENT", "ZPROJECT"].flatMap { table in
      database.lines("SELECT Z_ENT || '/' || Z_PK, Z_OPT FROM \(table)")
    }
    expectText(
      versions.map { "\($0)|\($1)" }.sorted().joined(separator: "\n"),
      is: there.sorted().joined(separator: "\n"))
    #expect(database.text("SELECT COUNT(*) FROM ATRANSACTION") == "\(saves.count)")
    #expect(database.text("PRAGMA integrity_check") == "ok")
  }

  /// An app's own stores, none of which is part of the project: theirs is gone on with, on a copy.
  @Test(.enabled(if: Fixtures.root != nil, Fixtures.hint))
  func `the history of a real store is read, and gone on with`() throws {
    var found = 0
    for store in Fixtures.stores {
      guard let known = try StoreInspection(of: store).history else { continue }
      found += 1
      let (folder, url) = try Fixtures.copy(store)
      let model = try #require(try Fixtures.models(for: store).first?.model)
      var options = StoreOptions()
      options.tracksHistory = true
      let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
      let context = try makeContext(on: coordinator)
      let read = try context.execute(.fetchHistory(after: nil)).transactions
      #expect(read.count == known.transactions.count)
      #expect(read.flatMap(\.changes).count == known.changes.count)
      #expect(read.allSatisfy { $0.bundleID != nil && $0.processID != nil })
      let token = try #require(try coordinator.currentPersistentHistoryToken())
      let database = Database(url)
      let before = database.lines("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000").compactMap {
        Int($0)
      }
      // Any row will do: its deletion is one change, and those of what goes with it are others.
      let entity = try #require(
        model.entities.first {
          (try? context.count(for: FetchRequest(entityName: $0.name))) ?? 0 > 0
        })
      context.delete(try context.fetch(FetchRequest(entityName: entity.name))[0])
      try context.save()
      let news = try context.execute(.fetchHistory(after: token)).transactions
      #expect(news.count == 1 && news[0].changes.contains { $0.changeType == .delete })
      let after = database.lines("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000").compactMap {
        Int($0)
      }
      #expect(after[0] == before[0] + news[0].changes.count && after[1] == before[1] + 1)
      #expect(database.text("SELECT MAX(Z_PK) FROM ACHANGE") == "\(after[0])")
      #expect(database.text("PRAGMA integrity_check") == "ok")
      let inspected = try #require(try StoreInspection(of: url).history)
      #expect(inspected.transactions.count == known.transactions.count + 1)
      withExtendedLifetime(folder) {}
    }
    #expect(found > 0)
  }
}
