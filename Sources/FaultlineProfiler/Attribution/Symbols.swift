// Names for addresses: the symbol tables of the files in memory, and Swift's names as people write them.

internal import CFaultline
internal import FaultlineSystem
internal import Foundation

/// Finds the function at an address.
final class Symbols {
  private let mappings: [StackDump.Mapping]
  private var files: [String: SymbolFile?] = [:]
  private var names: [UInt: String?] = [:]

  init(_ mappings: [StackDump.Mapping]) { self.mappings = mappings }

  /// A call of a stack: where it returns to, and the function there.
  struct Call {
    let address: UInt
    let name: String
  }

  /// The calls of a stack, the outermost first, those above one of a certain name left out.
  func calls(of entry: StackDump.Entry, below caller: String?) -> [Call] {
    var calls = entry.addresses.reversed().compactMap { address in
      name(at: address).map { Call(address: address, name: $0) }
    }
    if let place = calls.firstIndex(where: { $0.name == caller }), place < calls.count - 1 {
      calls.removeFirst(place + 1)
    }
    return calls
  }

  /// The function that a call will return to; nil for the allocator's own, which is not asked about.
  func name(at address: UInt) -> String? {
    if let known = names[address] { return known }
    let name = find(address)
    names.updateValue(name, forKey: address)
    return name
  }

  /// The piece of a file that holds the call which returns to an address.
  func mapping(at address: UInt) -> StackDump.Mapping? {
    mappings.first { $0.range.contains(address - 1) }
  }

  private func find(_ address: UInt) -> String? {
    // The address is where the call returns to, which may be the next function's beginning.
    let place = address - 1
    guard let mapping = mapping(at: address) else {
      return "0x\(String(address, radix: 16))"
    }
    if mapping.path.contains("jemalloc") { return nil }
    if files[mapping.path] == nil { files[mapping.path] = .some(SymbolFile(path: mapping.path)) }
    let offset = place - mapping.range.lowerBound + mapping.offset
    if let symbol = (files[mapping.path] ?? nil)?.symbol(atFileOffset: offset) {
      return Self.demangled(symbol)
    }
    let file = mapping.path.split(separator: "/").last.map(String.init) ?? mapping.path
    return "\(file)+0x\(String(offset, radix: 16))"
  }

  /// `ManagedObjectContext.save()` instead of `$s9Faultline…`.
  private static func demangled(_ symbol: String) -> String {
    guard symbol.hasPrefix("$s") || symbol.hasPrefix("$S") || symbol.hasPrefix("_T"),
      let text = faultline_demangle(symbol)
    else { return symbol }
    defer { free(text) }
    return SwiftName.short(String(cString: text))
  }
}

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

/// Shortens the names that the runtime gives: `Faultline.Context.(find in _42BC…)() -> Swift.Int` is
/// `Context.find()`.
enum SwiftName {
  static func short(_ name: String) -> String {
    var text = name
    // `(find in _42BC…)`: a private name with its file.
    text.replace(/\(([^()]*) in _[0-9A-F]{32}\)/) { $0.output.1 }
    text.replace(/\bin _[0-9A-F]{32}\)/, with: ")")
    text.replace(
      /\b(Swift|Synchronization|Foundation|FoundationEssentials|Faultline\w*)\./, with: "")
    text.replace(#/^partial apply forwarder for /#, with: "")
    // What the optimizer has made of a function goes by the function's name.
    text.replace(#/^(merged )?([a-z -]*specialization <.*?> of )+/#, with: "")
    text.replace(#/ in conformance .*$/#, with: "")
    // A result stands behind the last arrow that is in no parenthesis.
    var depth = 0
    var places = text.indices.makeIterator()
    while let place = places.next() {
      switch text[place] {
      case "(", "<": depth += 1
      case ")": depth -= 1
      case ">" where place > text.startIndex && text[text.index(before: place)] != "-": depth -= 1
      case "-" where depth == 0 && text[place...].hasPrefix("-> "):
        let closure = text[place...].firstRange(of: " in ")
        let rest = closure.map { text[$0.lowerBound...] } ?? ""
        return String(text[..<place]).trimmed + String(rest)
      default: break
      }
    }
    return text.trimmed
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    for effect in [" throws", " async"] where text.hasSuffix(effect) {
      text.removeLast(effect.count)
    }
    return text
  }
}
