// Filled databases, kept on the disk so that a million rows are made once and not in every run.

import Faultline
import FaultlineMeasures
import FaultlineSystem
import Foundation

/// A folder of folders, each named by the fingerprint of what is in it.
///
/// Several processes may use it at once and any of them may be killed at any time: a folder is filled under
/// another name and then renamed, so one that is there is whole. A process that fills one holds a lock that ends with it.
/// The folder is the user's alone (mode 0700), and only entries are removed that the cache has made.
package struct InitialDataCache: Sendable {
  /// Where it lies.
  package let path: String
  /// How much of the disk it may take; the least recently used folders go first.
  private let mostBytes: Int

  package init(at path: String, atMost mostBytes: Int = 4 << 30) {
    self.path = path
    self.mostBytes = mostBytes
  }

  /// The user's: a folder in `FAULTLINE_CACHE` or among his caches; where there is no home to write to, a temporary one.
  package static var usual: InitialDataCache {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["FAULTLINE_CACHE"], !path.isEmpty {
      return InitialDataCache(at: FilePath.joined(path, name))
    }
    if let path = environment["XDG_CACHE_HOME"], path.hasPrefix("/") {
      return InitialDataCache(at: FilePath.joined(path, name))
    }
    if let path = environment["HOME"], path.hasPrefix("/"),
      access(path, W_OK | X_OK) == 0 || access("\(path)/.cache/\(name)", W_OK | X_OK) == 0
    {
      return InitialDataCache(at: "\(path)/.cache/\(name)")
    }
    return InitialDataCache(
      at: FilePath.joined(TemporaryFolder.place, "\(name)-cache-\(geteuid())"))
  }

  /// The name of the folder among others.
  private static let name = "faultline"

  /// The folder of a fingerprint, filled by the first that asks for it.
  func folder(
    _ fingerprint: String, fill: (String) throws(StepFailure) -> Void
  ) throws(StepFailure) -> String {
    let files = FileManager.default
    let folder = "\(path)/\(fingerprint)"
    try prepare()
    let lock = open(
      "\(path)/\(fingerprint).lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard lock >= 0 else {
      throw StepFailure(
        "'\(path)' cannot be written: \(String(cString: strerror(errno))); set FAULTLINE_CACHE.")
    }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0, errno == EINTR {}
    if Self.isOwnFolder(folder) {
      utimes(folder, nil)
      return folder
    }
    // What a killed process has left under this name belongs to none.
    let unfinished = folder + Self.unfinishedEnding
    Self.remove(unfinished)
    do {
      try files.createDirectory(atPath: unfinished, withIntermediateDirectories: false)
    } catch {
      throw StepFailure("'\(unfinished)' cannot be made: \(WholeFile.reason(for: error))")
    }
    do throws(StepFailure) {
      try fill(unfinished)
    } catch {
      Self.remove(unfinished)
      throw error
    }
    guard rename(unfinished, folder) == 0 else {
      throw StepFailure("'\(folder)' cannot be made: \(String(cString: strerror(errno)))")
    }
    sweep(keeping: fingerprint)
    return folder
  }

  /// Makes the folder, or refuses one that other users could write to: what they plant would be run as this user.
  package func prepare() throws(StepFailure) {
    let around = FilePath.folder(of: path)
    if !around.isEmpty {
      try? FileManager.default.createDirectory(atPath: around, withIntermediateDirectories: true)
    }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw StepFailure(
        "No loaded data can be kept in '\(path)'; set FAULTLINE_CACHE to a folder that can be written."
      )
    }
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return }
    // The user may have put it on another disk.
    if facts.st_mode & S_IFMT == S_IFLNK, facts.st_uid == geteuid() { stat(path, &facts) }
    guard facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid() else {
      throw StepFailure(
        "No loaded data can be kept in '\(path)': it is no folder of this user; set FAULTLINE_CACHE to a folder that is."
      )
    }
    guard facts.st_mode & 0o077 == 0 || chmod(path, 0o700) == 0 else {
      throw StepFailure(
        "No loaded data can be kept in '\(path)', which other users can write to; set FAULTLINE_CACHE to another folder."
      )
    }
  }

  private static let unfinishedEnding = ".unfinished"

  /// Removes what was not used for longest, as far as there is too much.
  ///
  /// An entry is a folder of this user, named by a fingerprint, with its lock beside it; everything else is left alone.
  private func sweep(keeping fingerprint: String) {
    var folders: [(name: String, used: Int, bytes: Int)] = []
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      guard Self.isFingerprint(name), Self.isOwnFile("\(path)/\(name).lock") else { continue }
      var facts = stat()
      guard Self.isOwnFolder("\(path)/\(name)", &facts) else { continue }
      folders.append((name, Linux.changed(facts), Self.bytes(in: "\(path)/\(name)")))
    }
    folders.sort { ($0.used, $0.name) > ($1.used, $1.name) }
    var sum = 0
    for folder in folders {
      sum = sum.adding(folder.bytes)
      guard sum > mostBytes, folder.name != fingerprint else { continue }
      removeEntry(folder.name)
    }
  }

  /// Removes an entry, unless a process is just using it.
  private func removeEntry(_ name: String) {
    let lock = open("\(path)/\(name).lock", O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard lock >= 0 else { return }
    defer { close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return }
    Self.remove("\(path)/\(name)")
    Self.remove("\(path)/\(name)\(Self.unfinishedEnding)")
    unlink("\(path)/\(name).lock")
  }

  private static func remove(_ folder: String) {
    guard isOwnFolder(folder) else { return }
    TemporaryFolder.removeAll(in: folder)
    rmdir(folder)
  }

  private static func isFingerprint(_ name: String) -> Bool {
    name.utf8.count == 16
      && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private static func isOwnFolder(_ path: String) -> Bool {
    var facts = stat()
    return isOwnFolder(path, &facts)
  }

  private static func isOwnFolder(_ path: String, _ facts: inout stat) -> Bool {
    lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR && facts.st_uid == geteuid()
  }

  private static func isOwnFile(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
      && facts.st_uid == geteuid()
  }

  private static func bytes(in folder: String) -> Int {
    (FileManager.default.subpaths(atPath: folder) ?? []).reduce(0) { sum, name in
      var facts = stat()
      return lstat("\(folder)/\(name)", &facts) == 0 ? sum.adding(Int(facts.st_size)) : sum
    }
  }
}
