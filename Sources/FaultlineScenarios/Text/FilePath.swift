// Paths as texts: their parts, found without asking the disk, of any text that may be typed.

package import Foundation

/// The parts of a path.
///
/// Foundation has the same for its own strings, and stops the process over the name of one character.
package enum FilePath {
  /// The folder that a path names before its last part, or an empty text where it names none.
  package static func folder(of path: String) -> String {
    let path = withoutSlashes(path)
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return withoutSlashes(String(path[...slash]))
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    let path = withoutSlashes(path)
    guard path != "/", let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
  }

  /// What follows the last dot of the last part, or an empty text; a dot in front begins a name and no ending.
  package static func ending(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }

  /// Whether a file can be called so that stays in its folder, and is listed there.
  package static func isFileName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && !name.contains { $0 == "/" || $0 == "\0" }
  }

  /// The most bytes of a name after which files are called: file systems take 255, and endings follow.
  package static let longestName = 200

  /// The ends of names that belong to the files beside a result.
  package static let reservedEndings = [".machine", ".film", ".unfinished", ".tune"]

  /// The problem with a name after which files are to be called; nil where there is none.
  package static func problem(withName name: String) -> String? {
    if name.utf8.count > longestName {
      return "has \(name.utf8.count) bytes, and a file's name has room for \(longestName)"
    }
    // Some file systems take letters of both cases for the same.
    return reservedEndings.first { name.lowercased().hasSuffix($0) }.map { ending in
      "ends in '\(ending)', as files beside a result do"
    }
  }

  /// A name inside of a folder; an empty folder is the working one.
  package static func joined(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The place of a path exactly as it is written: Foundation alone would take `~` for a home.
  package static func url(_ path: String) -> URL {
    URL(fileURLWithPath: path.hasPrefix("~") ? "./\(path)" : path)
  }

  /// The shortest way to write a path, from the working folder where it lies inside of that; `.` is that folder itself.
  package static func plain(_ path: String) -> String {
    guard !path.isEmpty else { return "" }
    let parts = plainParts(of: path)
    guard path.hasPrefix("/") else { return parts.isEmpty ? "." : parts.joined(separator: "/") }
    let here = plainParts(of: FileManager.default.currentDirectoryPath)
    guard parts.starts(with: here) else { return "/" + parts.joined(separator: "/") }
    return parts.count == here.count ? "." : parts.dropFirst(here.count).joined(separator: "/")
  }

  /// The path as a result may have it, which is read on other machines: from the working folder, or else the last part
  /// alone.
  package static func portable(_ path: String) -> String {
    let plain = plain(path)
    return plain.hasPrefix("/") ? name(of: plain) : plain
  }

  private static func plainParts(of path: String) -> [Substring] {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    return parts
  }

  /// The path without slashes at its end; the root keeps its own.
  private static func withoutSlashes(_ path: String) -> String {
    guard path.hasSuffix("/") else { return path }
    let rest = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
    return rest.map { String(path[...$0]) } ?? "/"
  }
}
