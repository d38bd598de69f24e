// Files that a scenario names: models and stores that stand beside it.

import Faultline
import FaultlineMeasures
import FaultlineSQLite
import Foundation
import FaultlineSystem

/// The files around one scenario; their names are relative to its folder.
struct ForeignFiles {
  let folder: String
  private let named = Named()

  /// The names that were asked for.
  private final class Named {
    var names: [String] = []
  }

  init(in folder: String) {
    self.folder = folder
  }

  /// The names that were asked for so far, as the scenario has them.
  var names: [String] { named.names }

  // MARK: - Models

  /// Reads `model`: entities as they stand in the scenario, or a file that has them.
  func model(_ node: Node) throws(Diagnostic) -> ManagedObjectModel {
    guard let scalar = node.scalar, !node.isBlank else { return try ModelReader.model(node) }
    let path = try existing(node)
    if isText(scalar.text) { return try ModelReader.model(try text(node)) }
    do throws(GraphError) {
      return try ModelFinder.model(at: FilePath.url(path))
    } catch {
      throw node.diagnostic(error.message, notes: error.detailed.map(\.message))
    }
  }

  /// What decides the model, in a word.
  func fingerprint(ofModel node: Node) throws(Diagnostic) -> String {
    guard let scalar = node.scalar, !node.isBlank else { return node.fingerprint }
    if isText(scalar.text) { return try text(node).fingerprint }
    let path = try existing(node)
    let names = (FileManager.default.subpaths(atPath: path) ?? []).sorted()
    let paths = names.isEmpty ? [path] : names.map { "\(path)/\($0)" }
    let words = paths.filter(Self.isOfDisk).compactMap { path in
      FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
    return Fingerprint.of(words)
  }

  private func isText(_ name: String) -> Bool {
    ["yaml", "yml", "json"].contains(FilePath.ending(of: name))
  }

  private func text(_ node: Node) throws(Diagnostic) -> Node {
    let path = try existing(node)
    guard let data = FileManager.default.contents(atPath: path) else {
      throw node.diagnostic("the file '\(path)' cannot be read")
    }
    guard data.count <= YAMLReader.largest else {
      throw node.diagnostic(
        "a model has at most \(YAMLReader.largest) bytes, and '\(path)' has more")
    }
    return try YAMLReader.read(bytes: Array(data), file: path)
  }

  // MARK: - Stores

  /// Reads `{open: App.sqlite}`.
  func store(_ node: Node) throws(Diagnostic) -> StoreKind {
    let fields = try Fields(node, of: "a store", keys: StoreCatalog.keys)
    let named = try fields.required("open")
    let path = try existing(named)
    guard let file = fopen(path, "re") else {
      throw node.diagnostic(
        "the file '\(path)' cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var start = [UInt8](repeating: 0, count: 16)
    // A folder opens like a file and cannot be read like one.
    guard fread(&start, 1, 16, file) == 16, start.starts(with: "SQLite format 3".utf8) else {
      throw node.diagnostic("'\(path)' is no SQLite store")
    }
    return StoreCatalog.copy(of: path, writtenAs: try named.text())
  }

  /// What a store was when it was last written: its size, and the head of the file, which counts changes.
  static func state(of path: String) -> String {
    guard let file = FileHandle(forReadingAtPath: path) else { return "" }
    defer { try? file.close() }
    let head = (try? file.read(upToCount: 100)) ?? Data()
    let size = (try? file.seekToEnd()) ?? 0
    return Fingerprint.of(["\(size)"] + head.map { "\($0)" })
  }

  private func existing(_ node: Node) throws(Diagnostic) -> String {
    let name = try node.text()
    let path = name.hasPrefix("/") ? name : FilePath.joined(folder, name)
    guard !name.contains("\0"), FileManager.default.fileExists(atPath: path) else {
      let around = folder.isEmpty ? "." : folder
      let known = (try? FileManager.default.contentsOfDirectory(atPath: around)) ?? []
      throw node.diagnostic(
        "there is no file \(name.inQuotes)\(Spelling.question(for: name, among: known.sorted()))",
        notes: ["names of files are relative to the scenario's folder: \(around)"])
    }
    guard Self.isOfDisk(path) else {
      throw node.diagnostic("\(name.inQuotes) is no file of the disk, and might never end")
    }
    if !named.names.contains(name) { named.names.append(name) }
    return path
  }

  /// Whether a path leads to a file or a folder, and to no pipe or device.
  private static func isOfDisk(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && [S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT)
  }
}
