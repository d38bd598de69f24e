// What a part of a scenario comes to, in a word: comments, spaces, notes and the order of keys do
// not count.

import FaultlineMeasures

extension Node {
  /// Differs when the part means something else.
  var fingerprint: String { Fingerprint.of(words) }

  private var words: [String] {
    switch value {
    case .scalar(let scalar): ["scalar", scalar.text]
    case .list(let items): ["list", "\(items.count)"] + items.flatMap(\.words)
    case .mapping(let entries):
      // An explanation does no work.
      entries.filter { $0.name != "note" }.sorted { $0.name < $1.name }
        .reduce(into: ["mapping"]) { words, entry in
          words += [entry.name] + entry.value.words
        } + ["end"]
    }
  }
}
