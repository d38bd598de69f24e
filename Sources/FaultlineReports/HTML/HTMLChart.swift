// A chart as SVG, with its legend and its numbers: points are placed here, and nothing is decided.

import FaultlinePages

/// Spells one chart.
struct HTMLChart {
  private let chart: Report.Chart
  private let number: Int
  private let box = ChartBox()

  init(_ chart: Report.Chart, number: Int) {
    self.chart = chart
    self.number = number
  }

  var lines: [String] {
    var lines = ["<figure class=\"chart\">"]
    lines.append("<figcaption dir=\"auto\">\(escaped(chart.title))</figcaption>")
    lines.append("<div class=\"panels\">")
    for (index, panel) in chart.panels.enumerated() { lines += drawing(panel, index) }
    lines.append("</div>")
    lines += legend
    lines.append("<details><summary>The numbers</summary>")
    lines += HTMLTable(chart.table).lines
    lines.append("</details></figure>")
    return lines
  }

  private func drawing(_ panel: Report.Panel, _ index: Int) -> [String] {
    let id = "c\(number)p\(index + 1)"
    let title = panel.title.isEmpty ? chart.title : "\(chart.title): \(panel.title)"
    var lines = [
      "<svg viewBox=\"0 0 \(box.width) \(box.height)\" role=\"img\" "
        + "aria-labelledby=\"\(id)t \(id)d\">",
      "<title id=\"\(id)t\">\(escaped(title))</title>",
      "<desc id=\"\(id)d\">\(escaped(chart.summary))</desc>",
    ]
    if !panel.title.isEmpty {
      lines.append("<text class=\"name\" x=\"\(box.left)\" y=\"13\">\(escaped(panel.title))</text>")
    }
    lines += axes
    switch chart.kind {
    case .steps, .lines: lines += panel.series.map(line)
    case .stack: lines += areas(panel.series)
    case .points: lines += panel.series.map(spot)
    }
    for limit in chart.limits {
      let y = up(limit.value)
      lines.append(
        "<path class=\"limit\" d=\"M\(box.left) \(y)H\(box.right)\"><title>\(escaped(limit.label))"
          + "</title></path>")
    }
    return lines + ["</svg>"]
  }

  // MARK: - Axes

  private var axes: [String] {
    var lines: [String] = []
    for tick in chart.up.ticks {
      let y = up(tick.value)
      lines.append("<path class=\"grid\" d=\"M\(box.left) \(y)H\(box.right)\"/>")
      lines.append(
        "<text class=\"y\" x=\"\(box.left - 6)\" y=\"\(y)\" dy=\"4\">\(escaped(tick.label))</text>")
    }
    for (index, tick) in chart.across.ticks.enumerated() {
      let x = across(tick.value)
      let isEdge = index == 0 || index == chart.across.ticks.count - 1
      let anchor = index == 0 ? "start" : isEdge ? "end" : "middle"
      lines.append("<path class=\"tick\" d=\"M\(x) \(box.bottom)v4\"/>")
      lines.append(
        "<text class=\"x\" text-anchor=\"\(anchor)\" x=\"\(x)\" y=\"\(box.bottom + 16)\">"
          + "\(escaped(short(tick.label)))</text>")
    }
    lines.append("<path class=\"axis\" d=\"M\(box.left) \(box.bottom)H\(box.right)\"/>")
    if chart.kind == .points {
      lines.append(
        "<text class=\"x\" text-anchor=\"end\" x=\"\(box.right)\" y=\"\(box.height - 2)\">"
          + "\(escaped(chart.across.title)) →</text>")
      lines.append("<text class=\"x\" x=\"2\" y=\"10\">↑ \(escaped(chart.up.title))</text>")
    }
    return lines
  }

  /// As much of a name as has room beside its neighbours.
  private func short(_ label: String) -> String {
    let room = max(4, 50 / max(1, chart.across.ticks.count))
    return TerminalWidth.shortened(HarmlessText.line(label), to: room, ellipsis: "…")
  }

  // MARK: - Marks

