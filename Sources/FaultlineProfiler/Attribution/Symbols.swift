// Names for addresses: the symbol tables of the files in memory, and Swift's names as people write them.

internal import CFaultline
internal import Glibc

/// Finds the function at an address.
final class Symbols {
  private let mappings: [StackDump.Mapping]
  private var files: [String: SymbolFile?] = [:]
  private var names: [UInt: String?] = [:]

  init(_ mappings: [StackDump.Mapping]) { self.mappings = mappings }

  /// The function that a call will return to; nil for the allocator's own, which nobody asked about.
  func name(at address: UInt) -> String? {
    if let known = names[address] { return known }
    let name = find(address)
    names.updateValue(name, forKey: address)
    return name
  }

  private func find(_ address: UInt) -> String? {
    // The address is where the call returns to, which may be the next function's beginning.
    let place = address - 1
    guard let mapping = mappings.first(where: { $0.range.contains(place) }) else {
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
