// The folders that a port is given, and the targets that they are.

/// Folders of sources with the names of their targets.
package struct TargetList: Sendable {
  package struct Entry: Equatable, Sendable {
    package var name: String
    /// The absolute path.
    package var path: String
    /// The path as it was given.
    package var folder: String
  }

  /// Two folders with one name, or a folder that is none.
  package enum Problem: Error, Equatable {
    case notAFolder(String)
    case sameName(String, String, String)
  }

  package private(set) var entries: [Entry] = []

  /// Finds the targets of folders, each written as `FOLDER` or `NAME=FOLDER`.
  ///
  /// A folder with a `Package.swift` stands for the package's targets. Any other has the name that a manifest above
  /// gives it, or its own.
  package init(_ arguments: [String]) throws(Problem) {
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, SwiftIdentifier.isIdentifier(String(parts[0])),
        FileSystem.kind(of: argument) == nil
      {
        try add(String(parts[0]), String(parts[1]))
        continue
      }
      let path = FileSystem.absolute(argument)
      let manifest = FileSystem.bytes(of: path + "/Package.swift").map(PackageManifest.init)
      let targets = (manifest?.targets ?? []).filter {
        FileSystem.kind(of: "\(path)/\($0.path)") == .folder
      }
      if targets.isEmpty {
        try add(Self.name(of: path), argument)
      } else {
        for target in targets {
          try add(target.name, target.path == "." ? argument : "\(argument)/\(target.path)")
        }
      }
    }
  }

  private mutating func add(_ name: String, _ folder: String) throws(Problem) {
    let path = FileSystem.absolute(folder)
    let shown = String(folder.reversed().drop { $0 == "/" }.reversed())
    guard FileSystem.kind(of: path) == .folder else { throw .notAFolder(folder) }
    if let other = entries.first(where: { $0.name == name }) {
      if other.path == path { return }
      throw .sameName(name, other.folder, shown)
    }
    entries.append(Entry(name: name, path: path, folder: shown))
  }

  /// The name that a manifest in one of the three folders above gives a folder, or the folder's own.
  private static func name(of path: String) -> String {
    var base = path.split(separator: "/").map(String.init)
    var below: [String] = []
    while let last = base.popLast(), below.count < 3 {
      below.insert(last, at: 0)
      let root = "/" + base.joined(separator: "/")
      guard let bytes = FileSystem.bytes(of: root + "/Package.swift") else { continue }
      let wanted = below.joined(separator: "/")
      if let target = PackageManifest(bytes).targets.first(where: { $0.path == wanted }) {
        return target.name
      }
    }
    return SwiftIdentifier.identifier(from: path.split(separator: "/").last ?? "Target")
  }

  /// Reads all folders; none has what belongs to a folder inside of it.
  package func read() throws(SourceFolder.Unreadable) -> [PortTarget] {
    let paths = Set(entries.map(\.path))
    var targets: [PortTarget] = []
    for entry in entries {
      targets.append(
        try SourceFolder.target(
          name: entry.name, at: entry.path, displayedAs: entry.folder,
          excluding: paths.subtracting([entry.path])))
    }
    return targets
  }
}

/// The targets of a `Package.swift`, as far as they are written as literals.
struct PackageManifest {
  struct Target: Equatable {
    var name: String
    var path: String
  }

  private(set) var targets: [Target] = []

  init(_ bytes: [UInt8]) {
    let source = PortedSource(bytes)
    for index in source.tokens.indices where source.isToken(index, ".") {
      let isTest = source.isToken(index + 1, "testTarget")
      guard
        isTest || source.isToken(index + 1, "target")
          || source.isToken(index + 1, "executableTarget"),
        source.isToken(index + 2, "("), source.partners[index + 2] > index
      else { continue }
      var name: String?
      var path: String?
      var argument = index + 3
      while argument < source.partners[index + 2] {
        if source.isToken(argument + 1, ":"), let text = source.plainString(at: argument + 2) {
          if source.isToken(argument, "name") { name = name ?? text.text }
          if source.isToken(argument, "path") { path = path ?? text.text }
        }
        let partner = source.partners[argument]
        argument = partner > argument ? partner + 1 : argument + 1
      }
      guard let name, SwiftIdentifier.isIdentifier(name) else { continue }
      let usual = isTest ? "Tests/\(name)" : "Sources/\(name)"
      let parts = (path ?? usual).split(separator: "/").filter { $0 != "." }
      guard !parts.contains("..") else { continue }
      targets.append(Target(name: name, path: parts.isEmpty ? "." : parts.joined(separator: "/")))
    }
  }
}
