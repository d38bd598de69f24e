// Drawings of a report: charts with their axes, and flame graphs.

import FaultlineMeasures

extension Report {
  /// Panels that share their axes, with a table that says the same in numbers.
  package struct Chart: Sendable, Hashable {
    /// The words above the picture.
    package var title: String
    /// What is to be seen, for those who cannot see it.
    package var summary: String
    /// How points are joined.
    package var kind: Kind
    /// The axis from left to right.
    package var across: Axis
    /// The axis from below.
    package var up: Axis
    /// The pictures, each with the same axes.
    package var panels: [Panel]
    /// Levels that must not be passed.
    package var limits: [Tick]
    /// The same numbers.
    package var table: Table

    /// How points are joined.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Lines that keep a level until the next point.
      case steps
      /// Straight lines from point to point.
      case lines
      /// Areas upon each other.
      case stack
      /// Points alone.
      case points
    }

    /// Makes a chart.
    package init(
      title: String, summary: String, kind: Kind, across: Axis, up: Axis, panels: [Panel],
      limits: [Tick] = [], table: Table
    ) {
      self.title = title
      self.summary = summary
      self.kind = kind
      self.across = across
      self.up = up
      self.panels = panels
      self.limits = limits
      self.table = table
    }
  }

  /// One side of a chart.
  package struct Axis: Sendable, Hashable {
    /// What it measures.
    package var title: String
    /// The least and the greatest value on it.
    package var range: ClosedRange<Double>
    /// The values that are named.
    package var ticks: [Tick]

    /// Makes an axis.
    package init(title: String, range: ClosedRange<Double>, ticks: [Tick]) {
      self.title = title
      self.range = range
      self.ticks = ticks
    }
  }

  /// A named value on an axis.
  package struct Tick: Sendable, Hashable {
    /// Where it stands.
    package var value: Double
    /// What it is called.
    package var label: String

    /// Names a value.
    package init(value: Double, label: String) {
      self.value = value
      self.label = label
    }
  }

  /// One picture of a chart.
  package struct Panel: Sendable, Hashable {
    /// The words above it; empty when the chart has only one.
    package var title: String
    /// What is drawn in it.
    package var series: [Series]
    /// Its own axis from left to right, where the chart's is not that of all.
    package var across: Axis?
    /// Points that are named in the picture.
    package var marks: [Point]

    /// Makes a panel.
    package init(title: String, series: [Series], across: Axis? = nil, marks: [Point] = []) {
      self.title = title
      self.series = series
      self.across = across
      self.marks = marks
    }
  }

  /// Points that belong together.
  package struct Series: Sendable, Hashable {
    /// What they are of.
    package var name: String
    /// The place of its colour and dashes among all series of the chart.
    package var style: Int
    /// Whether it stands out; the others are drawn quietly.
    package var isStrong: Bool
    /// The points from left to right; for areas, the thickness at each.
    package var points: [Point]

    /// Makes a series.
    package init(name: String, style: Int, isStrong: Bool = true, points: [Point]) {
      self.name = name
      self.style = style
      self.isStrong = isStrong
      self.points = points
    }
  }

  /// A point in a chart.
  package struct Point: Sendable, Hashable {
    /// Its place from left to right.
    package var x: Double
    /// Its place from below.
    package var y: Double
    /// Its values in words.
    package var label: String
    /// Where it is from left to right, in words; empty where the label says it.
    package var place: String
    /// Its place from below, in words; empty where the label says it.
    package var value: String

    /// Makes a point.
    package init(x: Double, y: Double, label: String, place: String = "", value: String = "") {
      self.x = x
      self.y = y
      self.label = label
      self.place = place
      self.value = value
    }
  }
}

// A flame graph: calls as boxes under each other, as wide as the bytes that they took.
extension Report {
  /// Calls as boxes, with a table that says the same in numbers.
  package struct FlameGraph: Sendable, Hashable {
    /// The words above the picture.
    package var title: String
    /// What is to be seen, for those who cannot see it.
    package var summary: String
    /// The boxes, each behind the one that it lies under.
    package var boxes: [Box]
    /// The same numbers, function by function.
    package var table: Table

    /// How many rows of boxes there are.
    package var depth: Int { (boxes.map(\.row).max() ?? -1) + 1 }

    /// Makes a graph.
    package init(title: String, summary: String, boxes: [Box], table: Table) {
      self.title = title
      self.summary = summary
      self.boxes = boxes
      self.table = table
    }
  }

