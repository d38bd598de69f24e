// The functions of one ELF file, by where they begin, or its variables.

internal import Foundation

/// The symbol table of a program or a library on disk.
struct SymbolFile {
  private let starts: [UInt]
  private let ends: [UInt]
  private let names: [UInt32]
  private let strings: Data
  /// The executable segments: where they lie in the file, and at which address they are linked.
  private let segments: [(offsets: Range<UInt>, address: UInt)]

  /// What a symbol stands for, as the format numbers it.
  enum Kind: UInt { case variable = 1, function }

  /// Reads the symbols of a file of 64 bits in this machine's byte order; nil for any other.
  init?(path: String, of kind: Kind = .function) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped),
      data.count > 64, data.prefix(5).elementsEqual([0x7F, 0x45, 0x4C, 0x46, 2])
    else { return nil }
    // Nothing in a file may be believed: what lies outside of it is zero, and sums may wrap around.
    func number<Value: FixedWidthInteger>(_ offset: Int, _: Value.Type) -> UInt {
      guard offset >= 0, offset < data.count - MemoryLayout<Value>.size else { return 0 }
      return data.withUnsafeBytes {
        UInt(truncatingIfNeeded: $0.loadUnaligned(fromByteOffset: offset, as: Value.self))
      }
    }
    func place(_ offset: Int) -> Int { Int(truncatingIfNeeded: number(offset, UInt64.self)) }
    let (programs, sections) = (place(32), place(40))
    var segments: [(Range<UInt>, UInt)] = []
    for index in 0..<Int(number(56, UInt16.self)) {
      let header = programs &+ index * Int(number(54, UInt16.self))
      guard number(header, UInt32.self) == 1 else { continue }
      let offset = number(header &+ 8, UInt64.self)
      let (end, isTooLong) = offset.addingReportingOverflow(number(header &+ 32, UInt64.self))
      if !isTooLong { segments.append((offset..<end, number(header &+ 16, UInt64.self))) }
    }
    self.segments = segments
    // The table of all symbols if there is one, else that of the exported ones.
    let headers = (0..<Int(number(60, UInt16.self))).map {
      sections &+ $0 * Int(number(58, UInt16.self))
    }
    guard
      let table = headers.first(where: { number($0 &+ 4, UInt32.self) == 2 })
        ?? headers.first(where: { number($0 &+ 4, UInt32.self) == 11 })
    else { return nil }
    let link = Int(number(table &+ 40, UInt32.self))
    guard headers.indices.contains(link) else { return nil }
    let (text, length) = (place(headers[link] &+ 24), place(headers[link] &+ 32))
    guard text >= 0, length >= 0, length <= data.count, text <= data.count - length else {
      return nil
    }
    strings = data.subdata(in: text..<text + length)
    let first = place(table &+ 24)
    let count = max(0, min(place(table &+ 32), data.count)) / 24
    var found: [(start: UInt, end: UInt, name: UInt32)] = []
    for index in 0..<count {
      let entry = first &+ index * 24
      // Only what is defined here.
      guard number(entry &+ 4, UInt8.self) & 15 == kind.rawValue,
        number(entry &+ 6, UInt16.self) != 0
      else { continue }
      let start = number(entry &+ 8, UInt64.self)
      let (end, isTooLong) = start.addingReportingOverflow(number(entry &+ 16, UInt64.self))
      if !isTooLong { found.append((start, end, UInt32(number(entry, UInt32.self)))) }
    }
    found.sort { ($0.start, $0.name) < ($1.start, $1.name) }
    starts = found.map(\.start)
    ends = found.map(\.end)
    names = found.map(\.name)
  }

  /// The function to which a byte of the file belongs.
  func symbol(atFileOffset offset: UInt) -> String? {
    guard let segment = segments.first(where: { $0.offsets.contains(offset) }) else { return nil }
    let address = offset - segment.offsets.lowerBound &+ segment.address
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0, address < ends[low - 1] || ends[low - 1] == starts[low - 1] else { return nil }
    let name = name(low - 1)
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  /// The address at which a symbol is linked.
  func address(of symbol: String) -> UInt? {
    starts.indices.first { name($0).elementsEqual(symbol.utf8) }.map { starts[$0] }
  }

  private func name(_ index: Int) -> Data {
    strings.dropFirst(Int(names[index])).prefix { $0 != 0 }
  }
}
