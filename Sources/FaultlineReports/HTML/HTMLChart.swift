// A chart as SVG, with its legend and its numbers: points are placed here, and nothing is decided.

import FaultlineMeasures
import FaultlinePages

/// Writes one chart.
struct HTMLChart {
  private let chart: Report.Chart
  private let number: Int
  private let box: ChartBox

  init(_ chart: Report.Chart, number: Int) {
    self.chart = chart
    self.number = number
    let panels = chart.panels
    box = ChartBox(
      isAlone: panels.count == 1 && panels.contains { $0.across != nil },
      namesPoints: panels.contains { !$0.marks.isEmpty })
  }

  var lines: [String] {
    var lines = ["<figure class=\"chart\">"]
    lines.append("<figcaption dir=\"auto\">\(escaped(chart.title))</figcaption>")
    lines.append("<div class=\"panels\">")
    for (index, panel) in chart.panels.enumerated() { lines += drawing(panel, index) }
    lines.append("</div>")
    lines += legend
    lines.append("<p class=\"read\" hidden></p>")
    lines.append("<details><summary>The numbers</summary>")
    lines += HTMLTable(chart.table).lines
    lines.append("</details></figure>")
    return lines
  }

  private func drawing(_ panel: Report.Panel, _ index: Int) -> [String] {
    let id = "c\(number)p\(index + 1)"
    let title = panel.title.isEmpty ? chart.title : "\(chart.title): \(panel.title)"
    let across = panel.across ?? chart.across
    let reads = ChartReads(panel, chart.kind) { [box] in
      box.place($0, in: across.range, from: box.left, to: box.right)
    }
    var lines = [
      "<svg viewBox=\"0 0 \(box.width) \(box.height)\" role=\"img\" "
        + "aria-labelledby=\"\(id)t \(id)d\"\(reads.attributes(from: box.top, to: box.bottom))>",
      "<title id=\"\(id)t\">\(escaped(title))</title>",
      "<desc id=\"\(id)d\">\(escaped(chart.summary))</desc>",
    ]
    if !panel.title.isEmpty {
      let shown = short(panel.title, (box.width - box.left) / 8)
      let whole = shown == panel.title ? "" : "<title>\(escaped(panel.title))</title>"
      lines.append(
        "<text class=\"name\" x=\"\(box.left)\" y=\"13\">\(escaped(shown))\(whole)</text>")
    }
    lines += axes(across, isNamed: panel.across != nil || chart.kind == .points)
    switch chart.kind {
    case .steps, .lines: lines += panel.series.map(line)
    case .stack: lines += areas(panel.series, along: across)
    case .points: lines += spots(panel.series)
    }
    for mark in panel.marks { lines.append(named(mark, along: across)) }
    for limit in chart.limits {
      let y = up(limit.value)
      lines.append(
        "<path class=\"limit\" d=\"M\(box.left) \(y)H\(box.right)\"><title>\(escaped(limit.label))"
          + "</title></path>")
    }
    return lines + ["</svg>"]
  }

  // MARK: - Axes

