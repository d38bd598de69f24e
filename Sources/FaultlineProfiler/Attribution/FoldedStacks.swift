// Stacks as other tools read them: one a line, the outermost call first, and a number behind.

/// Stacks with their bytes, those with the same words taken together.
///
/// The form is that of collapsed stacks, which flamegraph.pl, speedscope and inferno read.
package struct FoldedStacks {
  private let bytes: [String: Int]

  /// Folds the stacks of a dump by the number that is asked for; those with none are left out.
  ///
  /// Calls above one of a certain name are left out too: they are the same for all.
  init(
    _ dump: StackDump, _ symbols: Symbols, below caller: String? = nil,
    by number: (StackDump.Entry) -> Int
  ) {
    var bytes: [String: Int] = [:]
    for entry in dump.entries where number(entry) > 0 {
      // A semicolon parts calls, so none may stand in a name.
      var words = entry.addresses.compactMap { symbols.name(at: $0) }.reversed()
        .map { $0.replacing(";", with: ",") }
      if let place = words.firstIndex(where: { $0 == caller }), place < words.count - 1 {
        words.removeFirst(place + 1)
      }
      bytes[words.joined(separator: ";"), default: 0] += number(entry)
    }
    self.bytes = bytes
  }

  /// All bytes.
  package var total: Int { bytes.values.reduce(0, +) }

  /// How many different stacks there are.
  package var count: Int { bytes.count }

  /// The file, the most bytes first.
  package var text: String {
    bytes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)\n" }.joined()
  }
}
