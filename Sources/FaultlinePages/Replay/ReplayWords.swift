// The few words that stand beside a node or a line, and which counters are worth showing.

import FaultlineKnowledge
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