  private func axes(_ axis: Report.Axis, isNamed: Bool) -> [String] {
    var lines: [String] = []
    for tick in chart.up.ticks {
      let y = up(tick.value)
      lines.append("<path class=\"grid\" d=\"M\(box.left) \(y)H\(box.right)\"/>")
      lines.append(
        "<text class=\"y\" x=\"\(box.left - 6)\" y=\"\(y)\" dy=\"4\">\(escaped(tick.label))</text>")
    }
    for tick in axis.ticks {
      let x = place(tick.value, along: axis)
      let anchor = x > Double(box.right) - 30 ? "end" : "middle"
      lines.append("<path class=\"tick\" d=\"M\(x) \(box.bottom)v4\"/>")
      lines.append(
        "<text class=\"x\" text-anchor=\"\(anchor)\" x=\"\(x)\" y=\"\(box.bottom + 16)\">"
          + "\(escaped(short(tick.label, max(4, (box.right - box.left) / 7 / max(1, axis.ticks.count)))))</text>"
      )
    }
    lines.append("<path class=\"axis\" d=\"M\(box.left) \(box.bottom)H\(box.right)\"/>")
    if isNamed {
      lines.append(
        "<text class=\"x\" text-anchor=\"end\" x=\"\(box.right)\" y=\"\(box.height - 3)\">"
          + "\(escaped(axis.title)) →</text>")
    }
    if chart.kind == .points {
      lines.append("<text class=\"x\" x=\"2\" y=\"10\">↑ \(escaped(chart.up.title))</text>")
    }
    return lines
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
  private func areas(_ series: [Report.Series], along axis: Report.Axis) -> [String] {
    var floor: [Double: Double] = [:]
    return series.map { series in
      var top = ""
      var base: [(x: Double, y: Double)] = []
      for (index, point) in series.points.enumerated() {
        let below = floor[point.x] ?? 0
        let (x, y) = (place(point.x, along: axis), up(below + point.y))
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

  /// A point with its name, away from the nearer edge.
  private func named(_ point: Report.Point, along axis: Report.Axis) -> String {
    let (x, y) = (place(point.x, along: axis), up(point.y))
    let isLate = x > Double(box.left + box.right) / 2
    return "<g class=\"mark\"><title>\(escaped(point.place)): \(escaped(point.value))</title>"
      + "<use href=\"#m3\" x=\"\(x)\" y=\"\(y)\"/><text text-anchor=\"\(isLate ? "end" : "start")\" "
      + "x=\"\(isLate ? x + 4 : x - 4)\" y=\"\(y - 9)\">\(escaped(point.label))</text></g>"
  }

  /// More names stand on each other.
  private static let mostNamed = 24

  /// Points, those that are named each with its name where no other name is.
  private func spots(_ all: [Report.Series]) -> [String] {
    // Of many points only those worth choosing are named; the others say it when they are pointed at.
    let isFew = chart.panels.allSatisfy { $0.series.count <= Self.mostNamed }
    var names = ChartNames(box)
    return all.map { series in
      let marks = series.points.map { point in
        let (x, y) = (across(point.x), up(point.y))
        let mark = "<use href=\"#m\(series.style % 8)\" x=\"\(x)\" y=\"\(y)\"/>"
        let name = short(series.name, 18)
        guard series.isStrong || isFew, let place = names.place(for: name, at: (x, y)) else {
          return mark
        }
        return mark
          + "<text class=\"x\" text-anchor=\"\(place.anchor)\" x=\"\(place.x)\" y=\"\(place.y)\">"
          + "\(escaped(name))</text>"
      }
      let group = "s\(series.style % 8)\(series.isStrong ? " worth" : " quiet")"
      let words = series.points.map(\.label).joined(separator: "; ")
      return "<g class=\"\(group)\"><title>\(escaped(words))</title>\(marks.joined())</g>"
    }
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

  private func across(_ value: Double) -> Double { place(value, along: chart.across) }

  private func place(_ value: Double, along axis: Report.Axis) -> Double {
    box.place(value, in: axis.range, from: box.left, to: box.right)
  }

  private func up(_ value: Double) -> Double {
    box.place(value, in: chart.up.range, from: box.bottom, to: box.top)
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}

/// The room in which a chart is drawn.
struct ChartBox {
  let width: Int
  let height: Int
  let left = 62
  let right: Int
  let top: Int
  let bottom: Int

  /// A box among others, or a large one that stands alone; a name of a point needs room above it.
  init(isAlone: Bool = false, namesPoints: Bool = false) {
    width = isAlone ? 640 : 360
    height = isAlone ? 320 : 200
    right = width - 10
    top = namesPoints ? 38 : 22
    bottom = height - 36
  }

  /// Where a value stands between two edges, to a tenth.
  func place(_ value: Double, in range: ClosedRange<Double>, from: Int, to: Int) -> Double {
    let size = range.upperBound - range.lowerBound
    let part = size > 0 ? (value - range.lowerBound) / size : 0
    let place = Double(from) + part * Double(to - from)
    return place.isFinite ? (place * 10).rounded() / 10 : Double(from)
  }

  /// Points with no more than four in a column of pixels: the first, the lowest, the highest, the last.
  func thinned(_ points: [(Double, Double)]) -> [(Double, Double)] {
    guard points.count > right - left else { return points }
    var kept: [(Double, Double)] = []
    var start = points.startIndex
    while start < points.endIndex {
      let column = points[start].0.rounded(.down)
      let end = points[start...].firstIndex { $0.0.rounded(.down) != column } ?? points.endIndex
      let places = start..<end
      let low = places.max { points[$0].1 < points[$1].1 } ?? start
      let high = places.min { points[$0].1 < points[$1].1 } ?? start
      kept += Set([start, low, high, end - 1]).sorted().map { points[$0] }
      start = end
    }
    return kept
  }
}

/// The names that a chart has so far.
struct ChartNames {
  /// Where a name begins or ends, and on which line.
  struct Place {
    let anchor: String
    let x: Double
    let y: Double
  }

  private struct Area {
    let left: Double
    let right: Double
    let y: Double
  }

  /// What a sign of this size is wide and high, with the room around it; a little more than most fonts need.
  private static let (width, height) = (6.6, 13.0)
  private let box: ChartBox
  private var taken: [Area] = []

  init(_ box: ChartBox) { self.box = box }

  /// A place for the name of a point; nil where each is taken, or outside of the chart.
  mutating func place(for name: String, at point: (x: Double, y: Double)) -> Place? {
    let long = Double(name.count) * Self.width
    for line in [point.y - 6, point.y + 14] {
      for isLate in [false, true] {
        let x = isLate ? point.x - 8 : point.x + 8
        let area = Area(left: isLate ? x - long : x, right: isLate ? x : x + long, y: line)
        guard area.left > 0, area.right < Double(box.width), area.y < Double(box.bottom),
          area.y > Self.height * 2, !taken.contains(where: { meet($0, area) })
        else { continue }
        taken.append(area)
        return Place(anchor: isLate ? "end" : "start", x: x, y: line)
      }
    }
    return nil
  }

  private func meet(_ one: Area, _ other: Area) -> Bool {
    one.left < other.right && other.left < one.right && abs(one.y - other.y) < Self.height
  }
}

/// The places of a panel from left to right, each with its values in words.
struct ChartReads {
  /// One place.
  private struct Read {
    let x: Double
    let words: String
  }

  private let reads: [Read]

  /// More are in the table alone.
  private static let most = 400

  /// Gathers the values of a panel.
  init(_ panel: Report.Panel, _ kind: Report.Chart.Kind, place: (Double) -> Double) {
    let series = panel.series.filter(\.isStrong)
    if kind == .points {
      reads = series.flatMap(\.points).sorted { ($0.x, $0.y) < ($1.x, $1.y) }.map {
        Read(x: place($0.x), words: $0.label)
      }
      return
    }
    let xs = Set(series.flatMap { $0.points.map(\.x) }).sorted()
    var next = series.map { _ in 0 }
    var reads = xs.prefix(Self.most).map { x in
      var here: [(name: String, point: Report.Point)] = []
      for (index, one) in series.enumerated() where next[index] < one.points.count {
        guard one.points[next[index]].x == x else { continue }
        here.append((one.name, one.points[next[index]]))
        next[index] += 1
      }
      return Read(x: place(x), words: Self.words(here, kind))
    }
    for mark in panel.marks {
      let read = Read(x: place(mark.x), words: "\(mark.place): \(mark.value)")
      reads.insert(read, at: reads.firstIndex { $0.x >= read.x } ?? reads.endIndex)
    }
    self.reads = reads
  }

  private static func words(
    _ here: [(name: String, point: Report.Point)], _ kind: Report.Chart.Kind
  ) -> String {
    let known = here.first { !$0.point.place.isEmpty }?.point.place
    let isAlone = here.count == 1
    let values = (kind == .stack ? here.filter { $0.point.y > 0 }.reversed() : here).map {
      let value = $0.point.value.isEmpty ? $0.point.label : $0.point.value
      return isAlone || $0.name.isEmpty ? value : "\($0.name) \(value)"
    }
    let place = known.map { "\($0): " } ?? ""
    guard kind == .stack else { return place + values.joined(separator: " · ") }
    let sum = here.reduce(0) { $0 + $1.point.y }
    let all = Int(exactly: sum).map { NumberText.bytes($0) } ?? ""
    return "\(place)\(all)" + (values.isEmpty ? "" : " = ") + values.joined(separator: " + ")
  }

  /// The attributes of the picture that say it, with where a line through it begins and ends.
  func attributes(from top: Int, to bottom: Int) -> String {
    guard !reads.isEmpty else { return "" }
    let words = reads.prefix(Self.most).map { MarkupText.escaped($0.words) }
    let places = reads.prefix(Self.most).map { "\($0.x)" }
    return " data-x=\"\(places.joined(separator: " "))\" data-y=\"\(top) \(bottom)\" "
      + "data-reads=\"\(words.joined(separator: "&#10;"))\""
  }
}
