// The index behind 'faultline ask': what there is to find, and how well each of it fits some words.

import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import FaultlineScenarios

/// One thing that can be found, with the texts by which it is.
struct AskEntry: Sendable {
  /// What it is; of two that fit alike the earlier kind comes first.
  enum Kind: String, Sendable, CaseIterable {
    case question, setting, rule, term, metric, step, scenario
  }

  let kind: Kind
  /// What it is called: a number, an id, a word.
  let name: String
  /// One line that says what it is about.
  let title: String
  /// What there is to say.
  let answer: String
  /// What others have measured; empty where nothing is known.
  var figures = ""
  /// The command that shows it.
  let command: String
  /// Other ways to ask for it.
  var phrases: [String] = []
}

/// Ranks entries by whole numbers only, so that every machine finds the same in the same order.
struct AskIndex: Sendable {
  /// An entry that fits, and how well.
  struct Match: Sendable {
    let entry: AskEntry
    let score: Int
  }

  /// The words of an entry's texts.
  private struct Indexed: Sendable {
    let entry: AskEntry
    /// What each word is worth, by where it stands.
    let weights: [String: Int]
    let phrases: [[String]]
  }

  private static let titleWeight = 5
  private static let phraseWeight = 4
  private static let answerWeight = 2
  /// The least part of what the words are worth that an entry has to have: one in so many.
  private static let leastShare = 4

  private let entries: [Indexed]
  /// How many entries have a word.
  private let frequencies: [String: Int]
  /// Every word as it was written, to mend slips.
  private let spellings: [String]

  init(_ entries: [AskEntry]) {
    var frequencies: [String: Int] = [:]
    var spellings: Set<String> = []
    self.entries = entries.map { entry in
      var weights: [String: Int] = [:]
      func weigh(_ text: String, _ weight: Int) -> [String] {
        let asked = AskedWords(text)
        for word in asked.words { weights[word] = max(weights[word] ?? 0, weight) }
        spellings.formUnion(asked.spellings.values)
        return asked.words
      }
      let titles = [entry.name, entry.title].map { weigh($0, Self.titleWeight) }
      let phrases = entry.phrases.map { weigh($0, Self.phraseWeight) }
      _ = weigh(entry.answer, Self.answerWeight)
      _ = weigh(entry.figures, Self.answerWeight)
      for word in weights.keys { frequencies[word, default: 0] += 1 }
      return Indexed(
        entry: entry, weights: weights, phrases: (titles + phrases).filter { !$0.isEmpty })
    }
    self.frequencies = frequencies
    self.spellings = spellings.sorted()
  }

  /// What fits some words, the best first; of those that fit alike, in the order of kinds and names.
  func matches(_ text: String) -> [Match] {
    let asked = AskedWords(text)
    let words = asked.words.map { mended($0, asked) }
    let worth = words.reduce(0) { $0 + value(of: $1) }
    guard worth > 0 else { return [] }
    return entries.compactMap { indexed -> Match? in
      let entry = indexed.entry
      let isName = Self.isName(text, of: entry)
      let found = words.filter { indexed.weights[$0] != nil }
      let share = found.reduce(0) { $0 + value(of: $1) }
      guard isName || !found.isEmpty && share * Self.leastShare >= worth else { return nil }
      var score = found.reduce(0) { $0 + value(of: $1) * (indexed.weights[$1] ?? 0) }
      score += indexed.phrases.map { likeness(of: $0, to: words) }.max() ?? 0
      if entry.kind == .question { score = score * 3 / 2 }
      return Match(entry: entry, score: isName ? score + 10_000 : score)
    }
    .sorted { one, other in
      if one.score != other.score { return one.score > other.score }
      let (kind, otherKind) = (one.entry.kind.place, other.entry.kind.place)
      return kind != otherKind ? kind < otherKind : one.entry.name < other.entry.name
    }
  }

  /// The words that were taken for others, as they were written and as they were read.
  func mended(in text: String) -> [(written: String, read: String)] {
    let asked = AskedWords(text)
    return asked.words.compactMap { word in
      guard let written = asked.spellings[word], let read = spelling(of: word, asked) else {
        return nil
      }
      return (written, read)
    }
  }

  /// Words of the index that are near to some that it does not have.
  func suggestions(for text: String) -> [String] {
    AskedWords(text).spellings.values.sorted()
      .compactMap { Spelling.nearest(to: $0, among: spellings) }
  }

  /// Whether the text is the very name of a thing, such as `bytes.peak` or `C2`.
  private static func isName(_ text: String, of entry: AskEntry) -> Bool {
    switch entry.kind {
    case .question: text.lowercased() == "question \(entry.name)"
    case .term: isAsked(text.lowercased(), for: entry.name.lowercased())
    case .scenario: false
    case .setting, .rule, .metric, .step: text.lowercased() == entry.name.lowercased()
    }
  }

