// The sources of the tree, for tests that hold what no compiler holds.

import Foundation

/// A file of the sources.
struct SourceFile {
  /// The target that it belongs to.
  let target: String
  /// Its path below `Sources`.
  let path: String
  let text: String

  var name: String { String(path.split(separator: "/").last ?? "") }

  /// The root of the tree.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// All files with one of these endings, in the order of their paths; what a catalog shows belongs to no build.
  static func all(_ endings: String...) throws -> [SourceFile] {
    let folder = root.appending(path: "Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    return try paths.filter { path in
      endings.contains { path.hasSuffix(".\($0)") } && !path.contains(".docc/")
    }.map { path in
      SourceFile(
        target: String(path.prefix { $0 != "/" }), path: path,
        text: try String(contentsOf: folder.appending(path: path), encoding: .utf8))
    }
  }
}
