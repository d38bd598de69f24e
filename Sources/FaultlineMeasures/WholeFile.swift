// Files that are there whole or not at all.

import FaultlineSystem
import Foundation

/// Writes files beside their place and renames them, so that a reader never sees half of one.
///
/// What is there already and is no file of the disk, such as a terminal or a pipe, stays what it is and is written into.
package enum WholeFile {
  /// Why something cannot be written, in a few words.
  package struct Refusal: Error {
    package let reason: String
    /// A Boolean value that indicates whether the place is right and only has no room left, or is failing.
    package var isLackOfRoom = false
  }

  /// Writes a file, and makes the folders that lead to it.
  package static func write(_ text: String, to path: String) throws(Refusal) {
    let folder = folder(of: path)
    try makeFolder(folder)
    var facts = stat()
    if stat(path, &facts) == 0 {
      switch facts.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: throw Refusal(reason: "it is a folder")
      default: return try write(text, into: path)
      }
    }
    let beside = nameBeside(path)
    let file = openBeside(beside)
    guard file >= 0 else { throw refusal() }
    do throws(Refusal) {
      try write(text, into: file)
      guard rename(beside, path) == 0 else { throw refusal() }
    } catch {
      unlink(beside)
      throw error
    }
  }

  /// A name that no other process has, in the folder of a file.
  package static func nameBeside(_ path: String) -> String {
    "\(folder(of: path))/\(besidePrefix)\(getpid()).\(UInt64.random(in: .min ... .max))"
  }

  /// Opens a new file of such a name; its lock shows that it is still being written.
  static func openBeside(_ path: String) -> Int32 {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if file >= 0 { flock(file, LOCK_EX | LOCK_NB) }
    return file
  }

  private static let besidePrefix = ".faultline."
  /// Between the making of a file and its lock it must not be taken for an abandoned one.
  private static let youth = 60

  /// Removes files that killed processes have left half-written in a folder.
  ///
  /// Only regular files of this user are removed that have a name of `nameBeside(_:)` and whose lock is free.
  package static func removeAbandoned(in folder: String) {
    guard let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard isNameBeside(name) else { continue }
      let path = "\(folder)/\(name)"
      let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      defer { close(file) }
      var facts = stat()
      guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_nlink == 1,
        facts.st_uid == geteuid(), Machine.changed(facts) + youth <= time(nil),
        flock(file, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unlink(path)
    }
  }

  private static func isNameBeside(_ name: String) -> Bool {
    guard name.hasPrefix(besidePrefix) else { return false }
    let numbers = name.dropFirst(besidePrefix.count).split(
      separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 2
      && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// Removes a file that has nothing in it.
  package static func removeIfEmpty(_ path: String) {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size == 0 else {
      return
    }
    unlink(path)
  }

  /// Makes the folders that lead to a file.
  package static func makeFolders(to path: String) throws(Refusal) {
    try makeFolder(folder(of: path))
  }

  /// Whether a path leads to what is no file of the disk, such as a pipe, which might never end.
  package static func isSpecial(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFREG
  }

  /// Makes a folder and those around it.
  package static func makeFolder(_ path: String) throws(Refusal) {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += made.isEmpty || made == "/" ? String(part) : "/\(part)"
      guard mkdir(made, 0o777) != 0, errno != EEXIST else { continue }
      throw refusal()
    }
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw refusal() }
    guard facts.st_mode & S_IFMT == S_IFDIR else { throw Refusal(reason: "it is a file") }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Writes into what is no file; a pipe without a reader is refused and not waited for.
  private static func write(_ text: String, into path: String) throws(Refusal) {
    let file = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { throw errno == ENXIO ? Refusal(reason: "nothing reads it") : refusal() }
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
    try write(text, into: file)
  }

  /// Writes everything and closes the file.
  private static func write(_ text: String, into file: Int32) throws(Refusal) {
    var text = text
    let problem = text.withUTF8 { write(UnsafeRawBufferPointer($0), whole: file) }
    // Some disks report only now that they are full.
    let closing = close(file) == 0 ? nil : errno
    if let number = problem ?? closing { throw refusal(number) }
  }

  /// Writes everything, and leaves the file open.
  package static func writeAll(_ bytes: [UInt8], to file: Int32) throws(Refusal) {
    if let number = bytes.withUnsafeBytes({ write($0, whole: file) }) { throw refusal(number) }
  }

  /// Writes everything; the number of what went wrong, if something did.
  private static func write(_ bytes: UnsafeRawBufferPointer, whole file: Int32) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
      let count = writeSome(file, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return errno }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return nil
  }

  /// Returns why something could not be done with a file, in the system's words where Foundation hides them.
  package static func reason(for error: any Error) -> String {
    if let refusal = error as? Refusal { return refusal.reason }
    if let hidden = (error as? CocoaError)?.underlying as? POSIXError {
      return refusal(hidden.code.rawValue).reason
    }
    return error.localizedDescription
  }

  /// Reads `errno`, so it is called directly after what failed.
  package static func refusal(_ number: Int32 = errno) -> Refusal {
    Refusal(
      reason: String(cString: strerror(number)),
      isLackOfRoom: [ENOSPC, EDQUOT, EFBIG, EIO].contains(number))
  }
}

/// Writes as much as the file takes now; outside of the type, whose methods have the same name.
private func writeSome(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

/// An exclusive lock on a folder, held until it is released or its process ends.
///
/// The lock leaves no file behind. It is advisory: only Faultline asks for it. On a disk that several machines share it
/// holds between them as far as that disk's `flock` does; some file systems lock no folders, and there a lock file takes
/// its place.
package final class FolderLock {
  private let file: Int32

  /// Waits for the lock of a folder, which is made if it is not there.
  package init(_ folder: String) throws(WholeFile.Refusal) {
    try WholeFile.makeFolder(folder)
    let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw WholeFile.refusal() }
    if Self.lock(opened) {
      file = opened
      return
    }
    close(opened)
    let beside = open("\(folder)/.faultline.lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard beside >= 0 else { throw WholeFile.refusal() }
    guard Self.lock(beside) else {
      let refusal = WholeFile.refusal()
      close(beside)
      throw refusal
    }
    file = beside
  }

  deinit { close(file) }

  private static func lock(_ file: Int32) -> Bool {
    while flock(file, LOCK_EX) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }
}
