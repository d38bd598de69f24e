// A whole file in one read: a merge reads ten thousand of them.

import FaultlineSystem

/// The bytes of a file.
enum FileBytes {
  case missing
  case refused(String)
  case read([UInt8])

  static func read(_ path: String) -> FileBytes {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      return errno == ENOENT ? .missing : .refused(String(cString: strerror(errno)))
    }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      return .refused("it is no file of the disk")
    }
    let size = Int(facts.st_size)
    var problem: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let some = readSome(file, buffer.baseAddress.map { $0 + count }, size - count)
        if some < 0, errno == EINTR { continue }
        if some < 0 { problem = errno }
        guard some > 0 else { return }
        count += some
      }
    }
    return problem == 0 ? .read(bytes) : .refused(String(cString: strerror(problem)))
  }
}

/// Reads as much as there is now; outside of the type, whose method has the same name.
private func readSome(_ file: Int32, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
  read(file, bytes, count)
}
