// A picture of numbers: every point, tick and line is decided here; formats only place them.

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
