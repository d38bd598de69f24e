// The parts of a replay as elements of a page: the graph, the steps that need no script, the script and the counters.

import FaultlineKnowledge
import FaultlineMeasures
package import FaultlineReplay

/// A film as elements: the bar, the graph, the steps, the script and the counters.
package struct ReplaySection {
  private let film: Replay
  /// Whether the notes open the steps; a report has shown them already.
  private let showsNotes: Bool
  private let bundles: ReplayBundles
  private let table: ReplayTable

  /// A film whose texts can be shown.
  package init(_ film: Replay, showsNotes: Bool = true) {
    self.film = film.harmless
    self.showsNotes = showsNotes
    bundles = ReplayBundles(self.film)
    table = ReplayTable(self.film)
  }

  /// The elements.
  package var lines: [String] {
    let setup = film.setup.map { " data-setup=\"\($0)\"" } ?? ""
    var lines = [
      "<div class=\"replay\" id=\"replay\" data-lesson=\"\(escaped(film.lessonName))\"\(setup)>"
    ]
    lines += bar
    lines.append("<div class=\"stage\">")
    lines += graph
    lines.append("<div class=\"side\">")
    lines.append("<p class=\"hush\" id=\"said\" role=\"status\"></p>")
    lines.append("<ol class=\"steps\" start=\"0\">")
    for place in film.frames.indices { lines.append(step(place)) }
    lines.append("</ol>")
    lines += script
    lines.append("</div>")
    lines += counters
    lines.append("</div>")
    lines.append(
      "<script type=\"application/json\" id=\"film\">\(ReplayData(film, bundles).text)</script>")
    return lines + ["</div>"]
  }

  // MARK: - The bar

  private func button(_ id: String, _ sign: String, _ words: String) -> String {
    "<button type=\"button\" id=\"\(id)\" aria-label=\"\(words)\" title=\"\(words)\">\(sign)</button>"
  }

  private var bar: [String] {
    let last = film.frames.count - 1
    return [
      "<div class=\"bar\" id=\"bar\" role=\"group\" aria-label=\"Steps\" hidden>",
      button("first", "«", "First step"), button("back", "‹", "Step back"),
      button("play", "▶", "Play"), button("next", "›", "Step forwards"),
      button("last", "»", "Last step"),
      "<label class=\"track\"><span class=\"hush\">Step</span>"
        + "<input type=\"range\" id=\"slider\" min=\"0\" max=\"\(last)\" value=\"0\"></label>",
      "<output id=\"where\" for=\"slider\">Step 0 of \(last)</output>",
      "<button type=\"button\" id=\"present\" aria-pressed=\"false\" title=\"Large, for a class\">Present</button>",
      button("help", "?", "Keys"),
      "<div id=\"keys\" class=\"remark\" hidden><p><kbd>→</kbd> <kbd>←</kbd>, <kbd>Page ↓</kbd> <kbd>Page ↑</kbd> or a "
        + "clicker: step; at a question the first goes to the answer · <kbd>1</kbd> to <kbd>9</kbd> choose an answer · <kbd>Home</kbd> <kbd>End</kbd> first and last "
        + "· <kbd>[</kbd> <kbd>]</kbd> round before and after, <kbd>{</kbd> <kbd>}</kbd> first and last "
        + "· <kbd>Space</kbd> play and pause · <kbd>+</kbd> <kbd>-</kbd> "
        + "<kbd>0</kbd> size of the graph, <kbd>Shift</kbd> and arrows move it · <kbd>P</kbd> large, for a class · <kbd>?</kbd> this list. "
        + "The address leads to the step that is shown.</p>",
      "<p id=\"sheets\" hidden>To print: <a href=\"?answers=no\">questions without answers</a> · "
        + "<a href=\"?answers=only\">answers</a></p>",
      "<button type=\"button\" id=\"forget\" hidden>Forget my answers</button> ",
      "<label><input type=\"checkbox\" id=\"counts\">retain counts</label> ",
      "<label id=\"light\"></label></div>",
      "</div>",
    ]
  }

  /// What is beneath the graph: rounds to jump by, where there is a loop, and the size.
  private var tools: [String] {
    [
      "<div class=\"tools\">",
      "<span id=\"rounds\" role=\"group\" aria-label=\"Rounds of the loop\" hidden>",
      button("roundFirst", "«", "First round"), button("roundBack", "‹", "Round before"),
      "<label>round <select id=\"round\"></select></label> <span id=\"ofRounds\"></span>",
      button("roundNext", "›", "Next round"), button("roundLast", "»", "Last round"), "</span>",
      "<output id=\"score\" hidden></output>",
      "<span class=\"sizes\" role=\"group\" aria-label=\"Size of the graph\">",
      button("smaller", "−", "Smaller"), button("whole", "fit", "Whole graph"),
      button("larger", "+", "Larger"), "</span></div>",
    ]
  }

  // MARK: - The steps

  private func step(_ place: Int) -> String {
    let frame = film.frames[place]
    let prepares = film.setup.map { 1...$0 ~= place } ?? false
    let name = frame.questions.isEmpty ? prepares ? " class=\"prepares\"" : "" : " class=\"asks\""
    var parts = ["<li id=\"step-\(place)\" value=\"\(place)\"\(name)>"]
    var facts = ["Step \(place)", frame.step]
    if let line = frame.line { facts.append("line \(line)") }
    facts += frame.rounds.map(\.words)
    parts.append("<p class=\"where\" dir=\"auto\">\(escaped(facts.joined(separator: " · ")))</p>")
    let opening = showsNotes ? film.ownNotes(at: place) : []
    let notes = (opening + frame.notes).map { "<p class=\"note\" dir=\"auto\">\(escaped($0))</p>" }
    parts += frame.questions.map { ReplayQuestion($0, in: film, at: place).element }
    let sentence = ReplaySentence(frame.sentence)
    parts.append("<p class=\"sentence\" dir=\"auto\">\(escaped(sentence.lead))</p>")
    parts.append(table.element(of: place))
    if !sentence.rest.isEmpty {
      parts.append("<p class=\"rest\" dir=\"auto\">\(escaped(sentence.rest))</p>")
    }
    if place == 0, let words = film.setupWords { parts.append("<p class=\"setup\">\(words)</p>") }
    parts += notes
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
        "<li><svg width=\"34\" height=\"20\" aria-hidden=\"true\"><g class=\"e on away \(name)\">"
          + "<path class=\"l\" d=\"M2 10H22\"/><path class=\"h there\" d=\"M22 5L29 10L22 15z\"/></g></svg>\(words)</li>"
      } + film.nameSigns.map { "<li><b>\($0.sign)</b> \($0.meaning)</li>" }
    return [
      "<section class=\"pane graph\" id=\"graph\" aria-labelledby=\"graph-head\" hidden>",
      "<h2 id=\"graph-head\" class=\"hush\">Objects, and what holds them</h2>",
      "<div class=\"view\" role=\"region\" tabindex=\"0\" aria-label=\"The object graph\">",
    ] + ReplayDrawing(film, bundles, named: "wide", .wide).lines
      + ReplayDrawing(film, bundles, named: "column", .column).lines
      + ReplayDrawing(film, bundles, named: "tall", .tall).lines + ["</div>"] + tools + [
        "<details class=\"signs\" open><summary>Signs</summary>"
          + "<ul class=\"legend\">\(legend.joined())</ul></details>", "</section>",
      ]
  }

  private var script: [String] {
    let rows = film.script.map { line in
      "<li value=\"\(line.number)\" data-line=\"\(line.number)\"><code>\(escaped(line.text))</code></li>"
    }
    return [
      "<details class=\"pane script fold\" open><summary><h2>Script</h2></summary>",
      "<div class=\"view\" id=\"script\" role=\"region\" tabindex=\"0\" aria-label=\"The script\">",
      "<ol class=\"code\">\(rows.joined())</ol></div></details>",
    ]
  }

  private var counters: [String] {
    let counters = ReplayCounters(film)
    let rows = counters.rows.map { metric in
      let mark = counters.liveliest.contains(metric) ? "" : " class=\"more\""
      return
        "<tr\(mark)><th scope=\"row\">\(escaped(metric))</th><td class=\"n\"></td><td class=\"n\"></td></tr>"
    }
    let hidden = counters.rows.count - counters.liveliest.count
    let more =
      hidden > 0
      ? "<button type=\"button\" id=\"all\" aria-expanded=\"false\">\(hidden) more</button>" : ""
    return [
      "<details class=\"pane counters fold\" id=\"counters\" open hidden><summary><h2>Counters</h2></summary>",
      "<div class=\"row\"><table><caption class=\"hush\">What was counted after this step</caption><thead><tr>"
        + "<th scope=\"col\">counter</th><th scope=\"col\" class=\"n\">now</th>"
        + "<th scope=\"col\" class=\"n\">change</th></tr></thead>",
      "<tbody>\(rows.joined())</tbody></table>\(more)</div></details>",
    ]
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}
