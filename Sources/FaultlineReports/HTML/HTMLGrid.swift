// Tables over axes as elements: small tables beside each other, with shades and signs, and what a filter needs.

import FaultlinePages

/// Writes the tables of many trials.
struct HTMLGrid {
  private let grid: Report.Grid
  private let tag: String

  init(_ grid: Report.Grid, isInSection: Bool) {
    self.grid = grid
    tag = isInSection ? "h4" : "h3"
  }

  var lines: [String] {
    var lines = ["<div class=\"cells\">"]
    lines += grid.axes.map(axis)
    lines += grid.lead.map { "<p class=\"lead\" dir=\"auto\">\(escaped($0))</p>" }
    let legend = grid.legend(best: "★", tie: "☆", worst: "◇", broken: "✗")
    let shades = grid.parts.contains { $0.isShaded } ? Self.shades : ""
    let signs = [legend, shades].filter { !$0.isEmpty }.joined(separator: " · ")
    if !signs.isEmpty { lines.append("<p class=\"remark\" dir=\"auto\">\(escaped(signs))</p>") }
    for part in grid.parts { lines += self.lines(part) }
    if !grid.leftOut.isEmpty {
      let words =
        "No tables, because there are so many cells: \(grid.leftOut.joined(separator: ", "))"
      lines.append(
        "<p class=\"remark\" dir=\"auto\">\(escaped(words)). --format csv has their readings.</p>")
    }
    return lines + ["</div>"]
  }

  private static let shades = "the stronger the shade, the nearer to the worst"

  /// The values of an axis, for a script; nothing of it is seen.
  private func axis(_ axis: Report.Grid.Axis) -> String {
    let values = zip(axis.values, axis.plain).map { value, plain in
      let address = value == plain ? "" : " data-v=\"\(escaped(plain))\""
      return "<i\(address)>\(escaped(value))</i>"
    }.joined()
    return "<template data-axis=\"\(escaped(axis.name))\">\(values)</template>"
  }

  private func lines(_ part: Report.Grid.Part) -> [String] {
    var lines = [
      "<\(tag) dir=\"auto\">\(escaped(part.title)) <small>\(escaped(part.lead))</small></\(tag)>",
      "<div class=\"facets\">",
    ]
    for facet in part.facets {
      var table = facet.table
      // Where one table is all, its caption is what it shows.
      if table.title.isEmpty { table.title = part.title }
      lines.append("<div class=\"facet\"\(HTMLTable.at(facet.at))>")
      lines += HTMLTable(table, bestOf: grid.scope.isEmpty ? "best" : "best \(grid.scope)").lines
      lines.append("</div>")
    }
    return lines + ["</div>"]
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}

extension Report.Grid.Part {
  fileprivate var isShaded: Bool {
    facets.contains { $0.table.rows.contains { $0.cells.contains { ($0.level ?? 0) > 0 } } }
  }
}
