// A step in a sentence, made from what was measured before and after it.

import FaultlineMeasures

extension Replay {
  /// Words every frame: what happened, which rule it is, what changed and what went.
  package mutating func narrate() {
    for place in frames.indices {
      frames[place].standing = FrameSummary(self, frames[place]).text
      guard place > 0 else {
        frames[place].sentence = "Before the first step: \(frames[place].standing)"
        continue
      }
      let difference = FrameDifference(self, from: frames[place - 1], to: frames[place])
      frames[place].changed = difference.nodes
      frames[place].released = difference.gone.map { Released(node: $0.node, count: $0.count) }
      var narrator = ReplayNarrator(self, frames[place - 1], frames[place], difference)
      frames[place].sentence = narrator.sentence()
      // What the sentence has no room for is not cited either.
      let sentence = frames[place].sentence
      frames[place].cited = narrator.cited.filter { sentence.contains("(\($0))") }
    }
  }
}

/// Words what changed between two frames.
struct ReplayNarrator {
  let film: Replay
  let before: Replay.Frame
  let after: Replay.Frame
  let difference: FrameDifference
  package let words: NarrationWords
  private(set) var cited: [String] = []

  init(_ film: Replay, _ before: Replay.Frame, _ after: Replay.Frame, _ difference: FrameDifference)
  {
    self.film = film
    self.before = before
    self.after = after
    self.difference = difference
    words = NarrationWords(film)
  }

  /// The most that one sentence says; what matters most stands first.
  private static let mostClauses = 4

  mutating func sentence() -> String {
    var clauses =
      leftOut() + contexts() + moved() + leaked() + arrivals() + departures() + states() + cycles()
      + taken()
      + dropped()
    if clauses.isEmpty, after.step == "checkpoint" || after.step == "expect" {
      return "Nothing has changed since the last step. \(after.standing)"
    }
    if clauses.isEmpty { clauses = [quiet()] }
    let said = clauses.prefix(Self.mostClauses)
    return said.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }.joined(separator: " ")
  }

  /// The first of some rules that the scenario is about, or the first of all.
  mutating func rule(_ rules: String...) -> String {
    guard let rule = rules.first(where: film.rules.contains) ?? rules.first else { return "" }
    if !cited.contains(rule) { cited.append(rule) }
    return " (\(rule))"
  }

  func grew(_ metric: String) -> Int {
    (after.reading(metric) ?? 0) - (before.reading(metric) ?? 0)
  }

  // MARK: - Words

  /// What holds the objects of some nodes now, what holds them from now on first; the rules count as cited.
  mutating func held(_ nodes: [Int]) -> String? {
    let former = Set(FrameSummary.holders(of: nodes, in: before, film).map(\.text))
    let all = FrameSummary.holders(of: nodes, in: after, film)
    let holders =
      all.filter { !former.contains($0.text) } + all.filter { former.contains($0.text) }
    for holder in holders where !holder.rule.isEmpty { _ = rule(holder.rule) }
    return NarrationWords.held(by: holders)
  }
}
