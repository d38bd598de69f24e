// The three panes of a replay as elements of a page, and the list of steps that needs no script.

import FaultlineMeasures
import FaultlinePages

/// A film as elements: the bar, the steps, and the panes with script, graph and counters.
package struct ReplaySection {
  private let film: Film
  /// Whether the notes open the steps; a report has told them already.
  private let tellsNotes: Bool

  /// A film whose texts can be shown.
  package init(_ film: Film, tellsNotes: Bool = true) {
    self.film = film.harmless
    self.tellsNotes = tellsNotes
  }

  /// The elements.
  package var lines: [String] {
    var lines = ["<div class=\"replay\" id=\"replay\">"]
    lines += bar
    lines.append("<ol class=\"steps\" start=\"0\" aria-live=\"polite\">")
    for place in film.frames.indices { lines.append(step(place)) }
    lines.append("</ol>")
    lines.append("<div class=\"panes\">")
    lines += graph + script + counters
    lines.append("</div>")
    lines.append("<script type=\"application/json\" id=\"film\">\(ReplayData(film).text)</script>")
    return lines + ["</div>"]
  }

  // MARK: - The bar

  private var bar: [String] {
    let last = film.frames.count - 1
    func button(_ id: String, _ sign: String, _ words: String) -> String {
      "<button type=\"button\" id=\"\(id)\" aria-label=\"\(words)\" title=\"\(words)\">\(sign)</button>"
    }
    return [
      "<div class=\"bar\" id=\"bar\" role=\"group\" aria-label=\"Steps\" hidden>",
      button("first", "«", "First step"), button("back", "‹", "Step back"),
      button("play", "Play", "Play"), button("next", "›", "Step forwards"),
      button("last", "»", "Last step"),
      "<label class=\"track\"><span class=\"hush\">Step</span>"
        + "<input type=\"range\" id=\"slider\" min=\"0\" max=\"\(last)\" value=\"0\"></label>",
      "<output id=\"where\" for=\"slider\">Step 0 of \(last)</output>",
      "<label><input type=\"checkbox\" id=\"counts\">retain counts</label>",
      "<label id=\"light\"></label>",
      button("help", "?", "Keys"),
      "<p id=\"keys\" class=\"remark\" hidden><kbd>←</kbd> <kbd>→</kbd> step · <kbd>Home</kbd> "
        + "<kbd>End</kbd> first and last · <kbd>Space</kbd> play and pause · <kbd>?</kbd> this line. "
        + "The address leads to the step that is shown.</p>",
      "</div>",
    ]
  }

  // MARK: - The steps

  private func step(_ place: Int) -> String {
    let frame = film.frames[place]
    var parts = [
      "<li id=\"step-\(place)\" value=\"\(place)\"\(frame.questions.isEmpty ? "" : " class=\"asks\"")>"
    ]
    var facts = ["Step \(place)", frame.step]
    if let line = frame.line { facts.append("line \(line)") }
    facts += frame.rounds.map { "\($0.loop ?? "round") \($0.number)" }
    parts.append("<p class=\"where\" dir=\"auto\">\(escaped(facts.joined(separator: " · ")))</p>")
    if place == 0, tellsNotes {
      for note in film.notes { parts.append("<p dir=\"auto\">\(escaped(note))</p>") }
    }
    for note in frame.notes { parts.append("<p class=\"note\" dir=\"auto\">\(escaped(note))</p>") }
    for question in frame.questions {
      parts.append(
        "<p class=\"question\" dir=\"auto\">\(escaped(question.text))</p>"
          + "<details class=\"answer\"><summary>The answer</summary>"
          + "<p dir=\"auto\"><b>Measured:</b> \(escaped(frame.sentence)) \(escaped(frame.standing))</p>"
          + "<p dir=\"auto\"><b>Because:</b> \(escaped(question.answer))</p></details>")
    }
    parts.append("<p class=\"sentence\" dir=\"auto\">\(escaped(frame.sentence))</p>")
    if place > 0 {
      parts.append("<p class=\"standing\" dir=\"auto\">Now: \(escaped(frame.standing))</p>")
    }
    let rules = frame.cited.compactMap { rule in
      RuleText.text(of: rule).map { "<li><b>\(escaped(rule))</b> \(escaped($0))</li>" }
    }
    if !rules.isEmpty { parts.append("<ul class=\"cited\">\(rules.joined())</ul>") }
    return parts.joined() + "</li>"
  }

  // MARK: - The panes

  private var graph: [String] {
    let legend =
      [
        ("real", "realized"), ("fault", "fault"), ("mixed", "some are faults"),
        ("pending", "unsaved"), ("cycle", "in a retain cycle"), ("changed", "changed here"),
        ("gone", "gone"),
      ].map { name, words in
        "<li><svg width=\"34\" height=\"20\" aria-hidden=\"true\"><g class=\"n on \(name)\">"
          + "<rect class=\"halo\" x=\"2\" y=\"2\" width=\"26\" height=\"16\" rx=\"4\"/>"
          + "<rect class=\"b\" x=\"5\" y=\"5\" width=\"20\" height=\"10\" rx=\"2\"/>"
          + "<path class=\"half\" d=\"M6 6h9v8h-9z\"/><path class=\"corner\" d=\"M17 5h8v8z\"/></g></svg>\(words)</li>"
      }
      + [("strong", "holds"), ("weak", "finds, does not hold")].map { name, words in
        "<li><svg width=\"34\" height=\"20\" aria-hidden=\"true\"><g class=\"e on \(name)\">"
          + "<path class=\"l\" d=\"M2 10H22\"/><path class=\"h\" d=\"M22 5L29 10L22 15z\"/></g></svg>\(words)</li>"
      }
    return [
      "<section class=\"pane graph\" id=\"graph\" aria-labelledby=\"graph-head\" hidden>",
      "<h2 id=\"graph-head\">Objects, and who holds them</h2>",
      "<div class=\"view\" role=\"region\" tabindex=\"0\" aria-label=\"The object graph\">",
    ] + ReplayDrawing(film).lines + [
      "</div>", "<ul class=\"legend\">\(legend.joined())</ul>", "</section>",
    ]
  }

  private var script: [String] {
    let rows = film.script.map { line in
      "<li value=\"\(line.number)\" data-line=\"\(line.number)\"><code>\(escaped(line.text))</code></li>"
    }
    return [
      "<section class=\"pane script\" aria-labelledby=\"script-head\">",
      "<h2 id=\"script-head\">Script</h2>",
      "<div class=\"view\" id=\"script\" role=\"region\" tabindex=\"0\" aria-label=\"The script\">",
      "<ol class=\"code\">\(rows.joined())</ol></div></section>",
    ]
  }

  private var counters: [String] {
    let rows = ReplayCounters(film).rows.map { metric in
      "<tr><th scope=\"row\">\(escaped(metric))</th><td class=\"n\"></td><td class=\"n\"></td></tr>"
    }
    return [
      "<section class=\"pane counters\" id=\"counters\" aria-labelledby=\"counters-head\" hidden>",
      "<h2 id=\"counters-head\">Counters</h2>",
      "<table><caption class=\"hush\">What was counted after this step</caption><thead><tr>"
        + "<th scope=\"col\">counter</th><th scope=\"col\" class=\"n\">now</th>"
        + "<th scope=\"col\" class=\"n\">change</th></tr></thead>",
      "<tbody>\(rows.joined())</tbody></table></section>",
    ]
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}
