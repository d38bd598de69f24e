// A type's name means one thing, whatever imports are in a file.

import Foundation
import Testing

struct `Names of types` {
  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  /// What only Linux has, in one file of each target that needs it, and Apple's name for the engine's undo manager.
  private static let exceptions: Set = ["Linux", "UndoManager"]

  /// The targets that declare each type, as far as other files see it.
  private static func targets() throws -> [String: Set<String>] {
    let declaration =
      /^(?:(?:public|package|internal|open|final|indirect|@\w+(?:\([^)]*\))?)\s+)*(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)/
      .anchorsMatchLineEndings()
    var targets: [String: Set<String>] = [:]
    for path in FileManager.default.subpaths(atPath: sources.path) ?? []
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      let target = String(path.prefix { $0 != "/" })
      for match in text.matches(of: declaration) {
        targets[String(match.output.1), default: []].insert(target)
      }
    }
    return targets
  }

  @Test func `are each of one target`() throws {
    let targets = try Self.targets()
    #expect(targets.count > 1000)
    let shared = targets.filter { $0.value.count > 1 && !Self.exceptions.contains($0.key) }
    #expect(
      shared.map { "\($0.key): \($0.value.sorted().joined(separator: ", "))" }.sorted() == [])
  }
}
