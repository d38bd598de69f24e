// The report: an ordered document in which every number is decided. Formats only write it.

package import FaultlineAnalysis
package import FaultlineMeasures
package import FaultlineReplay

extension Report {
  /// The line that says how it came out, where there is one.
  package var verdict: VerdictLine? {
    if case .verdict(let line)? = blocks.first { line } else { nil }
  }
}

/// A document of blocks that says what became of a run, or of a run against an earlier one.
package struct Report: Sendable, Hashable {
  /// The blocks in reading order; the first is the verdict.
  package var blocks: [Block]
  /// The headline of the only scenario; empty of several, and of a comparison.
  package var headline: [String] = []
  /// The blocks for a terminal and a comment where several scenarios have a line each; nil where all blocks are for them.
  package var summary: [Block]?
  /// What it is about, for formats that give all the numbers.
  package var subject: Subject

  /// A Boolean value that indicates whether a terminal gets all of it, with notes, owners and recommendations.
  package var showsAll = false

  /// The blocks of a format that has room for a screen.
  var shortBlocks: [Block] { showsAll ? blocks : summary ?? blocks }

  /// A Boolean value that indicates whether a terminal leaves some of it out.
  var hasMore: Bool {
    summary != nil
      || blocks.contains { block in
        switch block {
        case .more, .notes: true
        default: false
        }
      }
  }

  /// Gathers blocks about a run.
  package init(blocks: [Block], result: RunResult) {
    self.init(blocks: blocks, subject: Subject(run: result))
  }

  /// Gathers blocks about whatever there is.
  package init(blocks: [Block], subject: Subject) {
    self.blocks = blocks
    self.subject = subject
  }

  /// What a report can be about: a run, a comparison of two, or a run with what it is compared with.
  package struct Subject: Sendable, Hashable {
    /// The run, where its own outcome is reported.
    package var run: RunResult?
    /// The result against an earlier one.
    package var comparison: Comparison?
    /// What the earlier result is called: "baseline", or "base" where two results are held side by side.
    package var earlier: String
    /// Whether what is better or merely different fails as well.
    package var isStrict: Bool
    /// What becomes of worse readings where the scenario was changed.
    package var acrossChanges: AcrossChanges
    /// Where each scenario was measured, as far as it is known.
    package var facts: [String: KeyFacts]
    /// The runs of several revisions, where these are reported.
    package var history: History?
    /// What scenarios looked like step by step, as far as they were filmed, by their names.
    package var films: [String: Replay]
    /// The folder or file whose scenarios were asked for; empty where that is not known.
    package var place: String
    /// Whether it was to be held against a baseline, and nothing of it could be.
    package var isUnanswered: Bool
    /// The command that shows more of it, in words; none where that is not known.
    package var more: [String]
    /// The baselines that cannot be used.
    package var faults: [BaselineProblem] = []

    /// Gathers what a report is about.
    package init(
      run: RunResult? = nil, comparison: Comparison? = nil,
      earlier: String = "baseline", isStrict: Bool = false,
      acrossChanges: AcrossChanges = .fail,
      facts: [String: KeyFacts] = [:], history: History? = nil, films: [String: Replay] = [:],
      place: String = "", isUnanswered: Bool = false, more: [String] = []
    ) {
      self.run = run
      self.comparison = comparison
      self.earlier = earlier
      self.isStrict = isStrict
      self.acrossChanges = acrossChanges
      self.facts = facts
      self.history = history
      self.films = films
      self.place = place
      self.isUnanswered = isUnanswered
      self.more = more
    }
  }

  /// One piece of a report.
  package indirect enum Block: Sendable, Hashable {
    /// The run in a line.
    case verdict(VerdictLine)
    /// The beginning of a section, with the facts that belong to it.
    case heading(String, lead: String)
    /// The title of a page.
    case title(String)
    /// Running text.
    case paragraph(String)
    /// Lines, each one thing, under a title that may be empty.
    case bullets(String, [String])
    /// Lines that are cut where they do not fit, and never broken.
    case lines([String])
    /// Keys with their values, under a title that may be empty.
    case keyValues(String, [KeyValue])
    /// Text to paste, in a language, under a title that may be empty.
    case code(String, title: String, language: String)
    /// A command to copy, in the words of a shell, that stays whole.
    case command([String])
    /// Numbers in rows and columns.
    case table(Table)
    /// Numbers of many trials over the axes that they vary.
    case grid(Grid)
    /// Things that happened, one after the other.
    case list(List)
    /// What the scenario's author explains.
    case notes([String])
    /// Numbers as a picture, for formats that can draw.
    case chart(Chart)
    /// What allocates, for formats that can draw.
    case flame(FlameGraph)
    /// What only a page has room for.
    case more(More)
  }

  /// A key with what belongs to it.
  package struct KeyValue: Sendable, Hashable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// What only a page has room for: blocks under a title.
  package struct More: Sendable, Hashable {
    /// The words above.
    package var title: String
    /// What is shown.
    package var blocks: [Block]
    /// Whether it is seen at once.
    package var isOpen: Bool

    /// Gathers blocks under a title.
    package init(title: String, blocks: [Block], isOpen: Bool = false) {
      self.title = title
      self.blocks = blocks
      self.isOpen = isOpen
    }
  }

  /// How a text is meant; formats choose colours and signs for it.
  package enum Tone: String, Sendable, Hashable, CaseIterable {
    case better, worse, same, neutral, best, tie, worst, plain
  }
}

