// How the lines of a picture run: those of a bundle share a trunk, every line ends at a place of its own, and words stand
// where nothing else runs.
//
// Between two columns there is room for the names of the bundles that begin at the left, then for trunks, then for the
// names of those that begin at the right. A name stands above and below the line that it names, and a box is as high as
// the names and ends at its side want it to be; so no name can meet another, and only trunks cross lines.

import FaultlineReplay

/// The lines of a film, and the places of their names, in one format.
struct ReplayRoutes {
  /// A line and the heads at its two ends.
  struct Route {
    var line: String
    /// The head at the node where the bundle begins, and the one at the other.
    var heads: (hub: String, other: String)
  }

  /// Where the name of a bundle stands: above the line and below it.
  struct Place {
    let bundle: Int
    let x: Int
    let y: Int
    let isEastward: Bool
  }

  private(set) var layout: ReplayLayout
  private(set) var routes: [Route] = []
  private(set) var places: [Place] = []

  private static let laneStep = 10
  /// The widest that a letter of a name is likely to be on average.
  private static let letter = 7

  private let bundles: ReplayBundles
  private let lengths: [(away: Int, back: Int)]
  private var trunks: [ReplayTrunk] = []
  private var ports: [ReplayTrunk.Port] = []

  init(_ film: Replay, _ bundles: ReplayBundles, _ format: ReplayLayout.Format) {
    self.bundles = bundles
    lengths = ReplayTrunk.lengths(film, bundles)
    let columns = ReplayLayout.columns(film, format)
    (trunks, ports) = ReplayTrunk.parts(bundles, columns, lengths)
    let lanes = trunks.filter { $0.lane != nil }.count
    var heights = film.nodes.map { _ in 0 }
    for node in film.nodes.indices {
      for isEast in [false, true] {
        let room = ports.filter { $0.node == node && $0.isEast == isEast }
          .reduce(0) { $0 + $1.above + $1.below }
        heights[node] = max(heights[node], room + 8)
      }
    }
    layout = ReplayLayout(film, format, heights: heights, lanes: lanes * Self.laneStep)
    placePorts()
    placeTracks()
    routes = bundles.lines.indices.map { route($0) }
    places = trunks.indices.compactMap { place($0) }
  }

  // MARK: - Trunks and ports

  /// Spreads the ends over the sides, in the order of where they lead.
  private mutating func placePorts() {
    for node in layout.boxes.indices {
      for isEast in [false, true] {
        var some = ports.indices.filter { ports[$0].node == node && ports[$0].isEast == isEast }
        let aims = Dictionary(uniqueKeysWithValues: some.map { ($0, aim(ports[$0])) })
        some.sort { (aims[$0] ?? 0, $0) < (aims[$1] ?? 0, $1) }
        let room = some.reduce(0) { $0 + ports[$1].above + ports[$1].below }
        var y = layout.boxes[node].y + (layout.boxes[node].height - room) / 2
        for port in some {
          ports[port].y = y + ports[port].above
          y += ports[port].above + ports[port].below
        }
      }
    }
  }

  /// The height to which a port's line leads.
  private func aim(_ port: ReplayTrunk.Port) -> Int {
    let trunk = trunks[port.trunk]
    guard let line = port.line else {
      let far = trunk.lines.map { layout.boxes[bundles.lines[$0].other].middle }
      return trunk.lane != nil ? 0 : far.reduce(0, +) / max(far.count, 1)
    }
    if endGap(line) != trunk.gap { return 0 }
    return layout.boxes[bundles.lines[line].hub].middle
  }

  /// The gap from which a line reaches its other end.
  private func endGap(_ line: Int) -> Int {
    let (from, to) = (
      layout.columns[bundles.lines[line].hub], layout.columns[bundles.lines[line].other]
    )
    return to > from ? to - 1 : to
  }

  private func start(_ trunk: Int) -> Int {
    ports.first { $0.trunk == trunk && $0.line == nil }?.y ?? 0
  }

  private func end(_ line: Int) -> Int { ports.first { $0.line == line }?.y ?? 0 }

  private func laneHeight(_ lane: Int) -> Int { 8 + lane * Self.laneStep }

  // MARK: - Tracks

  private func tracks(in gap: Int) -> [ReplayTrunk.Track] {
    trunks.indices.compactMap { number in
      let trunk = trunks[number]
      var track = ReplayTrunk.Track(trunk: number)
      if trunk.gap == gap {
        if trunk.isEastward {
          track.left.append(start(number))
        } else {
          track.right.append(start(number))
        }
      }
      for line in trunk.lines where endGap(line) == gap {
        let isEast = layout.columns[bundles.lines[line].other] <= gap
        if isEast { track.left.append(end(line)) } else { track.right.append(end(line)) }
      }
      guard !track.left.isEmpty || !track.right.isEmpty else { return nil }
      if let lane = trunk.lane {
        let passes = trunk.gap != gap || trunk.lines.contains { endGap($0) != gap }
        if passes {
          // A lane leads on to the side where the lines have not been yet.
          if (trunk.gap == gap) == trunk.isEastward {
            track.right.append(laneHeight(lane))
          } else {
            track.left.append(laneHeight(lane))
          }
        }
      }
      return track
    }
  }

