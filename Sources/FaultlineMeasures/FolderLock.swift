// The lock of a folder, for whatever reads a file in it, changes it and writes it again.

import FaultlineSystem

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
