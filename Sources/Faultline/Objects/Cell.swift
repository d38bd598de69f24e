// A changed value that has no place in its slot.

import Foundation

/// The bytes of one changed text or data value.
final class Cell: ManagedBuffer<Int, UInt8> {
  static func make(_ bytes: UnsafeRawBufferPointer) -> Cell {
    let buffer = Cell.create(minimumCapacity: bytes.count) { _ in bytes.count }
    let cell = unsafeDowncast(buffer, to: Cell.self)
    cell.withUnsafeMutablePointerToElements { target in
      if let source = bytes.baseAddress { memcpy(target, source, bytes.count) }
    }
    return cell
  }

  var bytes: UnsafeRawBufferPointer {
    withUnsafeMutablePointers { count, bytes in
      UnsafeRawBufferPointer(start: bytes, count: count.pointee)
    }
  }

  /// The bytes that the cell itself takes, with its head.
  var byteCount: Int { 24 + header }
}
