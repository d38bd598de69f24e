// A folder for the files of a trial's stores, gone when the trial is.

import Glibc

/// An empty folder under a path of fixed length: what is measured must not depend on where it lies.
package final class StoreFolder {
  package let path: String
  private let isOurs: Bool

  /// Makes a folder, or says why there can be none.
  package init() throws(StepFailure) {
    var name = Array("/tmp/faultline.XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw StepFailure(
        "no folder for the store's files can be made in /tmp: \(String(cString: strerror(errno))).")
    }
    path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    isOurs = true
  }

  /// Uses a folder that somebody else made, and will remove.
  package init(at path: String) {
    self.path = path
    isOurs = false
  }

  /// Removes everything in the folder.
  package func empty() { Self.removeAll(in: path) }

  deinit {
    guard isOurs else { return }
    empty()
    rmdir(path)
  }

  /// Goes down into folders, of which a store makes few and no deep ones; links are not followed.
  private static func removeAll(in path: String) {
    guard let folder = opendir(path) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      let inner = "\(path)/\(name)"
      if unlink(inner) != 0 {
        removeAll(in: inner)
        rmdir(inner)
      }
    }
  }
}
