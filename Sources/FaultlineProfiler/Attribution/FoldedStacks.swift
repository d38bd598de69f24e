// Stacks as other tools read them: one a line, the outermost call first, and a number behind.

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
