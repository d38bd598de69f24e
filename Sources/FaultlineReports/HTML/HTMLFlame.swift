// A flame graph as SVG: boxes are placed here, and nothing is decided.

import FaultlinePages

/// Writes one flame graph.
///
/// Each box is a picture within the picture, so that its name is cut where the box ends; widths are shares of the page,
/// so that letters keep their size on every screen.
struct HTMLFlame {
  private let graph: Report.FlameGraph
  private let number: Int

  private static let rowHeight = 18
  /// A box that is narrower has no room for a letter.
  private static let leastForText = 0.02

  init(_ graph: Report.FlameGraph, number: Int) {
    self.graph = graph
    self.number = number
  }

  var lines: [String] {
    let id = "f\(number)"
    var lines = ["<figure class=\"flame\">"]
    lines.append("<figcaption dir=\"auto\">\(escaped(graph.title))</figcaption>")
    lines.append(
      "<svg width=\"100%\" height=\"\(max(1, graph.depth) * Self.rowHeight)\" role=\"img\" "
        + "aria-labelledby=\"\(id)t \(id)d\">")
    lines.append("<title id=\"\(id)t\">\(escaped(graph.title))</title>")
    lines.append("<desc id=\"\(id)d\">\(escaped(graph.summary))</desc>")
    lines += graph.boxes.map(box)
    lines.append("</svg>")
    lines.append("<details><summary>The numbers</summary>")
    lines += HTMLTable(graph.table).lines
    return lines + ["</details></figure>"]
  }

  private func box(_ box: Report.Box) -> String {
    let name =
      box.width < Self.leastForText ? "" : "<text x=\"4\" y=\"13\">\(escaped(box.name))</text>"
    return "<svg class=\"s\(box.style % 7 + 1)\" x=\"\(percent(box.start))\" "
      + "y=\"\(box.row * Self.rowHeight)\" width=\"\(percent(box.width))\" "
      + "height=\"\(Self.rowHeight - 1)\"><title>\(escaped(box.words))</title>"
      + "<rect width=\"100%\" height=\"100%\"/>\(name)</svg>"
  }

  /// A share to a hundredth of a percent.
  private func percent(_ share: Double) -> String {
    "\((share * 10_000).rounded() / 100)%"
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}
