// Bytes as they come from a child or a file, cut into lines.

import FaultlineSystem

/// One line of a child's output or of a file, without its line end.
package struct OutputLine: Sendable, Equatable {
  /// What may be wrong with a line.
  package enum Damage: Sendable, Equatable {
    /// The line was longer than the limit, and the rest was thrown away.
    case cut(limit: Int)
    /// The bytes were no UTF-8; what could not be read is U+FFFD in the text.
    case notUTF8
    /// The output ended before the line did.
    case unfinished
  }

  /// What the line says.
  package let text: String

  /// What is wrong with the line, or nil when it arrived whole.
  package let damage: Damage?

  /// Makes a line by hand, as tests do.
  package init(text: String, damage: Damage? = nil) {
    self.text = text
    self.damage = damage
  }
}

/// Gathers bytes until a line is whole, and holds at most `limit` of them.
package struct LineSplitter {
  let limit: Int
  private var pending: [UInt8] = []
  private var isCut = false

  package init(limit: Int) {
    self.limit = limit
  }

  package mutating func take(_ chunk: UnsafeRawBufferPointer, onLine: (OutputLine) -> Void) {
    guard var start = chunk.baseAddress else { return }
    let end = start + chunk.count
    // memchr, because a loop over bytes is a hundred times slower in a debug build.
    while start < end, let newline = memchr(start, 0x0A, end - start) {
      keep(from: start, to: UnsafeRawPointer(newline))
      onLine(flush(isFinished: true))
      start = UnsafeRawPointer(newline) + 1
    }
    if start < end { keep(from: start, to: end) }
  }

  /// Passes the last line on when it had no line end.
  package mutating func finish(onLine: (OutputLine) -> Void) {
    if !pending.isEmpty || isCut { onLine(flush(isFinished: false)) }
  }

  private mutating func keep(from start: UnsafeRawPointer, to end: UnsafeRawPointer) {
    let count = min(end - start, limit - pending.count)
    if count < end - start { isCut = true }
    pending.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
  }

  private mutating func flush(isFinished: Bool) -> OutputLine {
    defer {
      isCut = false
      pending.removeAll(keepingCapacity: pending.capacity < 1 << 20)
    }
    let valid = String(validating: pending, as: UTF8.self)
    let damage: OutputLine.Damage? =
      if isCut {
        .cut(limit: limit)
      } else if !isFinished {
        .unfinished
      } else if valid == nil {
        .notUTF8
      } else {
        nil
      }
    return OutputLine(text: valid ?? String(decoding: pending, as: UTF8.self), damage: damage)
  }
}
