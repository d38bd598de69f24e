// A folder for what a test writes.

public import Foundation

/// A folder for the files of one test, removed with it.
public final class StoreFolder: Sendable {
  /// The folder.
  public let url: URL

  /// Makes a folder of its own.
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
