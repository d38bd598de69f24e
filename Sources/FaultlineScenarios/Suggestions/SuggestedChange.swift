// The door for remedies: what a change of a scenario against a peak is, and the list of all.

package import FaultlineMeasures

/// A change of a scenario that may lower its peak; whether it does is found out by playing it.
package struct SuggestedChange: Sendable {
  package let name: String
  /// What to do, in a sentence.
  package let advice: String
  /// Which part of the peak it is about.
  package let part: Int
  /// The whole scenario with the change.
  package let text: String

  package init(name: String, advice: String, part: Int, text: String) {
    self.name = name
    self.advice = advice
    self.part = part
    self.text = text
  }
}

/// What a kind of remedy proposes, before it is made.
struct Proposal {
  let name: String
  let advice: String
  let edits: [TextEdit]?

  init(_ name: String, _ advice: String, _ edits: [TextEdit]?) {
    self.name = name
    self.advice = advice
    self.edits = edits
  }
}

/// One kind of remedy.
protocol SuggestionKind: Sendable {
  /// What may help against a part of a peak, what is to be tried first before the others.
  static func proposals(for scene: PeakScene) -> [Proposal]
}

/// All kinds of remedies: a new one is a file in this folder and a line here.
package enum ChangeSuggestions {
  static let all: [any SuggestionKind.Type] = [
    UndoSuggestion.self,
    RegisteredSuggestion.self,
    LoopPoolSuggestion.self,
    PagedFetchSuggestion.self,
    FetchBatchSuggestion.self,
    PrefetchSuggestion.self,
    KeysSuggestion.self,
    SaveSuggestion.self,
    SiblingSuggestion.self,
    ReleaseSuggestion.self,
    ResultsSuggestion.self,
    LoopResetSuggestion.self,
    PageCacheSuggestion.self,
    PoolSuggestion.self,
  ]

  /// Only parts with so much of the peak are worth a change.
  private static let leastShare = 0.05
  /// So many parts are looked at, the largest first.
  private static let mostParts = 3

  /// What may help against a peak, each change once; a text that cannot be read has none.
  package static func remedies(
    against peak: PeakExplanation, in text: String, variant: String, hasPool: Bool
  ) -> [SuggestedChange] {
    guard peak.failureReason == nil, let root = try? YAMLReader.read(text, file: "scenario") else {
      return []
    }
    var found: [SuggestedChange] = []
    for (number, part) in peak.parts.enumerated().prefix(mostParts)
    where Double(part.bytes) >= leastShare * Double(peak.bytes) {
      let scene = PeakScene(root, variant: variant, hasPool: hasPool, peak: peak, part: number)
      for proposal in all.flatMap({ $0.proposals(for: scene) }) {
        guard let edits = proposal.edits, !edits.isEmpty else { continue }
        let changed = root.range.source.changed(by: edits)
        guard !found.contains(where: { $0.text == changed }) else { continue }
        found.append(
          SuggestedChange(
            name: proposal.name, advice: proposal.advice, part: number, text: changed))
      }
    }
    return found
  }

  /// The lines that go and come, with `-` and `+` before them, and the line behind which new ones come; as far to the
  /// left as they fit.
  package static func change(from text: String, to changed: String) -> [String] {
    let before = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let after = changed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var lines: [(sign: String, text: String)] = []
    let difference = after.difference(from: before)
    let gone = Set(difference.removals.map(\.place))
    let come = Set(difference.insertions.map(\.place))
    var (old, new) = (0, 0)
    while old < before.count || new < after.count {
      if gone.contains(old) {
        lines.append(("-", before[old]))
        old += 1
      } else if come.contains(new) {
        lines.append(("+", after[new]))
        new += 1
      } else {
        // What only comes says behind which line.
        let isBeforeNew = come.contains(new + 1) && !gone.contains(old + 1)
        if isBeforeNew, old < before.count { lines.append((" ", before[old])) }
        (old, new) = (old + 1, new + 1)
      }
    }
    let margin = lines.map { $0.text.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { "\($0.sign) \($0.text.dropFirst(margin))" }
  }
}

extension CollectionDifference.Change {
  fileprivate var place: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
