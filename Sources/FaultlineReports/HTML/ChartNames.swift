// Where the names of points have room: beside the point, above or below it, where no other name is.

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
