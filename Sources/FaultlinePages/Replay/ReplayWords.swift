// The few words that stand beside a node or a line, and which counters are worth showing.

package import FaultlineKnowledge
import FaultlineMeasures
package import FaultlineReplay

extension Replay.State {
  /// The state of a node's objects in a few words.
  package func words(of node: Replay.Node) -> String {
    var words: [String] = []
    if count < node.count { words.append("\(NumberText.grouped(count)) alive") }
    func add(_ number: Int, _ word: String) {
      guard number > 0 else { return }
      words.append(number == count ? word : "\(NumberText.grouped(number)) \(word)")
    }
    add(faults, faults == 1 ? "fault" : "faults")
    if faults < count, faults == 0 { add(realized, "realized") }
    add(inserted, "inserted")
    add(updated, "changed")
    add(deleted, "deleted")
    return words.joined(separator: ", ")
  }
}

extension Replay {
  /// What stands behind the names of nodes, as far as this film has any of it, and what it means.
  var nameSigns: [(sign: String, meaning: String)] {
    let titles = nodes.filter { !$0.kind.isRoot }.map(\.title)
    var signs: [(sign: String, meaning: String)] = []
    if titles.contains(where: { $0.hasSuffix("′") || $0.contains("′ ") }) {
      signs.append(("′", "another object of the same record"))
    }
    let letters = (UInt8(ascii: "b")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
      .filter { letter in titles.contains { titles.contains("\($0) \(letter)") } }
    if let first = letters.first, let last = letters.last {
      signs.append((first == last ? first : "\(first)–\(last)", "others, held otherwise"))
    }
    return signs
  }

  /// The rules that its texts cite: first those that its scenario is about.
  var citedRules: [(id: String, text: String)] {
    func written(_ texts: [String]) -> [String] { texts.flatMap { RuleText.cited(in: $0) } }
    let steps = frames.flatMap { frame in
      frame.cited + written(frame.notes + frame.questions.map(\.answer))
    }
    return Self.rules(rules + written(notes) + steps)
  }

  /// The same with those that tables cite beside what holds an object.
  var rulesToKnow: [(id: String, text: String)] {
    let words = NarrationWords(self)
    let held = edges.filter(\.reason.isStrong).map { words.rule($0.reason, of: $0.to) }
    return Self.rules(citedRules.map(\.id) + held)
  }

  private static func rules(_ ids: [String]) -> [(id: String, text: String)] {
    ids.withoutRepeats.compactMap { id in RuleText.text(of: id).map { (id, $0) } }
  }
}

extension Replay.Edge {
  /// What stands beside the line; a name needs no words for its hold.
  var label: String {
    switch reason {
    case .relationship, .fetched: name
    case .parent: "parent"
    case .change: "unsaved"
    case .deletion: "deleting"
    case .telling: "unreported"
    case .conflict: "conflicts"
    case .retained: "retains"
    case .undo: "undo"
    case .redo: "redo"
    case .weak, .pool, .name, .container, .elsewhere, .observer: ""
    }
  }
}

/// Which counters a film shows: those that are not always nothing.
struct ReplayCounters {
  let rows: [String]
  /// Those that change most often: as many as fit into one row.
  let liveliest: Set<String>

  private static let most = 7

  init(_ film: Replay) {
    var rows: [String] = []
    for frame in film.frames {
      for reading in frame.readings where !rows.contains(reading.metric) {
        let isAny = film.frames.contains { ($0.reading(reading.metric) ?? 0) != 0 }
        if isAny { rows.append(reading.metric) }
      }
    }
    self.rows = rows
    let changes = rows.map { metric in
      zip(film.frames, film.frames.dropFirst()).filter {
        $0.reading(metric) != $1.reading(metric)
      }.count
    }
    let ranked = rows.indices.sorted { (-changes[$0], $0) < (-changes[$1], $1) }
    liveliest = Set(ranked.prefix(Self.most).map { rows[$0] })
  }
}

/// A frame's sentence in two parts.
package struct ReplaySentence {
  /// What is said first, in three lines of a narrow column.
  package let lead: String
  /// What else happened; often nothing.
  package let rest: String

  /// How much three lines hold.
  private static let most = 96
  /// Where a sentence may end early: what follows adds a reason or says what holds, and the table says that too.
  private static let turns = [
    "; ", ": ", ", still held by ", ", held by ", ": a new instance ", ": new instances ", ", and ",
    ", from ",
    ", with ",
    ", without ", ", but ", ", for ",
  ]

  package init(_ text: String) {
    var parts = text.split(separator: ". ", omittingEmptySubsequences: true).map(String.init)
    for place in parts.indices.dropLast() { parts[place] += "." }
    var lead = parts.isEmpty ? "" : parts.removeFirst()
    while let next = parts.first, lead.count + next.count < Self.most {
      parts.removeFirst()
      lead += " " + next
    }
    var rest = parts.joined(separator: " ")
    if lead.count > Self.most, let cut = Self.cut(lead) {
      (lead, rest) = (cut.0, rest.isEmpty ? cut.1 : "\(cut.1) \(rest)")
    }
    (self.lead, self.rest) = (lead, rest)
  }

  /// The sentence up to the last turn that leaves it short enough, and what follows.
  private static func cut(_ text: String) -> (String, String)? {
    let places = turns.flatMap { turn in text.ranges(of: turn).map { ($0, turn) } }
      .filter { text[..<$0.0.lowerBound].count < most && $0.0.lowerBound != text.startIndex }
    guard let (place, turn) = places.max(by: { $0.0.lowerBound < $1.0.lowerBound }) else {
      return nil
    }
    let words = turn.hasPrefix(", ") && turn != ", and " ? turn.dropFirst(2) : ""
    let tail = words + text[place.upperBound...]
    return (text[..<place.lowerBound] + ".", tail.prefix(1).uppercased() + tail.dropFirst())
  }
}

/// Words and what they mean, folded under a title.
struct TermList {
  private let terms: [Term]
  private let title: String

  init(_ terms: [Term], title: String) {
    self.terms = terms
    self.title = title
  }

  /// The element of a page; nothing for no words.
  var element: String {
    guard !terms.isEmpty else { return "" }
    let rows = terms.map { term in
      "<dt>\(MarkupText.escaped(term.title))</dt><dd>\(MarkupText.escaped(term.meaning))</dd>"
    }
    return "<details class=\"terms\"><summary>\(MarkupText.escaped(title))</summary>"
      + "<dl>\(rows.joined())</dl></details>"
  }
}

extension Replay {
  /// The words that its author and its sentences use.
  package var terms: [Term] {
    let spoken = frames.flatMap { frame in
      [frame.sentence] + frame.notes + frame.questions.flatMap { [$0.text, $0.answer] }
    }
    // What stands in the boxes of the picture.
    let drawn = frames.flatMap { frame in
      frame.states.map { nodes[$0.node].kind.isRoot ? "" : $0.words(of: nodes[$0.node]) }
    }
    return Term.used(in: [title] + notes + spoken + Set(drawn).sorted())
  }
}
