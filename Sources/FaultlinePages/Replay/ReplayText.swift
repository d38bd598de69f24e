// A frame drawn in text: for terminals, for logs, and for tests that compare pictures.

import FaultlineKnowledge
import FaultlineMeasures
package import FaultlineReplay

/// Draws the frames of a film as text.
///
/// ```
/// Step 3 of 9 · save (line 41)
///
/// The changes of 50 Employee objects are saved (R3).
///
///   context        ┄ Employee × 50
///   undo manager   ━ Employee × 50
///   ● Employee × 50  realized
/// ```
package struct ReplayText: Sendable {
  /// The film that is drawn.
  let film: Replay
  private let width: Int
  private let ink: TerminalInk

  /// Draws for a width; in colour for those who see it.
  package init(_ film: Replay, width: Int = 80, color: Bool = false) {
    self.film = film.harmless
    self.width = max(width, 20)
    ink = TerminalInk(isOn: color)
  }

  /// The whole film, one frame after the other.
  package var text: String {
    let frames = film.frames.indices.map { frame($0) }
    return ([head, signs] + frames + [rules]).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// What is played, and with which settings.
  private var head: String {
    let facts = ["variant \(film.variant)"] + film.settings.map(\.description)
    return ink.strong(paragraph("\(film.scenario): \(film.title)")) + "\n"
      + listed("", facts).joined(separator: "\n")
  }

  /// What the signs of a picture mean.
  private var signs: String {
    listed(
      "",
      [
        "● has its values", "○ fault", "◐ some are faults", "× gone", "→ holds",
        "┄ finds, does not hold",
        "⇄ holds, within a retain cycle", "* changed in this step",
      ] + film.nameSigns.map { "\($0.sign) \($0.meaning)" }
    ).joined(separator: "\n")
  }

  /// The rules that are cited, each with what it says.
  private var rules: String {
    let lines = film.citedRules.map { wrapped("  \($0.id)  \($0.text)", indent: 6) }
    guard !lines.isEmpty else { return "" }
    return (["Rules"] + lines.map { $0.joined(separator: "\n") }).joined(separator: "\n")
  }

  /// The signs, the rules and the words that this film uses.
  package var help: String {
    let words = film.terms.map { paragraph("\($0.title): \($0.meaning)") }
    return ([signs, rules] + words).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// What is asked before a frame is shown.
  package func questions(of place: Int) -> String {
    film.frames[place].questions.map(asked).joined(separator: "\n")
  }

  /// A question, and what it offers.
  private func asked(_ question: Replay.Question) -> String {
    let choices = (question.offer?.choices ?? []).enumerated().map { number, choice in
      wrapped("  \(number + 1)  \(choice.says)", indent: 5).joined(separator: "\n")
    }
    return ([paragraph("? \(question.text)")] + choices).joined(separator: "\n")
  }

  /// What is said to an answer: whether it is right, and if not, what it stands for and which step shows why.
  package func verdict(on choice: Int, of offer: Replay.Offer) -> String {
    guard offer.choices.indices.contains(choice), choice != offer.right else {
      return paragraph("✓ Right.")
    }
    let mistake = offer.choices[choice].mistake.map { " You may have thought: “\($0)”" } ?? ""
    let right = offer.right.map { " Right is \($0 + 1): \(offer.choices[$0].says)." } ?? ""
    return paragraph("✗ Not so.\(mistake)\(right) Why: \(film.stepName(offer.reason)).")
  }

  /// One frame.
  package func frame(_ place: Int) -> String {
    let frame = film.frames[place]
    var parts = [heading(place)]
    let notes = (film.ownNotes(at: place) + frame.notes).map(paragraph)
    if place == 0 {
      parts += notes + [film.setupWords].compactMap(\.self).map(paragraph)
    } else if frame.questions.isEmpty {
      parts += notes
    }
    for question in frame.questions {
      parts.append(asked(question) + "\n" + answered(question))
    }
    parts.append(ink.strong(paragraph(frame.sentence)))
    // A note may say what a question asks, so it stands behind the answer.
    if place > 0, !frame.questions.isEmpty { parts += notes }
    parts.append(graph(place))
    let counters = counters(place)
    if !counters.isEmpty { parts.append(counters) }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The right choice with what was read, and what the author says.
  private func answered(_ question: Replay.Question) -> String {
    guard let offer = question.offer, let right = offer.right else {
      return paragraph("! \(question.answer)")
    }
    return paragraph("! \(right + 1): \(offer.measured). \(question.answer)")
  }

  private func heading(_ place: Int) -> String {
    let frame = film.frames[place]
    let line = frame.line.map { " (line \($0))" } ?? ""
    let rounds = frame.rounds.map(\.words)
    let facts = ["Step \(place) of \(film.frames.count - 1)", frame.step + line] + rounds
    let script = film.script.first { $0.number == frame.line }?.text.trimmed
    return listed("", facts).map(ink.strong).joined(separator: "\n")
      + (script.map { "\n  \(cut($0, width - 2))" } ?? "")
  }

  // MARK: - The graph

  /// Roots with what they hold, then objects with what they hold.
  private func graph(_ place: Int) -> String {
    let frame = film.frames[place]
    let names = film.nodes.map(\.title.count)
    let column = min(max(names.max() ?? 0, 8), max(width / 3, 10), 32) + 2
    var lines: [String] = []
    for state in frame.states {
      let node = film.nodes[state.node]
      let isChanged = frame.changed.contains(state.node)
      let mark =
        node.kind.isRoot ? " " : state.faults == state.count ? "○" : state.faults > 0 ? "◐" : "●"
      let holds = holds(of: state.node, frame)
      let words = node.kind.isRoot ? [] : [state.words(of: node)]
      let title = node.title.padding(to: column)
      lines += listed("\(isChanged ? "*" : " ") \(mark) \(title)", words + holds)
    }
    for gone in frame.released {
      let node = film.nodes[gone.node]
      lines.append(
        "* × \(node.title.padding(to: column))gone\(node.count > 1 ? ": \(gone.count)" : "")")
    }
    return lines.joined(separator: "\n")
  }

  private func holds(of node: Int, _ frame: Replay.Frame) -> [String] {
    let ties = frame.ties.filter { film.edges[$0.edge].from == node }
    return ties.map { tie in
      let edge = film.edges[tie.edge]
      let arrow = !edge.reason.isStrong ? "┄" : tie.isInCycle ? "⇄" : "→"
      let label = edge.label.isEmpty ? arrow : "\(edge.label) \(arrow)"
      return "\(label) \(film.nodes[edge.to].title)"
    }
  }

  // MARK: - The counters

  /// What was read, as far as it is anything, with what it was before.
  private func counters(_ place: Int) -> String {
    let before = place > 0 ? film.frames[place - 1] : nil
    let parts = ReplayCounters(film).rows.compactMap { metric -> String? in
      guard let value = film.frames[place].reading(metric) else { return nil }
      let change = before?.reading(metric).map { value &- $0 } ?? 0
      guard value != 0 || change != 0 else { return nil }
      let sign = change == 0 ? "" : " (\(change > 0 ? "+" : "")\(NumberText.grouped(change)))"
      return "\(metric) \(NumberText.grouped(value))\(sign)"
    }
    return parts.isEmpty ? "" : listed("  ", parts).joined(separator: "\n")
  }

  // MARK: - Lines

  private func paragraph(_ text: String) -> String {
    wrapped(text, indent: 0).joined(separator: "\n")
  }

  /// Parts behind a lead, with none of them torn; lines go on under the first part.
  private func listed(_ lead: String, _ parts: [String]) -> [String] {
    var lines: [String] = []
    var line = lead
    var isFirst = true
    for part in parts {
      if !isFirst, line.count + 3 + part.count > width {
        lines.append(line + " ·")
        line = String(repeating: " ", count: lead.count)
        isFirst = true
      }
      line += isFirst ? part : " · \(part)"
      isFirst = false
    }
    return lines + [line.trimmedRight]
  }

  private func wrapped(_ text: String, indent: Int) -> [String] {
    let room = max(width, indent + 20)
    var lines: [String] = []
    var line = Substring(text)
    while line.count > room {
      let head = line.prefix(room)
      let inner = line.dropFirst(lines.isEmpty ? 0 : indent)
      // A word that has no room stands on a line of its own.
      let space =
        head.lastIndex(of: " ").flatMap { $0 > inner.startIndex ? $0 : nil }
        ?? line.dropFirst(room).firstIndex(of: " ")
      guard let space, !line[..<space].allSatisfy({ $0 == " " }) else { break }
      lines.append(String(line[..<space]).trimmedRight)
      line = String(repeating: " ", count: indent)[...] + line[space...].drop { $0 == " " }
    }
    return lines + [String(line).trimmedRight]
  }

  private func cut(_ text: String, _ room: Int) -> String {
    text.count > room ? text.prefix(max(room - 1, 1)) + "…" : text
  }
}

extension String {
  fileprivate var trimmedRight: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  fileprivate var trimmed: String { String(drop { $0 == " " }).trimmedRight }

  fileprivate func padding(to column: Int) -> String {
    let title = count > column - 2 ? prefix(column - 3) + "…" : self[...]
    return title + String(repeating: " ", count: max(column - title.count, 1))
  }
}