extension Report {
  /// The run in a line: a word and the facts behind it.
  package struct VerdictLine: Sendable, Hashable {
    /// The word, such as `PASS`.
    package var word: String
    /// How the word is meant.
    package var tone: Tone
    /// What the word stands on.
    package var facts: [String]

    /// Words a verdict.
    package init(word: String, tone: Tone, facts: [String]) {
      self.word = word
      self.tone = tone
      self.facts = facts
    }
  }

  /// Things that happened, of which ten at most are seen at once.
  package struct List: Sendable, Hashable {
    /// The words above the list.
    package var title: String
    /// What is listed.
    package var items: [Item]
    /// Whether a comment shows it unfolded whatever its items are.
    package var isOpen = false

    /// The most items, and the most cases of one, that are seen at once.
    package static let limit = 10

    /// The items that are seen at once.
    package var shown: ArraySlice<Item> { items.shown(atMost: Self.limit) }
    /// The others, which a page folds and other formats count.
    package var rest: ArraySlice<Item> { items[shown.endIndex...] }

    /// Lists items.
    package init(title: String, items: [Item], isOpen: Bool = false) {
      self.isOpen = isOpen
      self.title = title
      self.items = items
    }
  }

  /// One thing that happened.
  package struct Item: Sendable, Hashable {
    /// A word for the sort of thing, such as `broken`.
    package var label: String
    /// How it is meant.
    package var tone: Tone
    /// What happened.
    package var text: String
    /// A drawing, line by line, whose spaces count; most have none.
    package var trace: [String]
    /// More about it, line by line.
    package var details: [String]
    /// Where it happened, a line a variant; empty where the text names them.
    package var cases: [String]
    /// Those that are seen at once.
    var shownCases: ArraySlice<String> { cases.shown(atMost: Report.List.limit) }

    /// Words an item.
    package init(
      label: String, tone: Tone, text: String, trace: [String] = [], details: [String] = [],
      cases: [String] = []
    ) {
      self.label = label
      self.tone = tone
      self.text = text
      self.trace = trace
      self.details = details
      self.cases = cases
    }
  }
}

extension Report.Block {
  /// The words above it, if it has any of its own; a heading begins something larger.
  var title: String? {
    switch self {
    case .table(let table): table.title
    case .grid(let grid): grid.title
    case .list(let list): list.title.isEmpty ? nil : list.title
    case .chart(let chart): chart.title
    case .flame(let graph): graph.title
    case .more(let more): more.title
    case .notes: "Notes"
    case .bullets(let title, _), .keyValues(let title, _), .code(_, let title, _):
      title.isEmpty ? nil : title
    case .verdict, .heading, .title, .paragraph, .lines, .command: nil
    }
  }
}

// What wants a look, for readers with little room: one thing once, however many variants it happened in.
extension Report {
  /// The cases that failed or had no answer; the answers to one expectation are one trouble, with a line a variant.
  var troubles: [Case] {
    var groups: [[Case]] = []
    var places: [[String]: Int] = [:]
    for item in cases where item.isTrouble {
      let key = [
        item.scenario, item.question, item.outcome.rawValue, item.place?.description ?? "",
      ]
      if item.kind == .expectation, let place = places[key] {
        groups[place].append(item)
      } else {
        if item.kind == .expectation { places[key] = groups.count }
        groups.append([item])
      }
    }
    return groups.map { group in
      guard group.count > 1 else { return group[0] }
      let lines = group.shown(atMost: List.limit).map { item in
        (item.variant.map { "\($0): " } ?? "") + item.message
      }
      let more = group.count - lines.count
      var all = group[0]
      all.name = "\(all.question) (\(counted(group.count, "variant")))"
      all.message = lines[0]
      all.details = lines.dropFirst() + (more > 0 ? ["… \(more) more"] : []) + all.details
      return all
    }
  }
}

extension Report {
  /// The scenarios of a comparison that are not as they were.
  var entryItems: [Item] {
    blocks.flatMap { block -> [Item] in
      if case .list(let list) = block, list.title == ReportBuilder.entriesTitle {
        list.items
      } else {
        []
      }
    }
  }

  /// Whether no entry says what a case says.
  func isSaidByCaseAlone(_ item: Case) -> Bool {
    subject.faults.contains { $0.scenario == item.scenario }
      || !entryItems.contains { $0.text.hasPrefix("\(item.scenario): ") }
  }
}
