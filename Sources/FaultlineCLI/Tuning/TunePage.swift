// What a search found as a page: the front, the point to take, what lies beside it, and how much was looked at.

import FaultlineAnalysis
import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Writes the advice of a search.
struct TunePage {
  let document: TuneDocument
  let axes: TuneAxes
  let goals: [TuneGoal]
  let deaths: [SearchCell: String]
  private static let mostRows = 24

  var varied: [String] { axes.varied.map { axes.axes[$0].name } }

  func text(_ quantity: Quantity, _ metric: String) -> String {
    NumberText.text(quantity, scale(metric))
  }

  func scale(_ metric: String) -> Metric.Scale {
    goals.first { $0.metric.name == metric }?.metric.scale ?? .count
  }

  // MARK: - The table

  private var headings: [(title: String, isNumber: Bool)] {
    [("", false)] + varied.map { ($0, false) } + goals.map { ($0.metric.name, true) } + [
      ("alike", true)
    ]
  }

  private func cells(_ point: TuneDocument.Point) -> [String] {
    let isTaken = point.settings == document.recommended?.settings
    let settings = point.settings.filter { varied.contains($0.name) }
    return [isTaken ? "★" : ""] + settings.map { TuneAxes.shown($0.value.plain) }
      + point.readings.map { text($0.quantity, $0.metric) } + ["\(point.alike)"]
  }

  /// The rows that are shown, some from each part of a long front.
  private var rows: [TuneDocument.Point] {
    let front = document.front
    let places = Set(front.indices.spread(over: Self.mostRows))
    return front.indices.filter {
      places.contains($0) || front[$0].settings == document.recommended?.settings
    }.map { front[$0] }
  }

  private var caption: String {
    let hidden = document.front.count - rows.count
    let what = document.fits ? "The front" : "The front, of which nothing fits"
    return
      "\(what): \(counted(document.front.count, "point", "points")) that no other beats"
      + (hidden > 0 ? "; \(NumberText.grouped(hidden)) between these are in --format json." : ".")
  }

  func text(width: Int) -> String {
    let page = HelpText(width: width)
    var parts = [page.paragraph(headline)]
    if let reason = document.reason { parts.append(page.paragraph(reason)) }
    parts += (scope + misses + otherWork).map(page.paragraph)
    if !document.front.isEmpty {
      var table = TextTable(headings)
      for row in rows { table.add(cells(row)) }
      let fits = table.text.split(separator: "\n").allSatisfy { $0.count <= width }
      let lines = fits ? table.text : narrow(page)
      parts.append(page.paragraph(caption) + "\n" + lines)
    }
    parts += cliffs.map(page.paragraph)
    if !worth.isEmpty {
      let lines = worth.flatMap { page.wrapped($0, indent: 2) }.joined(separator: "\n")
      parts.append(
        page.paragraph("What each setting is worth alone, from \(start):") + "\n" + lines)
    }
    if let yaml = document.yaml {
      parts.append(
        "To paste:\n" + yaml.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
    }
    parts += (objections + refusals + died).map(page.paragraph)
    for sentence in [turns, covers] where !sentence.isEmpty {
      parts.append(page.paragraph(sentence))
    }
    parts.append(page.paragraph(coverage))
    return parts.joined(separator: "\n\n")
  }

  /// The front where no table fits: a paragraph a point.
  private func narrow(_ page: HelpText) -> String {
    rows.flatMap { row in
      let mark = row.settings == document.recommended?.settings ? "★ " : ""
      let costs = row.readings.map { "\(text($0.quantity, $0.metric)) \($0.metric)" }
      return page.wrapped("\(mark)\(name(row)): \(costs.joined(separator: ", "))", indent: 2)
    }.joined(separator: "\n")
  }

  var markdown: String {
    func row(_ cells: [String]) -> String {
      "| " + cells.map(MarkdownText.escaped).joined(separator: " | ") + " |"
    }
    func paragraph(_ text: String) -> [String] { ["", MarkdownText.line(text)] }
    var lines = ["# \(MarkdownText.escaped(document.scenario))"] + paragraph(headline)
    if let reason = document.reason { lines += paragraph(reason) }
    for sentence in scope + misses + otherWork { lines += paragraph(sentence) }
    if !document.front.isEmpty {
      lines += paragraph(caption) + ["", row(headings.map(\.title))]
      lines.append("|" + headings.map { $0.isNumber ? "---:|" : "---|" }.joined())
      lines += rows.map { row(cells($0)) }
    }
    for cliff in cliffs { lines += paragraph(cliff) }
    if !worth.isEmpty {
      lines += paragraph("What each setting is worth alone, from \(start):") + [""]
      lines += worth.map { "- \(MarkdownText.escaped($0))" }
    }
    if let yaml = document.yaml { lines += ["", MarkdownText.code(yaml, "yaml")] }
    for sentence in objections + refusals + died + [turns, covers, coverage] where !sentence.isEmpty
    {
      lines += paragraph(sentence)
    }
    return lines.joined(separator: "\n")
  }
}
