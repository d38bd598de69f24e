// The places of nodes in the picture of a film: worked out once, so that none moves while it plays.

import FaultlineReplay

/// The places of a film's nodes: roots at the left, then columns of objects, with gaps in which lines run.
struct ReplayLayout {
  /// The measures of a picture, for screens of one shape.
  struct Format {
    let root: (width: Int, height: Int, gap: Int)
    let object: (width: Int, height: Int, gap: Int)
    /// How many entities stand side by side.
    let mostEntities: Int
    /// A longer column goes on beside itself.
    let mostInColumn: Int
    /// How many letters fit into a box.
    let letters: Int
    /// How many fit into a root's, which is narrower.
    let rootLetters: Int
    /// How far trunks are from each other, and from boxes and names.
    let track: (step: Int, edge: Int)

    static let wide = Format(
      root: (132, 34, 16), object: (136, 56, 18), mostEntities: 4, mostInColumn: 8, letters: 16,
      rootLetters: 14,
      track: (8, 14))
    /// All objects in one column, where several would not fit side by side.
    static let column = Format(
      root: wide.root, object: wide.object, mostEntities: 1, mostInColumn: 12,
      letters: wide.letters, rootLetters: wide.rootLetters, track: wide.track)
    /// The same in little room, for telephones.
    static let tall = Format(
      root: (92, 32, 12), object: (114, 56, 16), mostEntities: 1, mostInColumn: 12, letters: 14,
      rootLetters: 12, track: (6, 10))
  }

  /// A rectangle, in the picture's own units.
  struct Box {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var middle: Int { y + height / 2 }
    var right: Int { x + width }
  }

  let format: Format
  private(set) var boxes: [Box]
  /// The column of each node; roots stand in column 0.
  private(set) var columns: [Int]
  /// The nodes of each column, from above.
  private(set) var parts: [[Int]]
  private(set) var width = 0
  private(set) var height = 0

  private static let margin = 6

  /// Stacks the columns: each box is as high as the lines that end there want it, and lanes have room above all.
  init(_ film: Replay, _ format: Format, heights: [Int], lanes: Int) {
    self.format = format
    boxes = film.nodes.map { _ in Box(x: 0, y: 0, width: 0, height: 0) }
    columns = Self.columns(film, format)
    parts = Self.parts(columns)
    let sizes = film.nodes.indices.map { node in
      let size = film.nodes[node].kind.isRoot ? format.root : format.object
      return (width: size.width, height: max(size.height, heights[node]), gap: size.gap)
    }
    let tall = parts.map { nodes in
      nodes.reduce(0) { $0 + sizes[$1].height + sizes[$1].gap }
        - (nodes.last.map { sizes[$0].gap } ?? 0)
    }
    let tallest = max(tall.max() ?? 0, 60)
    // Halos and the sheet behind stick out of boxes; a count stands below them.
    let (above, below) = (10 + lanes, 18)
    height = above + tallest + below
    for (column, nodes) in parts.enumerated() {
      var y = above + (tallest - tall[column]) / 2
      for node in nodes {
        boxes[node] = Box(x: 0, y: y, width: sizes[node].width, height: sizes[node].height)
        y += sizes[node].height + sizes[node].gap
      }
    }
  }

  /// Moves the columns apart: the gap behind each has this width.
  mutating func spread(_ gaps: [Int]) {
    var x = Self.margin
    for (column, nodes) in parts.enumerated() {
      for node in nodes { boxes[node].x = x }
      x += nodes.map { boxes[$0].width }.max() ?? 0
      x += gaps[column]
    }
    width = x + Self.margin + 6
  }

  /// The left end of the gap behind a column.
  func gapStart(_ column: Int) -> Int { parts[column].first.map { boxes[$0].right } ?? 0 }

  /// The column of each node: the roots, then each entity's objects.
  static func columns(_ film: Replay, _ format: Format) -> [Int] {
    var entities: [String] = []
    var members: [[Int]] = []
    for (place, node) in film.nodes.enumerated() where !node.kind.isRoot {
      let entity = node.entity ?? ""
      if !entities.contains(entity) { entities.append(entity) }
      let column = (entities.firstIndex(of: entity) ?? 0) % format.mostEntities
      while column >= members.count { members.append([]) }
      members[column].append(place)
    }
    var columns = film.nodes.map { _ in 0 }
    var number = 0
    for nodes in members {
      // A long column is cut into equal ones.
      let pieces = (nodes.count + format.mostInColumn - 1) / format.mostInColumn
      let most = (nodes.count + pieces - 1) / max(pieces, 1)
      for start in stride(from: 0, to: nodes.count, by: max(most, 1)) {
        number += 1
        for node in nodes[start..<min(start + most, nodes.count)] { columns[node] = number }
      }
    }
    return columns
  }

  private static func parts(_ columns: [Int]) -> [[Int]] {
    (0...(columns.max() ?? 0)).map { column in columns.indices.filter { columns[$0] == column } }
  }
}