  private mutating func placeTracks() {
    let track = layout.format.track
    var gaps: [Int] = []
    var found: [[ReplayTrunk.Track]] = []
    for column in layout.parts.indices {
      var tracks = tracks(in: column)
      // Neighbours change places as long as that saves a crossing.
      var isBetter = true
      while isBetter {
        isBetter = false
        for place in tracks.indices.dropLast() {
          let (one, other) = (tracks[place], tracks[place + 1])
          if other.crossings(before: one) < one.crossings(before: other) {
            tracks.swapAt(place, place + 1)
            isBetter = true
          }
        }
      }
      found.append(tracks)
      let isLast = column == layout.parts.count - 1
      guard !tracks.isEmpty else {
        gaps.append(isLast ? 0 : 40)
        continue
      }
      gaps.append(
        names(at: column, isEast: true) + 2 * track.edge + (tracks.count - 1) * track.step
          + (isLast ? 0 : names(at: column + 1, isEast: false)))
    }
    layout.spread(gaps)
    for (gap, tracks) in found.enumerated() {
      let first = layout.gapStart(gap) + names(at: gap, isEast: true) + track.edge
      for (place, one) in tracks.enumerated() {
        trunks[one.trunk].tracks[gap] = first + place * track.step
      }
    }
  }

  /// The room that names want beside the boxes of a column.
  private func names(at column: Int, isEast: Bool) -> Int {
    let lengths = trunks.filter {
      layout.columns[bundles.bundles[$0.bundle].hub] == column && $0.isEastward == isEast
    }.map { max(self.lengths[$0.bundle].away, self.lengths[$0.bundle].back) }
    let longest = lengths.max() ?? 0
    return longest == 0 ? 0 : longest * Self.letter + 4
  }

  // MARK: - Lines and names

  private func route(_ number: Int) -> Route {
    let line = bundles.lines[number]
    guard let place = trunks.firstIndex(where: { $0.lines.contains(number) }) else {
      return Route(line: "", heads: ("", ""))
    }
    let trunk = trunks[place]
    let (hub, other) = (layout.boxes[line.hub], layout.boxes[line.other])
    let isEastEnd = layout.columns[line.other] <= endGap(number)
    let (x1, y1) = (trunk.isEastward ? hub.right : hub.x, start(place))
    let (x2, y2) = (isEastEnd ? other.right : other.x, end(number))
    let near = trunk.tracks[trunk.gap] ?? x1
    var points = [(x1, y1), (near, y1)]
    let gap = endGap(number)
    if gap != trunk.gap, let lane = trunk.lane {
      let far = trunk.tracks[gap] ?? x2
      points += [(near, laneHeight(lane)), (far, laneHeight(lane)), (far, y2)]
    } else {
      points.append((near, y2))
    }
    points.append((x2, y2))
    return Route(
      line: Self.rounded(points),
      heads: (
        Self.head(x1, y1, pointsEast: !trunk.isEastward), Self.head(x2, y2, pointsEast: !isEastEnd)
      ))
  }

  /// A way with round corners; one that is straight has none.
  private static func rounded(_ points: [(Int, Int)]) -> String {
    var line = "M\(points[0].0) \(points[0].1)"
    for place in 1..<points.count {
      let (x, y) = points[place]
      guard place + 1 < points.count else {
        line += "L\(x) \(y)"
        break
      }
      let (before, after) = (points[place - 1], points[place + 1])
      let (into, out) = (
        max(abs(x - before.0), abs(y - before.1)), max(abs(x - after.0), abs(y - after.1))
      )
      let radius = min(6, into / 2, out / 2)
      guard radius > 1 else {
        line += "L\(x) \(y)"
        continue
      }
      line +=
        "L\(x + (before.0 - x).signum() * radius) \(y + (before.1 - y).signum() * radius)"
        + "Q\(x) \(y) \(x + (after.0 - x).signum() * radius) \(y + (after.1 - y).signum() * radius)"
    }
    return line
  }

  private static func head(_ x: Int, _ y: Int, pointsEast: Bool) -> String {
    let (tip, back) = pointsEast ? (x - 1, x - 9) : (x + 1, x + 9)
    return "M\(back) \(y - 5)L\(tip) \(y)L\(back) \(y + 5)z"
  }

  private func place(_ number: Int) -> Place? {
    let trunk = trunks[number]
    let length = lengths[trunk.bundle]
    guard length.away + length.back > 0 else { return nil }
    let hub = layout.boxes[bundles.bundles[trunk.bundle].hub]
    return Place(
      bundle: trunk.bundle, x: trunk.isEastward ? hub.right + 11 : hub.x - 11, y: start(number),
      isEastward: trunk.isEastward)
  }
}
