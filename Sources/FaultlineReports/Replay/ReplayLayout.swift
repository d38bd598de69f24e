// Where everybody stands in the picture of a film: worked out once, so that nobody moves while it plays.

import FaultlineMeasures

/// The places of a film's nodes: roots at the left, then a column for each entity.
struct ReplayLayout {
  /// A rectangle, in the picture's own units.
  struct Box {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var middle: Int { y + height / 2 }
    var right: Int { x + width }
  }

  private(set) var boxes: [Box]
  private(set) var width = 0
  private(set) var height = 0
  /// The column of each node; roots stand in column 0.
  private var columns: [Int]

  private static let margin = 12
  private static let root = (width: 122, height: 34, gap: 16)
  private static let object = (width: 132, height: 52, gap: 26)
  private static let rootGap = 88
  private static let columnGap = 112
  /// Room for lines that leave a column and come back to it.
  private static let loopRoom = 92
  /// A longer column goes on beside itself.
  private static let mostInColumn = 8
  private static let mostEntities = 4

  init(_ film: Film) {
    boxes = film.nodes.map { _ in Box(x: 0, y: 0, width: 0, height: 0) }
    columns = film.nodes.map { _ in 0 }
    let parts = Self.parts(film)
    let heights = parts.enumerated().map { column, nodes in
      let size = column == 0 ? Self.root : Self.object
      return nodes.count * (size.height + size.gap) - size.gap
    }
    let tallest = max(heights.max() ?? 0, 120)
    height = tallest + 2 * Self.margin
    var x = Self.margin
    for (column, nodes) in parts.enumerated() {
      let size = column == 0 ? Self.root : Self.object
      var y = Self.margin + (tallest - heights[column]) / 2
      for node in nodes {
        boxes[node] = Box(x: x, y: y, width: size.width, height: size.height)
        columns[node] = column
        y += size.height + size.gap
      }
      x += size.width
      let loops =
        column > 0
        && film.edges.contains { edge in
          nodes.contains(edge.from) && nodes.contains(edge.to)
        }
      if column == parts.count - 1 {
        x += loops ? Self.loopRoom : 0
      } else {
        x += column == 0 ? Self.rootGap : Self.columnGap + (loops ? Self.loopRoom / 2 : 0)
      }
    }
    width = x + Self.margin
  }

  /// Whether two nodes stand in one column.
  func areTogether(_ one: Int, _ other: Int) -> Bool { columns[one] == columns[other] }

  /// The nodes of each column: the roots, then each entity's objects.
  private static func parts(_ film: Film) -> [[Int]] {
    var roots: [Int] = []
    var entities: [String] = []
    var columns: [[Int]] = []
    for (place, node) in film.nodes.enumerated() {
      guard !node.kind.isRoot else {
        roots.append(place)
        continue
      }
      let entity = node.entity ?? ""
      if !entities.contains(entity) { entities.append(entity) }
      let column = (entities.firstIndex(of: entity) ?? 0) % mostEntities
      if column == columns.count { columns.append([]) }
      columns[column].append(place)
    }
    let split = columns.flatMap { column in
      stride(from: 0, to: column.count, by: mostInColumn).map {
        Array(column[$0..<min($0 + mostInColumn, column.count)])
      }
    }
    return [roots] + split
  }
}
