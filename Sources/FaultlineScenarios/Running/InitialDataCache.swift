// Filled databases, kept on the disk so that a million rows are made once and not in every run.

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of folders, each named by the fingerprint of what is in it.
///
/// Several processes may use it at once and any of them may be killed at any time: a folder is filled under
/// another name and then renamed, so one that is there is whole. A process that fills one holds a lock that ends with it.
package struct InitialDataCache: Sendable {
  /// Where it lies.
  package let path: String
  /// How much of the disk it may take; the least recently used folders go first.
  private static let mostBytes = 4 << 30

  package init(at path: String) { self.path = path }

  /// The user's: `FAULTLINE_CACHE`, or a folder among his caches; where there is no home to write to, a temporary one.
  package static var usual: InitialDataCache {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["FAULTLINE_CACHE"], !path.isEmpty {
      return InitialDataCache(at: path)
    }
    if let path = environment["XDG_CACHE_HOME"], path.hasPrefix("/") {
      return InitialDataCache(at: "\(path)/faultline")
    }
    if let path = environment["HOME"], path.hasPrefix("/"),
      access(path, W_OK | X_OK) == 0 || access("\(path)/.cache/faultline", W_OK | X_OK) == 0
    {
      return InitialDataCache(at: "\(path)/.cache/faultline")
    }
    return InitialDataCache(
      at: FilePath.joined(TemporaryFolder.place, "faultline-cache-\(getuid())"))
  }

  /// The folder of a fingerprint, filled by the first that asks for it.
  func folder(
    _ fingerprint: String, fill: (String) throws(StepFailure) -> Void
  ) throws(StepFailure) -> String {
    let files = FileManager.default
    let folder = "\(path)/\(fingerprint)"
    do {
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw StepFailure(
        "No loaded data can be kept in '\(path)'; set FAULTLINE_CACHE to a folder that can be written."
      )
    }
    let lock = open("\(path)/\(fingerprint).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else {
      throw StepFailure(
        "'\(path)' cannot be written: \(String(cString: strerror(errno))); set FAULTLINE_CACHE.")
    }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0, errno == EINTR {}
    if files.fileExists(atPath: folder) {
      utimes(folder, nil)
      return folder
    }
    // What a killed process has left under this name belongs to none.
    let unfinished = "\(folder).unfinished"
    try? files.removeItem(atPath: unfinished)
    do {
      try files.createDirectory(atPath: unfinished, withIntermediateDirectories: false)
    } catch {
      throw StepFailure("'\(unfinished)' cannot be made: \(error.localizedDescription)")
    }
    do throws(StepFailure) {
      try fill(unfinished)
    } catch {
      try? files.removeItem(atPath: unfinished)
      throw error
    }
    guard rename(unfinished, folder) == 0 else {
      throw StepFailure("'\(folder)' cannot be made: \(String(cString: strerror(errno)))")
    }
    sweep(keeping: fingerprint)
    return folder
  }

  /// Removes what was not used for longest, as far as there is too much.
  private func sweep(keeping fingerprint: String) {
    let files = FileManager.default
    var folders: [(name: String, used: Date, bytes: Int)] = []
    for name in (try? files.contentsOfDirectory(atPath: path)) ?? [] where !name.contains(".") {
      let facts = try? files.attributesOfItem(atPath: "\(path)/\(name)")
      let used = facts?[.modificationDate] as? Date ?? .distantPast
      folders.append((name, used, bytes(in: "\(path)/\(name)")))
    }
    folders.sort { ($0.used, $0.name) > ($1.used, $1.name) }
    var sum = 0
    for folder in folders {
      sum += folder.bytes
      guard sum > Self.mostBytes, folder.name != fingerprint else { continue }
      try? files.removeItem(atPath: "\(path)/\(folder.name)")
      try? files.removeItem(atPath: "\(path)/\(folder.name).lock")
    }
  }

  private func bytes(in folder: String) -> Int {
    (FileManager.default.subpaths(atPath: folder) ?? []).reduce(0) { sum, name in
      let facts = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      return sum + (facts?[.size] as? Int ?? 0)
    }
  }
}