  /// A call in a flame graph.
  package struct Box: Sendable, Hashable {
    /// What stands in it.
    package var name: String
    /// What is said of it.
    package var words: String
    /// Its row, counted from the outermost call.
    package var row: Int
    /// Where it begins, from 0 at the left to 1.
    package var start: Double
    /// How wide it is, of 1.
    package var width: Double
    /// The place of its colour.
    package var style: Int

    /// Makes a box.
    package init(name: String, words: String, row: Int, start: Double, width: Double, style: Int) {
      self.name = name
      self.words = words
      self.row = row
      self.start = start
      self.width = width
      self.style = style
    }
  }
}

// Axes whose ticks are round numbers of what they measure.
extension Report.Axis {
  /// An axis from zero, or from below it, to the first round number above everything; or one of just
  /// the values, so that a step of one unit is seen.
  init(title: String, holding values: [Double], scale: Metric.Scale, fromZero: Bool = true) {
    let finite = values.filter(\.isFinite)
    let least = max(finite.min() ?? 0, -Self.widest)
    let most = min(finite.max() ?? 0, Self.widest)
    let low = fromZero ? min(0, least) : least
    let high = max(low, fromZero ? max(0, most) : most)
    // Between two ticks there is at least the next number that a double can be.
    let step = max(Self.step(for: (high - low) / 4, scale), low.ulp, high.ulp)
    let first = (low / step).rounded(.down)
    let last = max((high / step).rounded(.up), first + 1)
    let ticks = stride(from: first, through: last, by: 1).map { number in
      let value = number * step
      return Report.Tick(value: value, label: Self.label(value, scale))
    }
    self.init(title: title, range: first * step...last * step, ticks: ticks)
  }

  /// What a damaged result says beyond lies on the edge, so that sums and ticks stay numbers.
  private static let widest = 1e300

  /// The places of checkpoints, each named as far as there is room, and some room after the last.
  init(checkpoints: [String], title: String = "checkpoint") {
    // More than five names stand in each other's way.
    let every = max(1, (checkpoints.count + 3) / 5)
    let last = checkpoints.count - 1
    let ticks = checkpoints.indices.filter { index in
      index == last || index.isMultiple(of: every) && last - index >= every
    }.map { Report.Tick(value: Double($0), label: checkpoints[$0]) }
    self.init(title: title, range: 0...Double(max(1, last)) + 0.5, ticks: ticks)
  }

  /// The least round number that is no smaller: 1, 2 or 5 times a power of ten; of bytes, a power of two.
  private static func step(for size: Double, _ scale: Metric.Scale) -> Double {
    // Bytes in powers of two: thousands of KiB would be no round number of MiB.
    if scale == .bytes {
      var power = 1.0
      while power < size, power < Self.widest { power *= 2 }
      return power
    }
    let isWhole = scale == .count
    guard size.isFinite, size > (isWhole ? 1 : 1e-6) else { return isWhole ? 1 : 1e-6 }
    var power = size < 1 ? 1e-6 : 1
    while power * 10 <= size { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= size } ?? size
  }

  private static func label(_ value: Double, _ scale: Metric.Scale) -> String {
    guard scale == .bytes, let bytes = Int(exactly: value), bytes.magnitude >= 1024 else {
      return NumberText.text(Int(exactly: value).map(Quantity.integer) ?? .real(value), scale)
    }
    var size = value
    var unit = 0
    let units = ["B", "KiB", "MiB", "GiB", "TiB"]
    while size.magnitude >= 1024, unit < units.count - 1 {
      size /= 1024
      unit += 1
    }
    let isWhole = size == size.rounded()
    return "\(NumberText.decimal(size, places: isWhole ? 0 : 1)) \(units[unit])"
  }
}
