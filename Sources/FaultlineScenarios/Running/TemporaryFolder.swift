// A folder for what is not to be kept, gone with its owner; and what killed owners have left is swept up.

import Foundation
import FaultlineSystem

/// An empty folder among the temporary ones of the system, removed when its owner lets go.
///
/// A file in it is locked for as long as its owner's process lives, however that ends: a folder whose lock is free
/// has lost its owner.
package final class TemporaryFolder: Sendable {
  package let path: String
  private let lock: Int32

  private static let prefix = "faultline."
  private static let letters = 6
  private static let lockName = "lock"
  /// Between the making of a folder and its lock it must not be taken for a lost one.
  private static let youth = 60

  /// Where temporary folders lie: the folder that `TMPDIR` names, or `/tmp`, without links on the way.
  package static var place: String {
    let wanted = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let named = wanted.hasPrefix("/") ? wanted : "/tmp"
    guard let whole = realpath(named, nil) else { return named }
    defer { free(whole) }
    return String(cString: whole)
  }

  /// Makes a folder, or says why there can be none.
  package init() throws(StepFailure) {
    let wildcards = String(repeating: "X", count: Self.letters)
    var name = Array(FilePath.joined(Self.place, Self.prefix + wildcards).utf8CString)
    guard mkdtemp(&name) != nil else { throw Self.refusal(errno) }
    let path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    let lock = open("\(path)/\(Self.lockName)", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      if lock >= 0 { close(lock) }
      Self.remove(path)
      throw Self.refusal(number)
    }
    self.path = path
    self.lock = lock
  }

  deinit {
    Self.remove(path)
    close(lock)
  }

  /// Removes the folders of processes that were killed before they could do it.
  ///
  /// Only folders of this user's that are named and locked as ours are looked at; what cannot be removed stays.
  package static func clearLost() {
    let place = place
    for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] {
      guard name.hasPrefix(prefix), name.utf8.count == prefix.utf8.count + letters else { continue }
      let folder = FilePath.joined(place, name)
      if isLost(folder) { remove(folder) }
    }
  }

  private static func isLost(_ folder: String) -> Bool {
    var facts = stat()
    guard lstat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR,
      facts.st_uid == geteuid()
    else { return false }
    let lock = open("\(folder)/\(lockName)", O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard lock >= 0 else {
      // The lock is made first and removed last, so a folder of ours without one has no files.
      if errno == ENOENT, facts.st_mode & 0o777 == 0o700, Linux.changed(facts) + youth <= time(nil)
      {
        removeEmptyFolders(in: folder)
        rmdir(folder)
      }
      return false
    }
    defer { close(lock) }
    guard fstat(lock, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size == 0,
      Linux.changed(facts) + youth <= time(nil)
    else { return false }
    return flock(lock, LOCK_EX | LOCK_NB) == 0
  }

  private static func refusal(_ number: Int32) -> StepFailure {
    StepFailure(
      "no temporary folder can be made in \(place): \(String(cString: strerror(number))); set TMPDIR to a folder "
        + "that can be written to.")
  }

  private static func remove(_ folder: String) {
    // The lock goes last: without it what is left would not be known for ours.
    removeAll(in: folder, except: lockName)
    unlink("\(folder)/\(lockName)")
    rmdir(folder)
  }

  /// Removes everything in a folder; it goes down into folders, and follows no links.
  static func removeAll(in path: String, except kept: String? = nil) {
    forEachName(in: path) { name in
      guard name != kept else { return }
      let inner = "\(path)/\(name)"
      if unlink(inner) != 0 {
        removeAll(in: inner)
        rmdir(inner)
      }
    }
  }

  /// Removes folders that have only empty folders in them, and no file.
  private static func removeEmptyFolders(in path: String) {
    var facts = stat()
    forEachName(in: path) { name in
      let inner = "\(path)/\(name)"
      guard lstat(inner, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { return }
      removeEmptyFolders(in: inner)
      rmdir(inner)
    }
  }

  private static func forEachName(in path: String, _ body: (String) -> Void) {
    guard let folder = opendir(path) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { body(name) }
    }
  }
}
