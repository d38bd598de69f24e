// The kinds of stores, so that one test body holds for each of them.

public import Faultline
import FaultlineSQLite
public import Foundation

/// A kind of store that a test runs on.
public enum StoreKind: String, CaseIterable, Sendable {
  case memory, sqlite

  /// The type of such stores.
  public var type: StoreType { self == .memory ? .inMemory : .sqlite }

  /// A coordinator with one new store of the kind.
  public func coordinator(
    _ model: ManagedObjectModel, in folder: StoreFolder, options: StoreOptions = StoreOptions()
  ) throws -> PersistentStoreCoordinator {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      type: type, at: self == .memory ? nil : folder.store, options: options)
    return coordinator
  }
}

/// A folder for the files of one test, removed with it.
public final class StoreFolder: Sendable {
  /// The folder.
  public let url: URL

  /// Makes a folder that nobody else uses.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("faultline-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Where the test's store lies.
  public var store: URL { url.appendingPathComponent("Company.sqlite") }

  /// The names of all files, the hidden ones and those in folders too.
  public var files: [String] {
    (FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []).sorted()
  }
}
