// A process that is killed in the midst of saving leaves a file in which every save is whole or missing.

import Faultline
import FaultlineSQLite
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct KillTests {
  private static let rounds = Effort.choose(quick: 10, ci: 50, full: 200)

  @Test func `a killed process leaves whole saves behind`() throws {
    let writer = try #require(TestPrograms.url, "It is built with the tests.")
    let folder = try StoreFolder()
    var random = SplitMix64(seed: 7)
    var saved = 0
    for round in 1...Self.rounds {
      let reported = try written(
        by: writer, folder, milliseconds: Int.random(in: 1...60, using: &random))
      let database = Database(folder.store)
      #expect(database.text("PRAGMA integrity_check") == "ok", "round \(round)")
      // A process that was killed before it made the tables has left an empty file.
      guard database.text("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'Z_METADATA'") == "1"
      else { continue }
      let last = Int(database.text("SELECT CAST(ZBUDGET AS INTEGER) FROM ZDEPARTMENT")) ?? 0
      #expect(last >= max(saved, reported), "round \(round): a save that was reported is gone")
      saved = last
      let sums = database.text(
        """
        SELECT COUNT(*), COUNT(DISTINCT ZSALARY), MIN(n), MAX(n), MAX(ZSALARY), MAX(keys)
        FROM ZEMPLOYEE JOIN (SELECT ZSALARY s, COUNT(*) n FROM ZEMPLOYEE GROUP BY ZSALARY) ON s = ZSALARY
        JOIN (SELECT MAX(Z_PK) <= (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Employee') AS keys FROM ZEMPLOYEE)
        """)
      if last > 0 { #expect(sums == "\(last * 10)|\(last)|10|10|\(last).0|1", "round \(round)") }
    }
    #expect(saved > 0)
  }

  /// A save and its history are one: each save has its transaction, and each transaction all of its changes.
  @Test func `a killed process leaves no half of a history behind`() throws {
    let writer = try #require(TestPrograms.url, "It is built with the tests.")
    let folder = try StoreFolder()
    var random = SplitMix64(seed: 13)
    var saves = 0
    for round in 1...Self.rounds {
      _ = try written(
        by: writer, ["write", folder.store.path, "history"],
        milliseconds: Int.random(in: 1...60, using: &random))
      let database = Database(folder.store)
      #expect(database.text("PRAGMA integrity_check") == "ok", "round \(round)")
      guard database.text("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'Z_METADATA'") == "1"
      else { continue }
      saves = Int(database.text("SELECT CAST(ZBUDGET AS INTEGER) FROM ZDEPARTMENT")) ?? 0
      let history = database.text(
        """
        SELECT (SELECT COUNT(*) FROM ATRANSACTION), (SELECT COUNT(*) FROM ACHANGE),
          (SELECT COUNT(*) FROM (SELECT COUNT(*) n FROM ACHANGE GROUP BY ZTRANSACTIONID) WHERE n <> 11),
          (SELECT group_concat(Z_MAX) FROM Z_PRIMARYKEY WHERE Z_ENT IN (16001, 16002))
        """)
      #expect(history == "\(saves)|\(11 * saves)|0|\(11 * saves),\(saves)", "round \(round)")
    }
    #expect(saves > 0)
  }

  /// P8: each store is whole, and what only one of them has is reported, every time.
  @Test func `a killed process leaves two stores that say what only one of them has`() throws {
    let writer = try #require(TestPrograms.url, "It is built with the tests.")
    let folder = try StoreFolder()
    var random = SplitMix64(seed: 11)
    var torn = 0
    for round in 1...Self.rounds {
      // Every other time just between the two; else wherever it happens to be.
      let save = Int.random(in: 1...4, using: &random)
      let mishap = round % 2 == 0 ? ["killed:\(save)"] : []
      let milliseconds = mishap.isEmpty ? Int.random(in: 1...60, using: &random) : nil
      let reported = try written(
        by: writer, ["write-pair", folder.url.path] + mishap, milliseconds: milliseconds)
      let numbers = files(in: folder).compactMap { wholeSaves(in: $0, "round \(round)") }
      guard numbers.count == 2 else { continue }
      #expect((numbers[0].union(numbers[1]).max() ?? 0) >= reported, "round \(round)")
      let missing = numbers[0].symmetricDifference(numbers[1])
      if !mishap.isEmpty { #expect(missing.count == torn + 1, "round \(round)") }
      torn = missing.count
      let coordinator = try reopened(folder)
      let found = coordinator.tornSaves
      #expect(found.map(\.count) == (torn == 0 ? [] : [torn]), "round \(round)")
      guard let first = found.first else { continue }
      let keeper = numbers[0].count > numbers[1].count ? 0 : 1
      #expect(first.keeper == coordinator.persistentStores[keeper].identifier, "round \(round)")
    }
    #expect(torn > 0)
    try reopened(folder).acceptTornSaves()
    #expect(try reopened(folder).tornSaves == [])
  }

  /// P8: a disk that is full between two stores is reported by the save, and the next save writes what is missing,
  /// once.
  @Test func `a disk that is full between two stores costs nothing but a second save`() throws {
    let writer = try #require(TestPrograms.url, "It is built with the tests.")
    let folder = try StoreFolder()
    let lines = try lines(
      writer, ["write-pair", folder.url.path, "full:3"], milliseconds: nil)
    #expect(lines == ["1", "2", "error 134040, 1 torn", "3"])
    #expect(files(in: folder).compactMap { wholeSaves(in: $0, "") } == [[1, 2, 3], [1, 2, 3]])
    #expect(try reopened(folder).tornSaves == [])
  }

  private func files(in folder: StoreFolder) -> [URL] {
    ["one.sqlite", "other.sqlite"].map { folder.url.appendingPathComponent($0) }
  }

  private func reopened(_ folder: StoreFolder) throws -> PersistentStoreCoordinator {
    let coordinator = PersistentStoreCoordinator(
      managedObjectModel: try ModelFinder.model(at: files(in: folder)[0]))
    for file in files(in: folder) { try coordinator.addPersistentStore(type: .sqlite, at: file) }
    return coordinator
  }

  /// The numbers of the saves in a file, each of which must be whole; nil before there are tables.
  private func wholeSaves(in file: URL, _ comment: Comment) -> Set<Int>? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let database = Database(file)
    #expect(database.text("PRAGMA integrity_check") == "ok", comment)
    guard database.text("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'Z_METADATA'") == "1"
    else { return nil }
    let sums = database.text(
      """
      SELECT COUNT(*) = 10 * COUNT(DISTINCT ZSALARY), IFNULL(MIN(n), 10), IFNULL(MAX(n), 10)
      FROM ZEMPLOYEE JOIN (SELECT ZSALARY s, COUNT(*) n FROM ZEMPLOYEE GROUP BY ZSALARY) ON s = ZSALARY
      """)
    #expect(sums == "1|10|10", comment)
    let numbers = database.text(
      "SELECT GROUP_CONCAT(DISTINCT CAST(ZSALARY AS INTEGER)) FROM ZEMPLOYEE")
    return Set(numbers.split(separator: ",").compactMap { Int($0) })
  }

  /// Lets the program save for a while, and kills it; says what it reported last.
  private func written(by writer: URL, _ folder: StoreFolder, milliseconds: Int) throws -> Int {
    try written(by: writer, ["write", folder.store.path], milliseconds: milliseconds)
  }

  private func written(by writer: URL, _ words: [String], milliseconds: Int?) throws -> Int {
    try lines(writer, words, milliseconds: milliseconds).compactMap { Int($0) }.last ?? 0
  }

  /// Lets the program work for a while and kills it, or waits until it has killed itself; returns its whole lines.
  private func lines(_ writer: URL, _ words: [String], milliseconds: Int?) throws -> [String] {
    let child = Process()
    let output = Pipe()
    child.executableURL = writer
    child.arguments = words
    child.standardOutput = output
    try child.run()
    // The first line says that it has begun; what is killed before is never in the midst of a save.
    var text = output.fileHandleForReading.availableData
    if let milliseconds {
      Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
      kill(child.processIdentifier, SIGKILL)
    }
    text.append(output.fileHandleForReading.readDataToEndOfFile())
    child.waitUntilExit()
    #expect(child.terminationReason == .uncaughtSignal)
    let lines = String(decoding: text, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().map(String.init)
  }
}
