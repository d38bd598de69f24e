// Memory of the app's own that belongs to an object: a decoded image in a transient value, a copy of what was fetched.

import Foundation

/// A block of memory that the app has allocated.
package final class AppBytes {
  private let block: UnsafeMutableRawBufferPointer

  /// Allocates so many bytes, and writes to them as a decoder does.
  package init(count: Int) {
    block = .allocate(byteCount: max(1, count), alignment: 16)
    _ = block.initializeMemory(as: UInt8.self, repeating: 0x5A)
  }

  deinit { block.deallocate() }

  /// Shows the block and what owns it.
  package func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .app)
    visitor.show(at: Address(bits: UInt(bitPattern: block.baseAddress)), .app)
  }
}

/// What is attached to objects, in all contexts: so few have something that none has room of its own for it.
///
/// Unchecked: an object may be released on any thread, so every read and every change holds the lock.
final class AttachedBytes: @unchecked Sendable {
  static let shared = AttachedBytes()

  private let lock = NSLock()
  /// By the object's context and serial.
  private var known: [UInt64: [AppBytes]] = [:]

  /// Attaches a block to an object.
  func attach(_ bytes: AppBytes, to owner: UInt64) {
    lock.withLock { known[owner, default: []].append(bytes) }
  }

  /// Shows what is attached to an object.
  func showBlocks(of owner: UInt64, to visitor: BlockVisitor) {
    for bytes in lock.withLock({ known[owner] ?? [] }) {
      bytes.showBlocks(to: visitor)
    }
  }

  /// Frees what is attached to an object.
  func forget(_ owner: UInt64) {
    let former = lock.withLock { known.removeValue(forKey: owner) }
    withExtendedLifetime(former) {}
  }
}

extension ManagedObject {
  /// Attaches memory of the app's, which goes when the object turns into a fault or is deallocated, as a transient value
  /// does.
  package final func attach(_ bytes: AppBytes) throws(GraphError) {
    try realize()
    AttachedBytes.shared.attach(bytes, to: numberInProcess)
    flags.insert(.hasAttachedBytes)
  }
}
