// What the linker has written about a program into its file: the notes of ELF, of which one is the build id.

import Foundation

/// The notes of a program's file.
struct ELFNotes {
  /// The digits of the build id, if the linker has made one.
  private(set) var buildID: String?

  /// Where things stand in the head of a file of 64 bits, and in the head of each of its parts.
  private enum Head {
    static let size = 64
    static let parts = 32
    static let partSize = 54
    static let partCount = 56
    static let partOffset = 8
    static let partLength = 32
    static let note: UInt32 = 4
  }

  /// Reads the notes of a file; nil where it is no program of this kind.
  init?(of path: String) {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    func read(_ count: Int, at offset: UInt64) -> [UInt8]? {
      guard (try? file.seek(toOffset: offset)) != nil, let data = try? file.read(upToCount: count),
        data.count == count
      else { return nil }
      return Array(data)
    }
    // 2: of 64 bits; 1: the low byte first.
    guard let head = read(Head.size, at: 0),
      head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    else { return nil }
    let size = Int(head.number(at: Head.partSize, as: UInt16.self))
    let start = head.number(at: Head.parts, as: UInt64.self)
    for part in 0..<UInt64(head.number(at: Head.partCount, as: UInt16.self)) {
      guard let entry = read(size, at: start &+ part &* UInt64(size)), size > Head.partLength + 8
      else { return nil }
      let length = entry.number(at: Head.partLength, as: UInt64.self)
      guard entry.number(at: 0, as: UInt32.self) == Head.note, length < 1 << 20,
        let notes = read(Int(length), at: entry.number(at: Head.partOffset, as: UInt64.self))
      else { continue }
      if let found = Self.buildID(in: notes) {
        buildID = found
        return
      }
    }
  }

  /// The build id among notes: each has the length of its owner's name, that of its text, and a kind.
  private static func buildID(in notes: [UInt8]) -> String? {
    var place = 0
    while place + 12 <= notes.count {
      let name = Int(notes.number(at: place, as: UInt32.self))
      let text = Int(notes.number(at: place + 4, as: UInt32.self))
      let kind = notes.number(at: place + 8, as: UInt32.self)
      let start = place + 12 + padded(name)
      guard start + text <= notes.count else { return nil }
      if kind == 3, notes[(place + 12)...].starts(with: Array("GNU\0".utf8)) {
        return notes[start..<start + text].map { byte in
          (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
      }
      place = start + padded(text)
    }
    return nil
  }

  /// Names and texts begin at every fourth byte.
  private static func padded(_ count: Int) -> Int { (count + 3) / 4 * 4 }
}

extension [UInt8] {
  fileprivate func number<Number: FixedWidthInteger>(at place: Int, as type: Number.Type) -> Number
  {
    withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: type)) }
  }
}
