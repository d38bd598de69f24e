// How far readings turn around along an axis, as far as that was seen: what bounds have to allow for.

import FaultlineMeasures

/// For each slice, axis and goal the deepest valley that was seen between two readings on one line.
///
/// Each slice has its own: what one way of working does to a reading says little of another.
package struct SearchSlack {
  /// A valley as deep as the deepest so far, times this, is still allowed for.
  private static let safety = 2.0

  private let space: SearchSpace
  /// The deepest valleys by slice, then by axis and goal.
  private var valleys: [SearchCell: [[Valley]]] = [:]
  /// Readings along each line, by the axis and the cell without its place on it.
  private var lines: [Line: [(place: Int, reading: SearchReading)]] = [:]

  /// A place where a reading turns around.
  package struct Valley {
    /// How deep it is, in the unit of the goal.
    package var depth = 0.0
    /// The same as a part of the edges' height.
    package var share = 0.0
  }

  private struct Line: Hashable {
    package let axis: Int
    package let rest: SearchCell
  }

  package init(_ space: SearchSpace) { self.space = space }

  /// The deepest valley of a goal along an axis, in any slice; nil where none was seen.
  package func deepest(_ axis: Int, _ goal: Int) -> Valley? {
    valleys.values.map { $0[axis][goal] }.filter { $0.depth > 0 }.max { $0.share < $1.share }
  }

  /// Whether a reading turns around along an axis of a slice.
  package func hasValley(_ axis: Int, in slice: SearchCell) -> Bool {
    valleys[slice]?[axis].contains { $0.depth > 0 } ?? false
  }

  /// Takes in a reading, and looks at the lines that it lies on.
  package mutating func note(_ reading: SearchReading, at cell: SearchCell) {
    guard reading != .absent else { return }
    for (axis, shape) in space.axes.enumerated() where shape.isLong {
      var rest = cell
      rest[axis] = -1
      var line = lines[Line(axis: axis, rest: rest)] ?? []
      let index = line.firstIndex { $0.place > cell[axis] } ?? line.count
      line.insert((cell[axis], reading), at: index)
      lines[Line(axis: axis, rest: rest)] = line
      if line.count > 2 { look(along: line.map(\.reading), axis, in: space.slice(of: cell)) }
    }
  }

  /// Notes every valley of a line: what lies below something on both of its sides.
  private mutating func look(along line: [SearchReading], _ axis: Int, in slice: SearchCell) {
    for goal in 0..<space.goals {
      let heights = line.map { $0.values?[goal] ?? .infinity }
      var right = heights
      for index in heights.indices.dropLast().reversed() {
        right[index] = max(right[index], right[index + 1])
      }
      var left = -Double.infinity
      for index in heights.indices.dropLast() {
        if index > 0 {
          let edge = min(left, right[index + 1])
          if heights[index] < edge { deepen(slice, axis, goal, from: edge, to: heights[index]) }
        }
        left = max(left, heights[index])
      }
    }
  }

  private mutating func deepen(
    _ slice: SearchCell, _ axis: Int, _ goal: Int, from edge: Double, to bottom: Double
  ) {
    let none = [[Valley]](
      repeating: [Valley](repeating: Valley(), count: space.goals), count: space.axes.count)
    var seen = valleys[slice] ?? none
    let depth = edge - bottom
    let height = edge.magnitude
    let share = edge.isFinite && height > 0 ? depth / height : .infinity
    seen[axis][goal].depth = max(seen[axis][goal].depth, depth)
    seen[axis][goal].share = max(seen[axis][goal].share, share)
    valleys[slice] = seen
  }

  /// Notes a cell that reads less than the corners around it.
  package mutating func note(_ values: [Double], of cell: SearchCell, below bound: SearchBox.Bound)
  {
    for goal in 0..<space.goals where values[goal] < bound.least[goal] {
      for axis in bound.wide {
        deepen(space.slice(of: cell), axis, goal, from: bound.least[goal], to: values[goal])
      }
    }
  }

  /// The bound of a box with what has to be allowed for.
  package func lowered(_ bound: SearchBox.Bound, of box: SearchBox) -> [Double] {
    let seen = valleys[space.slice(of: box.low)]
    return bound.least.indices.map { goal in
      let least = bound.least[goal]
      let allowed = bound.wide.reduce(0.0) { $0 + (seen?[$1][goal].depth ?? 0) }
      guard allowed > 0 else { return least }
      guard least.isFinite, allowed.isFinite else { return -.infinity }
      return least - Self.safety * allowed
    }
  }
}
