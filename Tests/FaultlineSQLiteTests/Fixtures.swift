// The folder of real models and stores, which is no part of the project; and what a walk over it needs.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

/// Real files, found by what they are and whatever they are called.
enum Fixtures {
  static let root = ProcessInfo.processInfo.environment["FAULTLINE_FIXTURES"]
    .map { URL(fileURLWithPath: $0, isDirectory: true) }

  /// Why tests that need them are skipped.
  static let hint: Comment = "Set FAULTLINE_FIXTURES to a folder of real stores to run these tests."

  /// Every file beneath a folder.
  private static func files(_ folder: String) -> [URL] {
    guard let folder = root?.appendingPathComponent(folder, isDirectory: true) else { return [] }
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return paths.sorted().map { folder.appendingPathComponent($0) }
  }

  /// Every model file: XML that begins a model.
  static let models: [URL] = (files("models") + files("stores")).filter { url in
    ["", "xml"].contains(url.pathExtension) && head(of: url, 2_000).contains("<model ")
  }

  /// Every store: a SQLite file.
  static let stores: [URL] = files("stores").filter { head(of: $0, 15) == "SQLite format 3" }

  private static func head(of url: URL, _ count: Int) -> String {
    guard let handle = try? FileHandle(forReadingFrom: url) else { return "" }
    defer { try? handle.close() }
    return String(decoding: (try? handle.read(upToCount: count)) ?? Data(), as: UTF8.self)
  }

  /// A short name for messages.
  static func name(_ url: URL) -> String {
    url.pathComponents.suffix(2).joined(separator: "/")
  }

  /// A copy of a store with all that belongs to it.
  static func copy(_ store: URL) throws -> (folder: StoreFolder, url: URL) {
    let copy = try StoreFolder()
    let folder = store.deletingLastPathComponent()
    let support = ".\(store.deletingPathExtension().lastPathComponent)_SUPPORT"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasPrefix(store.lastPathComponent) || name == support {
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent(name), to: copy.url.appendingPathComponent(name))
    }
    return (copy, copy.url.appendingPathComponent(store.lastPathComponent))
  }

  /// The models that a store may be opened with: the one inside and those beside it; for a store without any,
  /// whichever of all models fits.
  static func models(for store: URL) throws -> [(name: String, model: ManagedObjectModel)] {
    let (folder, url) = try copy(store)
    defer { withExtendedLifetime(folder) {} }
    var found: [(name: String, model: ManagedObjectModel)] = []
    if let inside = try? ManagedObjectModel(insideStoreAt: url) { found.append(("inside", inside)) }
    let home = store.deletingLastPathComponent().path + "/"
    for file in models where file.path.hasPrefix(home) {
      found.append((name(file), try ManagedObjectModel(contentsOf: file)))
    }
    guard found.isEmpty else { return found }
    return try models.compactMap { file in
      let model = try ManagedObjectModel(contentsOf: file)
      let store = try? open(url, model, isReadOnly: true)
      return store?.differences == [] ? (name(file), model) : nil
    }
  }

  /// Opens a store for a moment.
  static func open(
    _ url: URL, _ model: ManagedObjectModel, isReadOnly: Bool
  ) throws -> SQLiteStore {
    var options = StoreOptions()
    options.isReadOnly = isReadOnly
    return try SQLiteStore(model, url, options)
  }
}
