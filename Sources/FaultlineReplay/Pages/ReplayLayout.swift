// The places of nodes in the picture of a film: worked out once, so that none moves while it plays.

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
  /// How many lines cross each gap of each column.
  private var crossings: [[Int]: Int] = [:]

  private static let margin = 12
  /// Room for lines above and below all nodes.
  private static let lane = 28
  private static let root = (width: 122, height: 34, gap: 16)
  private static let object = (width: 144, height: 52, gap: 26)
  private static let rootGap = 88
  private static let columnGap = 138
  /// Room for lines that leave a column and come back to it.
  private static let loopRoom = 152
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
    height = tallest + 2 * Self.lane
    var x = Self.margin
    for (column, nodes) in parts.enumerated() {
      let size = column == 0 ? Self.root : Self.object
      var y = Self.lane + (tallest - heights[column]) / 2
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

  /// Where a line may cross the columns between two nodes: between the boxes of each, as near as can be to the straight
  /// way; lines that share a gap keep apart.
  mutating func lanes(from: Int, to: Int, y start: Int, y end: Int) -> [(
    left: Int, right: Int, y: Int
  )] {
    let (first, last) = (columns[from], columns[to])
    guard abs(first - last) > 1 else { return [] }
    let between = first < last ? Array(first + 1..<last) : (last + 1..<first).reversed()
    return between.enumerated().map { place, column in
      let members = boxes.indices.filter { columns[$0] == column }.map { boxes[$0] }
        .sorted { $0.y < $1.y }
      let straight = start + (end - start) * (place + 1) / (between.count + 1)
      var gaps = [(members.first?.y ?? 0) - Self.lane / 2]
      for (one, other) in zip(members, members.dropFirst()) {
        gaps.append((one.y + one.height + other.y) / 2)
      }
      gaps.append((members.last.map { $0.y + $0.height } ?? 0) + Self.lane / 2)
      let gap = gaps.indices.min { abs(gaps[$0] - straight) < abs(gaps[$1] - straight) } ?? 0
      let used = crossings[[column, gap], default: 0]
      crossings[[column, gap]] = used + 1
      let offset = (used % 2 == 0 ? 1 : -1) * ((used + 1) / 2) * 5
      let x = members.first ?? Box(x: 0, y: 0, width: 0, height: 0)
      let y = gaps[gap] + min(max(offset, -10), 10)
      return first < last ? (x.x - 8, x.right + 8, y) : (x.right + 8, x.x - 8, y)
    }
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
