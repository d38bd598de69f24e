// The words that parameters are compared with, so that a misspelt one is no silent "no".

import FaultlineAnalysis
import FaultlineMeasures

/// The words of each parameter that is a choice.
struct Vocabulary: Sendable {
  private let words: [String: [String]]
  /// The parameters that are numbers, which may be switched off.
  private let numbers: Set<String>

  init(_ words: [String: [String]], numbers: Set<String> = []) {
    self.words = words
    self.numbers = numbers
  }

  /// Refuses a name beside `==` or `!=` that is neither known nor a word of the other side.
  func check(_ formula: Formula, known: [String]) throws(Diagnostic) {
    var spelt: Set<Range<Int>> = []
    for (one, other) in formula.root.equalities {
      for (subject, other) in [(one, other), (other, one)] {
        if case .name(let number) = subject.kind, case .name(let word) = other.kind,
          numbers.contains(number.text), DisabledKeyword.isMeant(by: word.text)
        {
          spelt.insert(word.offsets)
        }
        guard let allowed = self.allowed(beside: subject), case .name(let word) = other.kind,
          !known.contains(word.text)
        else { continue }
        let isOff =
          DisabledKeyword.isMeant(by: word.text) && DisabledKeyword.word(among: allowed) != nil
        guard isOff || allowed.contains(word.text) else {
          throw formula.unknown("word", word, known: allowed)
        }
        spelt.insert(word.offsets)
      }
    }
    for mention in formula.mentions
    where mention.role == .nameOrWord && !known.contains(mention.metricName)
      && !spelt.contains(mention.offsets)
    {
      throw formula.unknown("name", mention, known: known)
    }
  }

  /// The words that may stand on the other side of `==`.
  private func allowed(beside side: FormulaTree) -> [String]? {
    switch side.kind {
    case .name(let name): words[name.text]
    case .metric(.growth): SizeGrowth.allCases.map(\.rawValue)
    default: nil
    }
  }
}

extension FormulaTree {
  /// What stands on both sides of `==` or `!=`, in the order of the text.
  fileprivate var equalities: [(FormulaTree, FormulaTree)] {
    switch kind {
    case .number, .truth, .name, .metric: return []
    case .negative(let part), .not(let part): return part.equalities
    case .call(_, let parts): return parts.flatMap(\.equalities)
    case .binary(let sign, let left, let right):
      let own = sign == .equal || sign == .unequal ? [(left, right)] : []
      return left.equalities + own + right.equalities
    }
  }
}
