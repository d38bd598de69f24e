// The measures of a drawing, and the way from a value to its place.

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