  /// Whether the text asks what a word means: "what is a fault?".
  private static func isAsked(_ text: String, for word: String) -> Bool {
    let text = text.trimmingPrefix(/what(?:'s| is| are) (?:an? |the )?/)
    guard text.base.startIndex != text.startIndex else { return false }
    let asked = String(text.prefix { $0 != "?" })
    return asked == word || asked == word + "s"
  }

  /// A word that the index does not have, as the one that was probably meant.
  private func mended(_ word: String, _ asked: AskedWords) -> String {
    spelling(of: word, asked).flatMap { AskedWords($0).words.first } ?? word
  }

  /// The word of the index that was probably meant; nil where the index has the one that was written.
  private func spelling(of word: String, _ asked: AskedWords) -> String? {
    guard frequencies[word] == nil, let written = asked.spellings[word], written.count > 4 else {
      return nil
    }
    return Spelling.nearest(to: written, among: spellings)
  }

  /// What a word is worth: the fewer entries have it, the more; a logarithm in whole numbers.
  private func value(of word: String) -> Int {
    let frequency = frequencies[word] ?? 1
    var (value, rest) = (2, entries.count / frequency)
    while rest > 1 {
      value += 1
      rest /= 2
    }
    return value
  }

  /// How alike a phrase and some words are: what both have, times their part of all words.
  private func likeness(of phrase: [String], to words: [String]) -> Int {
    let both = phrase.filter(words.contains)
    let worth = both.reduce(0) { $0 + value(of: $1) }
    return 24 * worth * both.count / (phrase.count + words.count)
  }
}

extension AskEntry.Kind {
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

// Where the entries of the index come from: texts that stand elsewhere already, each in one place.
extension AskEntry {
  /// Everything that can be found: with the scenarios that lie here, if any do, and the others that come with the
  /// program.
  static func all(_ scenarios: [Scenario], shipped: [Scenario] = []) -> [AskEntry] {
    let own = Set(scenarios.map(\.name))
    let files = Set(scenarios.map { FilePath.plain($0.file) })
    let parts: [[AskEntry]] = [
      Question.all.map { question in
        let isHere = shipped.isEmpty || files.contains(question.file)
        return Self.question(question, isHere ? question.command : question.commandAnywhere)
      },
      settings, RuleText.all.map { rule($0.id, $0.text) }, Term.all.map(term),
      Glossary.metrics.map(metric), steps,
      scenarios.map { scenario($0, "faultline run \($0.file)") },
      shipped.filter { !own.contains($0.name) }
        .map { scenario($0, "faultline run --shipped \($0.name)") },
    ]
    return parts.flatMap { $0 }
  }

  private static func question(_ question: Question, _ command: String) -> AskEntry {
    let threads = question.threads.joined(separator: ", ")
    return AskEntry(
      kind: .question, name: "\(question.number)", title: question.text, answer: question.answer,
      figures: question.figures.map { "\($0) (\(threads))" } ?? "in words only (\(threads))",
      command: command, phrases: question.otherWords)
  }

  /// The keys of the language, each once, with what the first of their tables says.
  private static var settings: [AskEntry] {
    var seen: Set<String> = Set(Glossary.steps.map { $0.keyword })
    return Glossary.tables.flatMap { table in
      table.keys.filter { seen.insert($0.name).inserted }.map { key in
        AskEntry(
          kind: .setting, name: key.name, title: "in \(table.owner)", answer: key.meaning,
          command: explain(key.name))
      }
    }
  }

  private static func rule(_ id: String, _ text: String) -> AskEntry {
    AskEntry(kind: .rule, name: id, title: text, answer: "", command: explain(id))
  }

  private static func term(_ term: Term) -> AskEntry {
    AskEntry(
      kind: .term, name: term.word, title: term.word, answer: term.meaning,
      command: explain(term.word))
  }

  private static func metric(_ metric: Metric) -> AskEntry {
    AskEntry(
      kind: .metric, name: metric.name, title: metric.name, answer: "\(metric.meaning).",
      command: explain(metric.name))
  }

  private static var steps: [AskEntry] {
    Glossary.steps.map { step in
      AskEntry(
        kind: .step, name: step.keyword, title: step.keyword, answer: step.meaning,
        command: explain(step.keyword), phrases: CoreDataName.names(for: step.keyword))
    }
  }

  private static func scenario(_ scenario: Scenario, _ command: String) -> AskEntry {
    AskEntry(
      kind: .scenario, name: scenario.name, title: scenario.title,
      answer: scenario.notes.prefix(2).joined(separator: " "),
      command: command,
      phrases: scenario.tags)
  }

  private static func explain(_ word: String) -> String {
    "faultline explain \(word.contains(" ") ? "'\(word)'" : word)"
  }
}
