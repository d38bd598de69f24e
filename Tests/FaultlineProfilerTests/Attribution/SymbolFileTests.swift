// The symbols of an ELF file that is made byte by byte: where each begins and ends, and a file that ends too early.

import Foundation
import Testing

@testable import FaultlineProfiler

struct `The symbols of a file` {
  /// What stands in the table of symbols.
  private struct Symbol {
    let name: String
    let address: UInt64
    let size: UInt64
    var kind: UInt8 = 2
    var isDefined = true
  }

  private static let symbols = [
    Symbol(name: "third", address: 0x40_0040, size: 8),
    Symbol(name: "first", address: 0x40_0010, size: 0x10),
    Symbol(name: "second", address: 0x40_0020, size: 0),
    Symbol(name: "elsewhere", address: 0x40_0060, size: 8, isDefined: false),
    Symbol(name: "counter", address: 0x40_0100, size: 8, kind: 1),
  ]

  /// A file whose names are its last bytes: the headers, the symbols and the names, whose length may be a lie.
  private static func file(lengthOfNames lie: Int = 0) -> Data {
    var names: [UInt8] = [0]
    var table: [UInt8] = []
    func append<Value: FixedWidthInteger>(_ value: Value, to bytes: inout [UInt8]) {
      withUnsafeBytes(of: value) { bytes += $0 }
    }
    for symbol in symbols {
      append(UInt32(names.count), to: &table)
      table += [symbol.kind, 0]
      append(UInt16(symbol.isDefined ? 1 : 0), to: &table)
      append(symbol.address, to: &table)
      append(symbol.size, to: &table)
      names += symbol.name.utf8 + [0]
    }
    var bytes = [UInt8](repeating: 0, count: 64 + 56 + 3 * 64)
    func set<Value: FixedWidthInteger>(_ value: Value, at place: Int) {
      var part: [UInt8] = []
      append(value, to: &part)
      bytes.replaceSubrange(place..<place + part.count, with: part)
    }
    bytes.replaceSubrange(0..<5, with: [0x7F, 0x45, 0x4C, 0x46, 2])
    // One segment behind the header, and three sections behind that: none, the symbols, their names.
    set(UInt64(64), at: 32)
    set(UInt64(120), at: 40)
    set(UInt16(56), at: 54)
    set(UInt16(1), at: 56)
    set(UInt16(64), at: 58)
    set(UInt16(3), at: 60)
    set(UInt32(1), at: 64)
    set(UInt64(0x1000), at: 64 + 8)
    set(UInt64(0x40_0000), at: 64 + 16)
    set(UInt64(0x1000), at: 64 + 32)
    set(UInt32(2), at: 184 + 4)
    set(UInt64(bytes.count), at: 184 + 24)
    set(UInt64(table.count), at: 184 + 32)
    set(UInt32(2), at: 184 + 40)
    set(UInt32(3), at: 248 + 4)
    set(UInt64(bytes.count + table.count), at: 248 + 24)
    set(UInt64(names.count + lie), at: 248 + 32)
    return Data(bytes + table + names)
  }

  private static func reading<Value>(
    _ data: Data, of kind: SymbolFile.Kind = .function, _ body: (SymbolFile?) -> Value
  ) throws -> Value {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "faultline-symbols-\(UInt64.random(in: .min ... .max))")
    defer { try? FileManager.default.removeItem(at: url) }
    try data.write(to: url)
    return body(SymbolFile(path: url.path, of: kind))
  }

  /// One without a size goes on to the next.
  @Test func `are found from their first byte to their last`() throws {
    let found = try Self.reading(Self.file()) { file in
      [
        0x0FFF, 0x1000, 0x100F, 0x1010, 0x101F, 0x1020, 0x103F, 0x1040, 0x1047, 0x1048, 0x1060,
        0x1100, 0x1FFF, 0x2000,
      ].map { file?.symbol(atFileOffset: $0) ?? "-" }
    }
    #expect(
      found == [
        "-", "-", "-", "first", "first", "second", "second", "third", "third", "-", "-", "-", "-",
        "-",
      ])
  }

  @Test func `have addresses by their names, functions and variables apart`() throws {
    let names = ["first", "third", "counter", "elsewhere", "fir", ""]
    let functions = try Self.reading(Self.file()) { file in names.map { file?.address(of: $0) } }
    #expect(functions == [0x40_0010, 0x40_0040, nil, nil, nil, nil])
    let variables = try Self.reading(Self.file(), of: .variable) { file in
      names.map { file?.address(of: $0) }
    }
    #expect(variables == [nil, nil, 0x40_0100, nil, nil, nil])
  }

  @Test func `are none where the names do not lie in the file`() throws {
    func isRead(_ data: Data) throws -> Bool { try Self.reading(data) { $0 != nil } }
    #expect(try isRead(Self.file()))
    #expect(try isRead(Self.file(lengthOfNames: -1)))
    #expect(try !isRead(Self.file(lengthOfNames: 1)))
    #expect(try !isRead(Self.file(lengthOfNames: .max / 2)))
    #expect(try !isRead(Self.file().dropLast()))
    #expect(try !isRead(Self.file().prefix(64)))
  }
}
