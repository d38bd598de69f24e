// A document that is written piece by piece, and is there whole or not at all.

import FaultlineSystem

/// A file beside its place, until it is complete and takes it.
package final class StreamedFile {
  private let path: String
  private let beside: String
  private let file: Int32
  private var buffer: [UInt8] = []
  private var isOver = false
  private static let room = 1 << 20

  /// Begins a file, and makes the folders that lead to it.
  package init(_ path: String) throws(WholeFile.Refusal) {
    self.path = path
    try WholeFile.makeFolders(to: path)
    beside = WholeFile.nameBeside(path)
    file = WholeFile.openBeside(beside)
    guard file >= 0 else { throw WholeFile.refusal() }
    buffer.reserveCapacity(Self.room + Self.room / 4)
  }

  /// Adds to it.
  package func append(_ body: (inout [UInt8]) -> Void) throws(WholeFile.Refusal) {
    body(&buffer)
    if buffer.count >= Self.room { try flush() }
  }

  /// Adds a text.
  package func append(_ text: some StringProtocol) throws(WholeFile.Refusal) {
    try append { $0.append(contentsOf: text.utf8) }
  }

  /// Puts it in its place.
  package func finish() throws(WholeFile.Refusal) {
    try flush()
    isOver = true
    // Some disks report only now that they are full.
    guard close(file) == 0, rename(beside, path) == 0 else {
      let problem = WholeFile.refusal()
      unlink(beside)
      throw problem
    }
  }

  deinit {
    guard !isOver else { return }
    close(file)
    unlink(beside)
  }

  private func flush() throws(WholeFile.Refusal) {
    try WholeFile.writeAll(buffer, to: file)
    buffer.removeAll(keepingCapacity: true)
  }
}