  private func line(_ series: Report.Series) -> String {
    let group = "s\(series.style % 8)\(series.isStrong ? "" : " quiet")"
    let points = box.thinned(series.points.map { (across($0.x), up($0.y)) })
    var path = ""
    for (index, point) in points.enumerated() {
      let step = chart.kind == .lines ? "L\(point.0) \(point.1)" : "H\(point.0)V\(point.1)"
      path += index == 0 ? "M\(point.0) \(point.1)" : step
    }
    // The last level lasts to the edge, so that it can be seen.
    if !path.isEmpty, chart.kind != .lines { path += "H\(box.right)" }
    let marks =
      series.points.count > 24 || !series.isStrong
      ? ""
      : series.points.map { point in
        "<use href=\"#m\(series.style % 8)\" x=\"\(across(point.x))\" y=\"\(up(point.y))\"/>"
      }.joined()
    let name = "<title>\(escaped(series.name))</title>"
    return "<g class=\"\(group)\">\(name)<path class=\"line\" d=\"\(path)\"/>\(marks)</g>"
  }

  /// Areas upon each other, each from the top of the one below to its own.
  private func areas(_ series: [Report.Series]) -> [String] {
    var floor: [Double: Double] = [:]
    return series.map { series in
      var top = ""
      var base: [(x: Double, y: Double)] = []
      for (index, point) in series.points.enumerated() {
        let below = floor[point.x] ?? 0
        let (x, y) = (across(point.x), up(below + point.y))
        top += index == 0 ? "M\(x) \(y)" : "H\(x)V\(y)"
        base.append((x, up(below)))
        floor[point.x] = below + point.y
      }
      // The way back goes along the steps of the base, from the right edge to the left.
      let back = base.reversed().map { "V\($0.y)H\($0.x)" }
      return
        "<path class=\"area f\(series.style % 10)\" d=\"\(top)H\(box.right)\(back.joined())Z\">"
        + "<title>\(escaped(series.name))</title></path>"
    }
  }

  /// More names stand on each other.
  private static let mostNamed = 24

  private func spot(_ series: Report.Series) -> String {
    // Of many points only those worth choosing are named; the others say it when they are pointed at.
    let isNamed = series.isStrong || chart.panels.allSatisfy { $0.series.count <= Self.mostNamed }
    let marks = series.points.map { point in
      let (x, y) = (across(point.x), up(point.y))
      let isLate = x > Double(box.right) - 90
      let anchor = isLate ? "end" : "start"
      let mark = "<use href=\"#m\(series.style % 8)\" x=\"\(x)\" y=\"\(y)\"/>"
      guard isNamed else { return mark }
      return mark
        + "<text class=\"x\" text-anchor=\"\(anchor)\" x=\"\(isLate ? x - 8 : x + 8)\" "
        + "y=\"\(y - 6)\">\(escaped(short(series.name, 18)))</text>"
    }
    let group = "s\(series.style % 8)\(series.isStrong ? " worth" : " quiet")"
    let words = series.points.map(\.label).joined(separator: "; ")
    return "<g class=\"\(group)\"><title>\(escaped(words))</title>\(marks.joined())</g>"
  }

  private func short(_ label: String, _ room: Int) -> String {
    TerminalWidth.shortened(HarmlessText.line(label), to: room, ellipsis: "…")
  }

  // MARK: - Legend

  private var legend: [String] {
    var seen: [Report.Series] = []
    for series in chart.panels.flatMap(\.series)
    where series.isStrong && !seen.contains(where: { $0.name == series.name }) {
      seen.append(series)
    }
    let isNamed = chart.kind == .points || chart.kind == .steps && chart.panels.count > 1
    guard seen.count > 1, !isNamed else { return [] }
    let isArea = chart.kind == .stack
    let items = seen.map { series in
      let sample =
        isArea
        ? "<rect class=\"area f\(series.style % 10)\" width=\"24\" height=\"12\"/>"
        : "<g class=\"s\(series.style % 8)\"><path class=\"line\" d=\"M0 6H24\"/>"
          + "<use href=\"#m\(series.style % 8)\" x=\"12\" y=\"6\"/></g>"
      return "<li dir=\"auto\"><svg viewBox=\"0 0 24 12\" aria-hidden=\"true\">\(sample)</svg> "
        + "\(escaped(series.name))</li>"
    }
    return ["<ul class=\"legend\">\(items.joined())</ul>"]
  }

  private func across(_ value: Double) -> Double {
    box.place(value, in: chart.across.range, from: box.left, to: box.right)
  }

  private func up(_ value: Double) -> Double {
    box.place(value, in: chart.up.range, from: box.bottom, to: box.top)
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}
