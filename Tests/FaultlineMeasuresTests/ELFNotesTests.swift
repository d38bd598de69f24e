// The build id of a program, from files that are made here: whole ones, damaged ones, and those of other kinds.

import Foundation
import FaultlineTestSupport
import Testing

@testable import FaultlineMeasures

/// A file of ELF's with parts of some kinds, each of which has bytes of its own.
private struct ELFFile {
  var magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1]
  var partSize = 56
  /// Of each part its kind and what it holds.
  var parts: [(UInt32, [UInt8])] = []
  /// What is cut from the end.
  var missing = 0

  /// The kind of a part that is loaded, and of one that holds notes.
  static let code: UInt32 = 1
  static let note: UInt32 = 4

  var bytes: [UInt8] {
    var head = magic + [UInt8](repeating: 0, count: 64 - magic.count)
    head.put(UInt64(64), at: 32)
    head.put(UInt16(partSize), at: 54)
    head.put(UInt16(parts.count), at: 56)
    var (entries, contents): ([UInt8], [UInt8]) = ([], [])
    for (kind, content) in parts {
      var entry = [UInt8](repeating: 0, count: partSize)
      entry.put(kind, at: 0)
      entry.put(UInt64(64 + parts.count * partSize + contents.count), at: 8)
      if partSize > 40 { entry.put(UInt64(content.count), at: 32) }
      entries += entry
      contents += content
    }
    return (head + entries + contents).dropLast(missing)
  }
}

extension [UInt8] {
  fileprivate mutating func put(_ number: some FixedWidthInteger, at place: Int) {
    Swift.withUnsafeBytes(of: number.littleEndian) { bytes in
      for (index, byte) in bytes.enumerated() { self[place + index] = byte }
    }
  }
}

/// A note: an owner's name and a text, each with bytes of nought up to a multiple of four.
private func note(_ name: String, _ kind: UInt32, _ text: [UInt8]) -> [UInt8] {
  func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }
  let owner = Array(name.utf8) + [0]
  var head = [UInt8](repeating: 0, count: 12)
  head.put(UInt32(owner.count), at: 0)
  head.put(UInt32(text.count), at: 4)
  head.put(kind, at: 8)
  return head + padded(owner) + padded(text)
}

@Suite final class `The build id of a program` {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "faultline-elf-\(UUID().uuidString)").path

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// What is read of a file: its build id, `none`, or that it is no program.
  private func read(_ file: ELFFile) throws -> String {
    try Data(file.bytes).write(to: URL(filePath: path))
    guard let notes = ELFNotes(of: path) else { return "no program" }
    return notes.buildID ?? "none"
  }

  private static let id: [UInt8] = [0x0F, 0x10, 0xA0, 0x00, 0xFF]
  private static let build = note("GNU", 3, id)

  @Test func `is found behind other parts and other notes`() throws {
    let code = (ELFFile.code, [UInt8](repeating: 3, count: 100))
    let notes = note("GNU", 1, [1, 2, 3, 4]) + note("stapsdt", 3, [9, 9, 9]) + Self.build
    #expect(try read(ELFFile(parts: [(ELFFile.note, Self.build)])) == "0f10a000ff")
    #expect(try read(ELFFile(parts: [code, (ELFFile.note, notes)])) == "0f10a000ff")
    // In the part behind one that has none.
    let other = (ELFFile.note, note("GNU", 5, [7]))
    #expect(try read(ELFFile(parts: [other, code, (ELFFile.note, Self.build)])) == "0f10a000ff")
    // The first counts where there are two.
    let second = (ELFFile.note, note("GNU", 3, [1]))
    #expect(try read(ELFFile(parts: [(ELFFile.note, Self.build), second])) == "0f10a000ff")
  }

  @Test func `is none where no note is one`() throws {
    #expect(try read(ELFFile()) == "none")
    #expect(try read(ELFFile(parts: [(ELFFile.code, Self.build)])) == "none")
    #expect(try read(ELFFile(parts: [(ELFFile.note, [])])) == "none")
    #expect(try read(ELFFile(parts: [(ELFFile.note, note("GNU", 2, Self.id))])) == "none")
    #expect(try read(ELFFile(parts: [(ELFFile.note, note("GNV", 3, Self.id))])) == "none")
  }

  @Test func `is no more than what a file has`() throws {
    let whole = ELFFile(parts: [(ELFFile.note, Self.build)])
    // A note that is longer than its part.
    let short = (ELFFile.note, Array(Self.build.dropLast(4)))
    #expect(try read(ELFFile(parts: [short, (ELFFile.note, Self.build)])) == "0f10a000ff")
    for missing in 1...Self.build.count {
      #expect(try read(ELFFile(parts: whole.parts, missing: missing)) == "none", "\(missing)")
    }
    for missing in Self.build.count + 1...whole.bytes.count {
      #expect(try read(ELFFile(parts: whole.parts, missing: missing)) == "no program")
    }
    // Notes of a mebibyte are no notes.
    let huge = [UInt8](repeating: 0, count: (1 << 20) - Self.build.count)
    #expect(try read(ELFFile(parts: [(ELFFile.note, Self.build + huge)])) == "none")
  }

  @Test func `is not looked for in files of other kinds`() throws {
    let parts = [(ELFFile.note, Self.build)]
    for (place, byte) in [(0, 0x7E), (3, 0x47), (4, 1), (5, 2)] {
      var file = ELFFile(parts: parts)
      file.magic[place] = UInt8(byte)
      #expect(try read(file) == "no program")
    }
    #expect(try read(ELFFile(partSize: 40, parts: parts)) == "no program")
    #expect(ELFNotes(of: path + ".none") == nil)
  }

  /// The program that runs these tests, by another's reader.
  @Test func `is what readelf says`() throws {
    let program = CommandLine.arguments[0]
    guard let text = Outsider.run("readelf", ["-n", program]), text.contains("Displaying") else {
      return print("Skipped: readelf is not installed.")
    }
    let line = text.split(separator: "\n").first { $0.contains("Build ID: ") }
    #expect(ELFNotes(of: program)?.buildID == line?.split(separator: " ").last.map(String.init))
  }
}
