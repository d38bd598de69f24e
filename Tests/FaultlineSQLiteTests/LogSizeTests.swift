// How long the write-ahead log is, as the store reports it.

import Faultline
import FaultlineSQLite
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

/// P9: a save goes to the log first, and the log keeps its length.
@Suite struct LogSizeTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func coordinator(
    _ kind: StoreKind = .sqlite, _ pragmas: [String: String] = [:], isReadOnly: Bool = false
  ) throws -> PersistentStoreCoordinator {
    var options = StoreOptions()
    options.pragmas = pragmas
    options.isReadOnly = isReadOnly
    return try kind.coordinator(try institute(), in: folder, options: options)
  }

  /// Saves new employees, and says how long the log is after each save.
  private func lengths(
    _ coordinator: PersistentStoreCoordinator, saves: Int, of employees: Int = 1
  ) throws -> [Int] {
    let context = try makeContext(on: coordinator)
    return try (0..<saves).map { _ in
      for number in 0..<employees {
        context.insertNewObject(forEntityName: "Employee").setValue("\(number)", forKey: "name")
      }
      try context.save()
      return coordinator.statistics.logBytes
    }
  }

  /// The length as the folder shows it.
  private var size: Int? {
    let path = folder.store.path + "-wal"
    return (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
  }

  @Test func `a save makes the log longer by whole pages`() throws {
    let coordinator = try coordinator()
    // The tables of a new store are in its file.
    var former = coordinator.statistics.logBytes
    #expect(former == 0)
    for length in try lengths(coordinator, saves: 5) {
      #expect(length > former && (length - 32) % (24 + 4_096) == 0)
      former = length
    }
    #expect(former == size)
  }

  @Test func `the same work makes a log of the same length`() throws {
    let once = try lengths(coordinator(), saves: 20, of: 50)
    let other = try StoreFolder()
    let again = try lengths(
      try StoreKind.sqlite.coordinator(try institute(), in: other), saves: 20, of: 50)
    #expect(once == again)
  }

  /// What a checkpoint has brought into the file makes room in the log, not on the disk.
  @Test func `a log that is begun anew keeps its length`() throws {
    let coordinator = try coordinator(.sqlite, ["wal_autocheckpoint": "8"])
    let lengths = try lengths(coordinator, saves: 30)
    #expect(Set(lengths.suffix(20)).count == 1)
    #expect(coordinator.statistics.logBytes == size)
  }

  @Test func `a limit makes it shorter`() throws {
    let short = ["wal_autocheckpoint": "8", "journal_size_limit": "0"]
    let lengths = try lengths(coordinator(.sqlite, short), saves: 30)
    #expect(zip(lengths, lengths.dropFirst()).contains { $0 > $1 }, "\(lengths)")
  }

  @Test func `two stores have two logs`() throws {
    let coordinator = try coordinator()
    let one = coordinator.statistics.logBytes
    try coordinator.addPersistentStore(
      type: .sqlite, at: folder.url.appendingPathComponent("Other.sqlite"))
    #expect(coordinator.statistics.logBytes == 2 * one)
  }

  @Test func `a store in memory has none, nor has a file that is only read`() throws {
    #expect(try lengths(coordinator(.memory), saves: 3) == [0, 0, 0])
    _ = try lengths(coordinator(), saves: 3)
    // The last connection has taken the log away.
    #expect(size == nil)
    #expect(try coordinator(isReadOnly: true).statistics.logBytes == 0)
  }

  /// A file of an older kind gets a log when it is opened to be written to.
  @Test func `a file with an older journal has none as long as it is only read`() throws {
    _ = try coordinator()
    #expect(Database(folder.store).text("PRAGMA journal_mode = DELETE") == "delete")
    let reader = try coordinator(isReadOnly: true)
    let context = try makeContext(on: reader)
    #expect(try context.count(for: FetchRequest(entityName: "Employee")) == 0)
    #expect(reader.statistics.logBytes == 0)
  }
}
