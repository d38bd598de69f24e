// The model that a store carries with it, so that a reader of the format needs no other.

internal import CZlib
internal import Faultline
import Foundation

/// The contents of `Z_MODELCACHE`: a keyed archive of the model, as raw deflated bytes.
///
/// It has the classes and keys of the format as far as they are known; what stands in the model and in none
/// of those keys is left out.
enum ModelCache {
  static func contents(_ model: ManagedObjectModel) throws(GraphError) -> [UInt8] {
    try deflated(ModelArchive.bytes(model))
  }

  /// More than the archive of any model of people, and little enough to hold in memory.
  private static let archiveLimit = 32 << 20

  /// Inflates what was deflated without a header; a few bytes could stand for gigabytes.
  static func inflated(_ bytes: [UInt8]) throws(GraphError) -> [UInt8] {
    var stream = z_stream()
    let status = inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      throw ArchiveReader.damaged("zlib's status is \(status)")
    }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var end = Z_OK
    input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(clamping: input.count)
      while end == Z_OK, output.count <= archiveLimit {
        let count = chunk.withUnsafeMutableBufferPointer { chunk in
          stream.next_out = chunk.baseAddress
          stream.avail_out = UInt32(chunk.count)
          end = inflate(&stream, Z_NO_FLUSH)
          return chunk.count - Int(stream.avail_out)
        }
        output += chunk[..<count]
      }
    }
    guard end == Z_STREAM_END else {
      throw ArchiveReader.damaged(
        end == Z_OK ? "it has more than \(archiveLimit >> 20) MiB" : "its packing is damaged")
    }
    return output
  }

  /// Deflates without a header, as the format has it.
  static func deflated(_ bytes: [UInt8]) throws(GraphError) -> [UInt8] {
    var stream = z_stream()
    let status = deflateInit2_(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      throw GraphError(.save, "The model cannot be packed: zlib's status is \(status).")
    }
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let end = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return deflate(&stream, Z_FINISH)
      }
    }
    guard end == Z_STREAM_END else {
      throw GraphError(.save, "The model cannot be packed: zlib's status is \(end).")
    }
    return Array(output.prefix(Int(stream.total_out)))
  }
}
