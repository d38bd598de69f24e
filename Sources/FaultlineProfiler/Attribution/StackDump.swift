// What jemalloc writes about stacks, as numbers: `@ 0x1 0x2`, then `t*: live: bytes [taken: bytes]`.

internal import Foundation

/// Blocks and their bytes, of one call stack or of several.
struct StackSum: Hashable {
  var blocks = 0
  var bytes = 0

  static func += (sum: inout StackSum, other: StackSum) {
    sum.blocks += other.blocks
    sum.bytes += other.bytes
  }
}

/// One dump of the allocator's profiler.
struct StackDump {
  /// A call stack, the innermost return address first, and what was allocated there.
  struct Entry {
    let addresses: [UInt]
    let live: StackSum
    let taken: StackSum
  }

  /// A piece of a file in memory.
  struct Mapping {
    let range: Range<UInt>
    let offset: UInt
    let path: String
  }

  private(set) var entries: [Entry] = []
  private(set) var mappings: [Mapping] = []

  /// Reads a dump; nil where there is none of the form that is known.
  init?(file: String) {
    guard let data = FileManager.default.contents(atPath: file) else { return nil }
    self.init(String(decoding: data, as: UTF8.self))
  }

  init?(_ text: String) {
    guard text.hasPrefix("heap_v2/") else { return nil }
    var addresses: [UInt] = []
    var isMapped = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("MAPPED_LIBRARIES:") {
        isMapped = true
      } else if isMapped {
        if let mapping = Self.mapping(line) { mappings.append(mapping) }
      } else if line.hasPrefix("@ ") {
        addresses = line.dropFirst(2).split(separator: " ").compactMap {
          UInt($0.dropFirst(2), radix: 16)
        }
      } else if line.hasPrefix("  t*: "), !addresses.isEmpty {
        // The first such line sums all stacks up, and has none before it.
        let numbers = line.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count == 4 else { continue }
        entries.append(
          Entry(
            addresses: addresses, live: StackSum(blocks: numbers[0], bytes: numbers[1]),
            taken: StackSum(blocks: numbers[2], bytes: numbers[3])))
      }
    }
  }

  /// All bytes that were held.
  var liveBytes: Int { entries.reduce(0) { $0 + $1.live.bytes } }

  /// `start-end r-xp offset device inode path`, as the kernel writes it.
  private static func mapping(_ line: Substring) -> Mapping? {
    let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
    guard words.count == 6, words[1].contains("x") else { return nil }
    let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
    guard ends.count == 2, ends[0] < ends[1], let offset = UInt(words[2], radix: 16) else {
      return nil
    }
    return Mapping(
      range: ends[0]..<ends[1], offset: offset, path: String(words[5].drop { $0 == " " }))
  }
}

/// Stacks with their bytes, those with the same words taken together.
///
/// The form is that of collapsed stacks, which flamegraph.pl, speedscope and inferno read.
package struct FoldedStacks {
  private let sums: [[String]: StackSum]

  /// Folds the stacks of a dump by the sum that is asked for; those with no bytes are left out.
  ///
  /// Calls above one of a certain name are left out too: they are the same for all.
  init(
    _ dump: StackDump, _ symbols: Symbols, below caller: String? = nil,
    by sum: (StackDump.Entry) -> StackSum
  ) {
    var sums: [[String]: StackSum] = [:]
    for entry in dump.entries where sum(entry).bytes > 0 {
      let names = symbols.calls(of: entry, below: caller).map(\.name)
      sums[names, default: StackSum()] += sum(entry)
    }
    self.sums = sums
  }

  /// All bytes.
  package var total: Int { sums.reduce(0) { $0 + $1.value.bytes } }

  /// How many different stacks there are.
  package var count: Int { sums.count }

  /// The file, the most bytes first.
  package var text: String {
    // A semicolon parts calls, so none may stand in a name.
    sums.map { names, sum in
      (names.map { $0.replacing(";", with: ",") }.joined(separator: ";"), sum.bytes)
    }
    .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    .map { "\($0) \($1)\n" }.joined()
  }

  /// The stacks with their sums, in the order of their names.
  var sorted: [(names: [String], sum: StackSum)] {
    sums.map { ($0, $1) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }
  }
}
