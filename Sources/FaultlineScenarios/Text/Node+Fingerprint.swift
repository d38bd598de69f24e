// What a part of a scenario comes to, in a word: comments, spaces, notes and the order of keys do
// not count.

import FaultlineMeasures

extension Node {
  /// Differs when the part means something else.
  var fingerprint: String { Fingerprint.of(words) }

  private var words: [String] {
    switch value {
    case .scalar(let scalar): ["scalar", scalar.text]
    case .list(let items):
      items.filter { !$0.onlyExplains }
        .reduce(into: ["list"]) { words, item in words += item.words } + ["end"]
    case .mapping(let entries):
      // An explanation does no work.
      entries.filter { !Self.explanations.contains($0.name) }.sorted { $0.name < $1.name }
        .reduce(into: ["mapping"]) { words, entry in
          // Which word says that something is switched off is no difference.
          let isOff = entry.value.isOff && Glossary.mayBeOff.contains(entry.name)
          words += [entry.name] + (isOff ? ["scalar", DisabledKeyword.word] : entry.value.words)
        } + ["end"]
    }
  }

  /// The keys of what is only read, a question with its answer among it.
  private static let explanations: Set = [
    "note", "question", "answer", OfferedQuestion.choicesKey.name,
    OfferedQuestion.inventoryKey.name, OfferedQuestion.hereKey.name,
  ]

  /// Whether it is a step that says or asks something, and does nothing.
  var onlyExplains: Bool {
    guard case .mapping(let entries) = value, !entries.isEmpty else { return false }
    return entries.allSatisfy { Self.explanations.contains($0.name) }
  }
}
