// Writes a port into a folder: only what changed, and nothing that is not its own.

import FaultlineDigest

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Brings a folder up to date with the files of a port.
package struct PackageWriter {
  /// The file that lists what a port has written, with digests.
  package static let manifestName = ".faultline-port"

  /// A file that cannot be written.
  package struct Refusal: Error {
    package let path: String
    package let reason: String
  }

  /// What a run did.
  package struct Summary: Equatable, Sendable {
    package var written: [String] = []
    package var removed: [String] = []
    package var unchanged = 0
    /// Files that were edited in the package; they stay as they are.
    package var edited: [String] = []
    /// Files that are in the way and that no port has written.
    package var foreign: [String] = []

    package init() {}
  }

  private let folder: String

  package init(folder: String) { self.folder = FileSystem.absolute(folder) }

  package func write(_ files: [String: [UInt8]]) throws(Refusal) -> Summary {
    let before = manifest
    var after: [String: String] = [:]
    var summary = Summary()
    // Removals come first: a folder may have the name of a file that went.
    for (path, digest) in before.sorted(by: { $0.key < $1.key }) where files[path] == nil {
      guard !isBehindLink(path), let bytes = FileSystem.bytes(of: "\(folder)/\(path)") else {
        continue
      }
      guard Digest256(bytes).hex == digest else {
        summary.edited.append(path)
        continue
      }
      remove(path)
      summary.removed.append(path)
    }
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      let digest = Digest256(bytes).hex
      guard !isBehindLink(path) else {
        summary.foreign.append(path)
        continue
      }
      let kind = FileSystem.kind(of: "\(folder)/\(path)")
      let found =
        kind == .file ? FileSystem.bytes(of: "\(folder)/\(path)").map { Digest256($0).hex } : nil
      let recorded = before[path]
      if found == digest {
        after[path] = digest
        summary.unchanged += 1
      } else if kind == nil || (found != nil && found == recorded) {
        try writeFile(bytes, to: path)
        after[path] = digest
        summary.written.append(path)
      } else if let recorded {
        // An edit stays. The record stays too: when the source changes, the edit is still known as one.
        after[path] = recorded
        if recorded == digest { summary.unchanged += 1 } else { summary.edited.append(path) }
      } else {
        summary.foreign.append(path)
      }
    }
    try writeManifest(after)
    return summary
  }

  // MARK: - The manifest

  private static let firstLine = "faultline port 1"

  private var manifest: [String: String] {
    guard let bytes = FileSystem.bytes(of: "\(folder)/\(Self.manifestName)") else { return [:] }
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first == Self.firstLine[...] else { return [:] }
    lines.removeFirst()
    var entries: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].count == 64 else { continue }
      // A manifest that somebody changed must not lead out of the folder.
      let path = parts[1].split(separator: "/", omittingEmptySubsequences: false)
      guard !path.contains(".."), !path.contains("") else { continue }
      entries[String(parts[1])] = String(parts[0])
    }
    return entries
  }

  private func writeManifest(_ entries: [String: String]) throws(Refusal) {
    let lines = entries.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\n" }
    let text = Self.firstLine + "\n" + lines.joined()
    let bytes = Array(text.utf8)
    guard FileSystem.bytes(of: "\(folder)/\(Self.manifestName)") != bytes else { return }
    try writeFile(bytes, to: Self.manifestName)
  }

  // MARK: - Files

  /// Returns whether a folder on the way to a file is a link, which could lead anywhere.
  private func isBehindLink(_ path: String) -> Bool {
    var way = folder
    for part in path.split(separator: "/").dropLast() {
      way += "/\(part)"
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: way) else {
        return false
      }
      if attributes[.type] as? FileAttributeType == .typeSymbolicLink { return true }
    }
    let last = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)")
    return last?[.type] as? FileAttributeType == .typeSymbolicLink
  }

  private func writeFile(_ bytes: [UInt8], to path: String) throws(Refusal) {
    let whole = "\(folder)/\(path)"
    let parent = String(whole[..<(whole.lastIndex(of: "/") ?? whole.startIndex)])
    do {
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(filePath: whole), options: .atomic)
    } catch {
      throw Refusal(path: whole, reason: "\((error as? CocoaError)?.code.rawValue ?? 0): \(error)")
    }
  }

  /// Removes a file, and the folders that become empty by it.
  private func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: "\(folder)/\(path)")
    var parts = path.split(separator: "/").dropLast()
    while !parts.isEmpty {
      let parent = "\(folder)/\(parts.joined(separator: "/"))"
      guard FileSystem.entries(of: parent).isEmpty else { return }
      try? FileManager.default.removeItem(atPath: parent)
      parts = parts.dropLast()
    }
  }
}
