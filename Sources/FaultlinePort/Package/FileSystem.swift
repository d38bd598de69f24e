// The few questions that a port asks of the file system.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads files and folders; what cannot be read is not there.
enum FileSystem {
  enum Kind: Equatable {
    case file, folder, link
  }

  static func kind(of path: String) -> Kind? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let type = attributes[.type] as? FileAttributeType
    else { return nil }
    switch type {
    case .typeRegular: return .file
    case .typeDirectory: return .folder
    case .typeSymbolicLink:
      // A link to a file is read like the file.
      return FileManager.default.contents(atPath: path) == nil ? .link : .file
    default: return nil
    }
  }

  static func entries(of folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  static func bytes(of path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }

  /// The files below a folder by their paths, without links to folders.
  static func files(below folder: String) -> [String] {
    var files: [String] = []
    var waiting = [""]
    while let next = waiting.popLast() {
      for entry in entries(of: next.isEmpty ? folder : "\(folder)/\(next)")
      where entry != ".DS_Store" {
        let path = next.isEmpty ? entry : "\(next)/\(entry)"
        switch kind(of: "\(folder)/\(path)") {
        case .file: files.append(path)
        case .folder: waiting.append(path)
        default: break
        }
      }
    }
    return files.sorted()
  }

  static func pathExtension(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...]).lowercased()
  }

  /// An absolute path without `.`, `..` and repeated slashes.
  static func absolute(_ path: String) -> String {
    let whole =
      path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The path of a folder as seen from another; both are absolute.
  static func relative(_ path: String, from base: String) -> String {
    let target = path.split(separator: "/")
    let start = base.split(separator: "/")
    let common = zip(target, start).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: start.count - common)
    let parts = up + target[common...].map(String.init)
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}
