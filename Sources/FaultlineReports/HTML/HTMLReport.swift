// Blocks as elements of a page.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlinePages
import FaultlineReplay

/// Gathers the elements of a report's page, and numbers what needs a name.
struct HTMLReport {
  private(set) var lines: [String] = []
  private var charts = 0
  private var flames = 0
  private var sections = 0
  private var isInSection = false
  /// Whether lists stand beside a picture, and have one column's room.
  private var isBeside = false
  /// The way through the page: contents and tools, which stand below its first picture.
  private var way: [String] = []
  /// How many blocks the contents lead to so far; nil where there are no contents of blocks.
  private var linked: Int?
  /// What the page's own head says already.
  private var headline = ""

  var text: String { lines.joined(separator: "\n") }

  /// What the page is called.
  static func title(of report: Report) -> String {
    if report.subject.comparison != nil { return "Faultline: a comparison" }
    if report.subject.history != nil { return "Faultline: a history" }
    let scenarios = report.subject.run?.scenarios ?? []
    guard scenarios.count == 1, let only = scenarios.first else {
      return "Faultline: \(counted(scenarios.count, "scenario"))"
    }
    return "\(only.name): \(only.title)"
  }

  mutating func add(_ report: Report) {
    headline = Self.title(of: report)
    lines.append("<header class=\"report\">")
    lines.append("<p class=\"brand\">Faultline</p>")
    lines.append("<h1 dir=\"auto\">\(escaped(headline))</h1>")
    var rest = report.blocks[...]
    if case .verdict(let verdict)? = rest.first {
      rest.removeFirst()
      add(verdict)
    }
    if report.film != nil {
      lines.append(
        "<p><a href=\"#replay\">Step through it</a>: what is alive, and what holds it.</p>"
      )
    }
    lines.append("</header>")
    way = contents(rest) + ["<div id=\"tools\" hidden></div>"]
    let isAlone = report.subject.run?.scenarios.count == 1
    if !isAlone { addWay() }
    lines.append("<main id=\"report\">")
    while let block = rest.popFirst() {
      add(linking: block)
      if case .heading = block { addFirst(of: &rest) }
    }
    endSection()
    addWay()
    if let film = report.film { add(film) }
    lines.append("</main>")
    lines.append(
      "<footer><p>▲ rose · ▼ fell · ★ best of its column · ☆ a tie with it · ● reference · = the same · – not read"
        + "</p></footer>")
  }

  /// Adds what a command prints.
  mutating func add(_ page: Page) {
    lines.append("<header class=\"report\"><p class=\"brand\">Faultline</p></header>")
    lines.append("<main id=\"report\">")
    for block in page.blocks { add(block) }
    lines.append("</main>")
  }

  private mutating func add(_ film: Replay) {
    let facts = (["variant \(film.variant)"] + film.settings.map(\.description)).map(
      HarmlessText.line)
    lines.append(
      "<section aria-labelledby=\"replay-head\"><h2 id=\"replay-head\">Step by step</h2>")
    lines.append("<p class=\"lead\" dir=\"auto\">\(escaped(facts.joined(separator: " · ")))</p>")
    lines += ReplaySection(film, showsNotes: false).lines
    lines.append("</section>")
  }

  private mutating func add(_ verdict: Report.VerdictLine) {
    let facts = verdict.facts.map { "<li dir=\"auto\">\(escaped($0))</li>" }
    lines.append(
      "<div class=\"answer\"><p class=\"verdict \(verdict.tone.rawValue)\"><strong>"
        + "\(escaped(verdict.word))</strong></p>")
    lines.append("<ul class=\"facts\">\(facts.joined())</ul></div>")
  }

  /// With fewer titles a page is seen through without help.
  private static let fewestLinked = 6

  /// Where several scenarios are shown, their names as links; of one, the titles of its parts where they are many.
  private mutating func contents(_ blocks: ArraySlice<Report.Block>) -> [String] {
    let headings = blocks.compactMap { block in
      if case .heading(let text, _) = block { text } else { nil }
    }
    let titles = blocks.compactMap(\.title)
    if headings.count > 1 {
      return contents(headings, label: "Scenarios", anchor: "s")
    }
    guard titles.count >= Self.fewestLinked else { return [] }
    linked = 0
    return contents(titles, label: "Contents", anchor: "b")
  }

