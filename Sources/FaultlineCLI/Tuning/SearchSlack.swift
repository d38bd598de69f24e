// How far readings turn around along an axis, as far as that was seen: what bounds have to allow for.

/// For each axis and goal the deepest valley that was seen between two readings on one line.
struct SearchSlack: Equatable {
  /// A valley as deep as the deepest so far, times this, is still allowed for.
  private static let safety = 2.0

  private let space: [Bool]
  private let goals: Int
  /// The depth of the deepest valley, in the unit of the goal, by axis and goal.
  private(set) var depth: [[Double]]
  /// The same as a part of the edges' height.
  private(set) var share: [[Double]]
  /// Readings along each line, by the axis and the cell without its place on it.
  private var lines: [Line: [(place: Int, reading: SearchReading)]] = [:]

  private struct Line: Hashable {
    let axis: Int
    let rest: SearchCell
  }

  static func == (one: SearchSlack, other: SearchSlack) -> Bool {
    one.depth == other.depth && one.share == other.share
  }

  init(_ space: SearchSpace) {
    self.space = space.axes.map { $0.isOrdered && $0.count > 2 }
    goals = space.goals
    depth = space.axes.map { _ in [Double](repeating: 0, count: space.goals) }
    share = depth
  }

  /// Whether no valley was seen anywhere.
  var isFlat: Bool { depth.allSatisfy { $0.allSatisfy { $0 == 0 } } }

  /// Takes in a reading, and looks at the lines that it lies on.
  mutating func note(_ reading: SearchReading, at cell: SearchCell) {
    guard reading != .absent else { return }
    for axis in space.indices where space[axis] {
      var rest = cell
      rest[axis] = -1
      var line = lines[Line(axis: axis, rest: rest)] ?? []
      let index = line.firstIndex { $0.place > cell[axis] } ?? line.count
      line.insert((cell[axis], reading), at: index)
      lines[Line(axis: axis, rest: rest)] = line
      if line.count > 2 { look(along: line.map(\.reading), axis) }
    }
  }

  /// Notes every valley of a line: what lies below something on both of its sides.
  private mutating func look(along line: [SearchReading], _ axis: Int) {
    for goal in 0..<goals {
      let heights = line.map { $0.values?[goal] ?? .infinity }
      var right = heights
      for index in heights.indices.dropLast().reversed() {
        right[index] = max(right[index], right[index + 1])
      }
      var left = -Double.infinity
      for index in heights.indices.dropLast() {
        if index > 0 {
          let edge = min(left, right[index + 1])
          if heights[index] < edge { deepen(axis, goal, from: edge, to: heights[index]) }
        }
        left = max(left, heights[index])
      }
    }
  }

  private mutating func deepen(_ axis: Int, _ goal: Int, from edge: Double, to bottom: Double) {
    depth[axis][goal] = max(depth[axis][goal], edge - bottom)
    let height = edge.magnitude
    share[axis][goal] = max(
      share[axis][goal], edge.isFinite && height > 0 ? (edge - bottom) / height : .infinity)
  }

  /// Notes a cell that reads less than the corners around it.
  mutating func note(_ values: [Double], below bound: SearchBox.Bound) {
    for goal in 0..<goals where values[goal] < bound.least[goal] {
      for axis in bound.wide { deepen(axis, goal, from: bound.least[goal], to: values[goal]) }
    }
  }

  /// A bound with what has to be allowed for.
  func lowered(_ bound: SearchBox.Bound) -> [Double] {
    bound.least.indices.map { goal in
      let least = bound.least[goal]
      let allowed = bound.wide.reduce(0.0) { $0 + depth[$1][goal] }
      guard allowed > 0 else { return least }
      guard least.isFinite, allowed.isFinite else { return -.infinity }
      return least - Self.safety * allowed
    }
  }
}
