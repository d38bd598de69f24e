// How the lines of a picture run: each leaves and arrives at a place of its own, so that none hides another.

/// The lines of a film's edges.
struct ReplayRoutes {
  /// A line, its arrow's head, and where its words stand.
  struct Route {
    var line: String
    var head: String
    var label: (x: Int, y: Int, anchor: String)
  }

  private(set) var routes: [Route] = []

  private enum Side { case left, right }

  private struct End {
    let edge: Int
    let isStart: Bool
    let other: Int
  }

  private let film: Film
  private var layout: ReplayLayout

  init(_ film: Film, _ layout: ReplayLayout) {
    self.film = film
    self.layout = layout
    let ports = ports()
    for number in film.edges.indices { routes.append(route(number, ports[number])) }
  }

  // MARK: - Where lines begin and end

  private func sides(of edge: Film.Edge) -> (start: Side, end: Side) {
    if edge.from == edge.to || layout.areTogether(edge.from, edge.to) { return (.right, .right) }
    return layout.boxes[edge.from].x < layout.boxes[edge.to].x ? (.right, .left) : (.left, .right)
  }

  /// The heights at which each edge starts and ends: spread over the side, in the order of the other ends.
  private func ports() -> [(start: Int, end: Int)] {
    var ports = film.edges.map {
      (start: layout.boxes[$0.from].middle, end: layout.boxes[$0.to].middle)
    }
    for node in film.nodes.indices {
      for side in [Side.left, .right] {
        var ends: [End] = []
        for (number, edge) in film.edges.enumerated() {
          let sides = sides(of: edge)
          if edge.from == node, sides.start == side {
            ends.append(End(edge: number, isStart: true, other: edge.to))
          }
          if edge.to == node, sides.end == side {
            ends.append(End(edge: number, isStart: false, other: edge.from))
          }
        }
        // Of a pair that leads back and forth, the same one is above at both ends.
        ends.sort { order($0) < order($1) }
        let box = layout.boxes[node]
        let step = ends.count > 1 ? min(14, (box.height - 10) / (ends.count - 1)) : 0
        for (place, end) in ends.enumerated() {
          let y = box.middle + step * (2 * place - ends.count + 1) / 2
          if end.isStart { ports[end.edge].start = y } else { ports[end.edge].end = y }
        }
      }
    }
    return ports
  }

  private func order(_ end: End) -> (Int, Int, Int) {
    let edge = film.edges[end.edge]
    let isBackward = layout.boxes[edge.from].x > layout.boxes[edge.to].x
    return (layout.boxes[end.other].middle, isBackward ? 1 : 0, end.edge)
  }

  // MARK: - How they run

  private mutating func route(_ number: Int, _ port: (start: Int, end: Int)) -> Route {
    let edge = film.edges[number]
    let (from, to) = (layout.boxes[edge.from], layout.boxes[edge.to])
    let sides = sides(of: edge)
    let x1 = sides.start == .right ? from.right : from.x
    let x2 = sides.end == .right ? to.right : to.x
    let (y1, y2) = (port.start, port.end)
    // The head is seven long; the line ends where it begins.
    let end = sides.end == .left ? x2 - 7 : x2 + 7
    let head =
      sides.end == .left
      ? "M\(end) \(y2 - 5)L\(x2 - 1) \(y2)L\(end) \(y2 + 5)z"
      : "M\(end) \(y2 - 5)L\(x2 + 1) \(y2)L\(end) \(y2 + 5)z"
    if sides == (.right, .right) {
      let bulge = 30 + min(abs(y2 - y1) / 6, 40)
      return Route(
        line: "M\(x1) \(y1)C\(x1 + bulge) \(y1) \(end + bulge) \(y2) \(end) \(y2)", head: head,
        label: (x1 + bulge * 3 / 4 + 6, (y1 + y2) / 2 + 4, "start"))
    }
    let lanes = layout.lanes(from: edge.from, to: edge.to, y: y1, y: y2)
    var points = [(x: x1, y: y1)]
    for lane in lanes { points += [(lane.left, lane.y), (lane.right, lane.y)] }
    points.append((end, y2))
    var line = "M\(x1) \(y1)"
    for (one, other) in zip(points, points.dropFirst()) {
      let half = (other.x - one.x) / 2
      line += "C\(one.x + half) \(one.y) \(other.x - half) \(other.y) \(other.x) \(other.y)"
    }
    // Words stand in the last gap, where the line comes from no other.
    let last = points[points.count - 2]
    let isForward = last.x < end
    return Route(
      line: line, head: head,
      label: ((last.x + end) / 2, (last.y + y2) / 2 + (isForward ? -7 : 15), "middle"))
  }
}