  private func contents(_ titles: [String], label: String, anchor: String) -> [String] {
    let items = titles.enumerated().map { index, title in
      "<li dir=\"auto\"><a href=\"#\(anchor)\(index + 1)\">\(escaped(title))</a></li>"
    }
    return ["<nav aria-label=\"\(label)\"><ol>"] + items + ["</ol></nav>"]
  }

  private mutating func addWay() {
    lines += way
    way = []
  }

  /// A picture that follows the sentences and lists below a heading stands beside them, so that both are seen at once.
  private mutating func addFirst(of rest: inout ArraySlice<Report.Block>) {
    let lists = rest.prefix { block in
      switch block {
      case .list, .paragraph: true
      default: false
      }
    }
    let after = rest.dropFirst(lists.count)
    if case .chart? = after.first {
      lines.append("<div class=\"first\"><div class=\"advice\">")
      isBeside = true
      for block in lists { add(linking: block) }
      isBeside = false
      lines.append("</div>")
      add(linking: after[after.startIndex])
      lines.append("</div>")
      rest = after.dropFirst()
    }
    addWay()
  }

  /// A block, where the contents find it.
  private mutating func add(linking block: Report.Block) {
    guard let before = linked, block.title != nil else { return add(block) }
    linked = before + 1
    lines.append("<div id=\"b\(before + 1)\">")
    add(block)
    lines.append("</div>")
  }

  private mutating func endSection() {
    if isInSection { lines.append("</section>") }
    isInSection = false
  }

