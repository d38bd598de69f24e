// Bytes packed as gzip has them, without a time: the same bytes give the same file.

internal import CZlib

/// Packs bytes.
enum Gzip {
  /// The bytes as a gzip file.
  static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // 16 more than the largest window asks for gzip's head and tail.
    let status = deflateInit2_(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib has no memory to begin with; its status is \(status).")
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
    precondition(end == Z_STREAM_END, "A bound of zlib's own was too small.")
    return Array(output.prefix(Int(stream.total_out)))
  }
}
