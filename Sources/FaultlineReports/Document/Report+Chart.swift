// A picture of numbers: every point, tick and line is decided here; formats only place them.

extension Report {
  /// Panels that share their axes, with a table that says the same in numbers.
  public struct Chart: Sendable, Hashable {
    /// The words above the picture.
    public var title: String
    /// What is to be seen, for those who cannot see it.
    public var summary: String
    /// How points are joined.
    public var kind: Kind
    /// The axis from left to right.
    public var across: Axis
    /// The axis from below.
    public var up: Axis
    /// The pictures, each with the same axes.
    public var panels: [Panel]
    /// Levels that must not be passed.
    public var limits: [Tick]
    /// The same numbers.
    public var table: Table

    /// How points are joined.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
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
    public init(
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
  public struct Axis: Sendable, Hashable {
    /// What it measures.
    public var title: String
    /// The least and the greatest value on it.
    public var range: ClosedRange<Double>
    /// The values that are named.
    public var ticks: [Tick]

    /// Makes an axis.
    public init(title: String, range: ClosedRange<Double>, ticks: [Tick]) {
      self.title = title
      self.range = range
      self.ticks = ticks
    }
  }

  /// A named value on an axis.
  public struct Tick: Sendable, Hashable {
    /// Where it stands.
    public var value: Double
    /// What it is called.
    public var label: String

    /// Names a value.
    public init(value: Double, label: String) {
      self.value = value
      self.label = label
    }
  }

  /// One picture of a chart.
  public struct Panel: Sendable, Hashable {
    /// The words above it; empty when the chart has only one.
    public var title: String
    /// What is drawn in it.
    public var series: [Series]
    /// Its own axis from left to right, where the chart's is not that of all.
    public var across: Axis?
    /// Points that are named in the picture.
    public var marks: [Point]

    /// Makes a panel.
    public init(title: String, series: [Series], across: Axis? = nil, marks: [Point] = []) {
      self.title = title
      self.series = series
      self.across = across
      self.marks = marks
    }
  }

  /// Points that belong together.
  public struct Series: Sendable, Hashable {
    /// What they are of.
    public var name: String
    /// The place of its colour and dashes among all series of the chart.
    public var style: Int
    /// Whether it stands out; the others are drawn quietly.
    public var isStrong: Bool
    /// The points from left to right; for areas, the thickness at each.
    public var points: [Point]

    /// Makes a series.
    public init(name: String, style: Int, isStrong: Bool = true, points: [Point]) {
      self.name = name
      self.style = style
      self.isStrong = isStrong
      self.points = points
    }
  }

  /// A point in a chart.
  public struct Point: Sendable, Hashable {
    /// Its place from left to right.
    public var x: Double
    /// Its place from below.
    public var y: Double
    /// Its values in words.
    public var label: String
    /// Where it is from left to right, in words; empty where the label says it.
    public var place: String
    /// Its place from below, in words; empty where the label says it.
    public var value: String

    /// Makes a point.
    public init(x: Double, y: Double, label: String, place: String = "", value: String = "") {
      self.x = x
      self.y = y
      self.label = label
      self.place = place
      self.value = value
    }
  }
}
