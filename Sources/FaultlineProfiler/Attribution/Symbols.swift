// Names for addresses: the symbol tables of the files in memory, and Swift's names as people write them.

internal import CFaultline
internal import FaultlineSystem

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