  private mutating func add(_ block: Report.Block) {
    switch block {
    case .verdict(let verdict): add(verdict)
    case .heading(let text, let lead):
      endSection()
      sections += 1
      isInSection = true
      let isKnown = text == headline
      lines.append("<section id=\"s\(sections)\" aria-labelledby=\"h\(sections)\">")
      lines.append(
        "<h2 id=\"h\(sections)\" dir=\"auto\"\(isKnown ? " class=\"hush\"" : "")>\(escaped(text))</h2>"
      )
      if !lead.isEmpty { lines.append("<p class=\"lead\" dir=\"auto\">\(escaped(lead))</p>") }
    case .title(let text): lines.append("<h1 dir=\"auto\">\(escaped(text))</h1>")
    case .paragraph(let text): add(paragraphs: text)
    case .bullets(let title, let items):
      if !title.isEmpty { lines.append(heading(title)) }
      lines.append("<ul class=\"items\">")
      lines += items.map { "<li dir=\"auto\">\(escaped(String($0.drop { $0 == " " })))</li>" }
      lines.append("</ul>")
    case .lines(let texts): add(.bullets("", texts))
    case .keyValues(let title, let rows):
      if !title.isEmpty { lines.append(heading(title)) }
      lines.append("<dl>")
      lines += rows.map {
        "<dt dir=\"auto\">\(escaped($0.key))</dt><dd dir=\"auto\">\(escaped($0.value))</dd>"
      }
      lines.append("</dl>")
    case .code(let text, let title, _):
      if !title.isEmpty { lines.append("<p dir=\"auto\">\(escaped(title))</p>") }
      lines.append(asItStands(markup(ofLines: text), label: "code"))
    case .command(let words):
      let command = "<code>\(escaped(words.joined(separator: " ")))</code>"
      lines.append(asItStands(command, label: "command"))
    case .table(let table): add(table)
    case .grid(let grid):
      lines.append(heading(grid.title))
      lines += HTMLGrid(grid, isInSection: isInSection).lines
    case .list(let list): add(list)
    case .notes(let notes):
      lines.append("<aside class=\"notes\">\(heading("Notes"))")
      for note in notes { add(paragraphs: note) }
      lines.append("</aside>")
    case .chart(let chart):
      charts += 1
      lines += HTMLChart(chart, number: charts).lines
    case .flame(let graph):
      flames += 1
      lines += HTMLFlame(graph, number: flames).lines
    case .more(let more): add(more)
    }
  }

  /// The rows of a second table that are read at a glance: about a screen of them.
  private static let longest = 24

  private mutating func add(_ table: Report.Table) {
    let isLong = table.isSecond && table.rows.count > Self.longest
    guard isLong || !table.fold.isEmpty else {
      lines += HTMLTable(table).lines
      return
    }
    let all = counted(table.rows.count, "row")
    lines.append(
      "<details class=\"more\"><summary dir=\"auto\">\(escaped(table.title)): \(all)</summary>")
    lines += HTMLTable(table).lines
    lines.append("</details>")
  }

  private mutating func add(_ more: Report.More) {
    if more.isOpen {
      lines.append(heading(more.title))
      lines.append("<div class=\"group\">")
    } else {
      lines.append("<details class=\"more\"><summary dir=\"auto\">\(escaped(more.title))</summary>")
    }
    for block in more.blocks { add(inner: block) }
    lines.append(more.isOpen ? "</div>" : "</details>")
  }

  /// A block inside another; a heading there begins no section of the page.
  private mutating func add(inner block: Report.Block) {
    guard case .heading(let text, let lead) = block else { return add(block) }
    lines.append(heading(text))
    if !lead.isEmpty { lines.append("<p class=\"lead\" dir=\"auto\">\(escaped(lead))</p>") }
  }

  private mutating func add(_ list: Report.List) {
    if !list.title.isEmpty { lines.append(heading(list.title)) }
    lines += items(list.shown, isWide: !isBeside && list.items.count > 1)
    guard !list.rest.isEmpty else { return }
    lines.append("<details><summary>… \(list.rest.count) more</summary>")
    lines += items(list.rest)
    lines.append("</details>")
  }

  private func items(_ items: ArraySlice<Report.Item>, isWide: Bool = false) -> [String] {
    let lines = items.map { item in
      let isFolded = TrialNames.areMany(item.cases)
      let details = small(item.details + (isFolded ? [] : item.cases))
      let cases =
        isFolded
        ? "<details><summary>\(counted(item.cases.count, "variant")), one by one</summary>"
          + "\(small(item.cases))</details>" : ""
      return "<li class=\"\(item.tone.rawValue)\" dir=\"auto\"><b>\(escaped(item.label))</b> "
        + "\(escaped(item.text))\(drawing(item.trace))\(details)\(cases)</li>"
    }
    return ["<ul class=\"items\(isWide ? " wide-items" : "")\">"] + lines + ["</ul>"]
  }

  private func small(_ lines: [String]) -> String {
    let spans = lines.map { "<br><span dir=\"auto\">\(escaped($0))</span>" }
    return "<small>\(spans.joined())</small>"
  }

  /// A drawing, line by line.
  private func drawing(_ trace: [String]) -> String {
    guard !trace.isEmpty else { return "" }
    return asItStands(trace.map(escaped).joined(separator: "\n"), label: "trace")
  }

  /// Lines whose spaces and ends count; where they are wider than the window, they can be moved.
  private func asItStands(_ lines: String, label: String) -> String {
    "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(label)\">"
      + "<pre dir=\"ltr\">\(lines)</pre></div>"
  }

  private mutating func add(paragraphs text: String) {
    for part in text.split(separator: "\n\n") {
      lines.append("<p dir=\"auto\">\(escaped(String(part)))</p>")
    }
  }

  /// Below the page's own head, or below that of a section.
  private func heading(_ text: String) -> String {
    let tag = isInSection ? "h3" : "h2"
    return "<\(tag) dir=\"auto\">\(escaped(text))</\(tag)>"
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }

  private func markup(ofLines text: String) -> String {
    var rows: [String] = []
    for row in text.split(separator: "\n", omittingEmptySubsequences: false) {
      rows.append(MarkupText.escaped(String(row)))
    }
    return rows.joined(separator: "\n")
  }
}

extension Report {
  /// The film of the one scenario that the report is about; a page of several has no room for theirs.
  var film: Replay? {
    guard let run = subject.run, run.scenarios.count == 1, let only = run.scenarios.first else {
      return nil
    }
    return subject.films[only.name]
  }
}
