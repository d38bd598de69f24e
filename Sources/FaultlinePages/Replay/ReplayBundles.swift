// Which edges are drawn as one: all between two nodes are one line, and lines of one meaning that meet are a bundle.

import FaultlineMeasures
import FaultlineReplay

/// The lines of a picture and their bundles; where they run is not decided here.
struct ReplayBundles {
  /// All edges between two nodes, whichever way they lead.
  struct Line {
    /// The node where the bundle's lines meet.
    let hub: Int
    let other: Int
    let bundle: Int
    var edges: [Int]
  }

  /// Lines that begin at one node and mean the same; their name stands once, where they begin.
  struct Bundle {
    let hub: Int
    /// The names and the entity at the other ends, by which lines find together.
    let key: String
  }

  /// What stands at the beginning of a bundle in a frame.
  struct Label {
    /// What leads away from the node where the lines meet.
    var away = ""
    /// What leads back to it.
    var back = ""
    var isInCycle = false

    /// The letters of the longer of the two, with an arrow.
    var length: Int { max(away.count, back.count) + (away.isEmpty || back.isEmpty ? 0 : 2) }
  }

  private(set) var lines: [Line] = []
  private(set) var bundles: [Bundle] = []
  private let film: Replay

  /// A longer label would push the columns apart.
  private static let mostLetters = 24

  init(_ film: Replay) {
    self.film = film
    var pairs: [[Int]: [Int]] = [:]
    var order: [[Int]] = []
    for (number, edge) in film.edges.enumerated() {
      let pair = [min(edge.from, edge.to), max(edge.from, edge.to)]
      if pairs[pair] == nil { order.append(pair) }
      pairs[pair, default: []].append(number)
    }
    let sides = Self.sides(film, pairs)
    for pair in order {
      let edges = pairs[pair] ?? []
      let hub = hub(of: pair, edges, sides)
      let other = pair[0] == hub ? pair[1] : pair[0]
      let key = Self.key(film, pair, edges)
      let place = bundles.firstIndex { $0.hub == hub && $0.key == key }
      if place == nil { bundles.append(Bundle(hub: hub, key: key)) }
      lines.append(
        Line(hub: hub, other: other, bundle: place ?? bundles.count - 1, edges: edges))
    }
  }

  /// The words of each bundle in a frame; nil where no line of it is there.
  func labels(in frame: Replay.Frame) -> [Label?] {
    let ties = Dictionary(frame.ties.map { ($0.edge, $0) }) { one, _ in one }
    var counts: [Int: [(words: String, isAway: Bool, count: Int)]] = [:]
    var labels: [Label?] = bundles.map { _ in nil }
    for line in lines {
      for tie in line.edges.compactMap({ ties[$0] }) {
        let edge = film.edges[tie.edge]
        var label = labels[line.bundle] ?? Label()
        if tie.isInCycle { label.isInCycle = true }
        labels[line.bundle] = label
        guard !edge.label.isEmpty else { continue }
        let isAway = edge.from == line.hub
        var parts = counts[line.bundle] ?? []
        if let place = parts.firstIndex(where: { $0.words == edge.label && $0.isAway == isAway }) {
          parts[place].count += tie.count
        } else {
          parts.append((edge.label, isAway, tie.count))
        }
        counts[line.bundle] = parts
      }
    }
    for (bundle, parts) in counts {
      func text(_ isAway: Bool) -> String {
        let words = parts.filter { $0.isAway == isAway }.map { part in
          Self.short(part.words) + (part.count > 1 ? " ×\(NumberText.grouped(part.count))" : "")
        }
        return Self.cut(words.joined(separator: ", "))
      }
      labels[bundle]?.away = text(true)
      labels[bundle]?.back = text(false)
    }
    return labels
  }

  // MARK: - Where lines meet

  /// How many nodes of each entity a relationship joins: lines meet where there are fewer.
  private static func sides(_ film: Replay, _ pairs: [[Int]: [Int]]) -> [String: [String: Set<Int>]]
  {
    var sides: [String: [String: Set<Int>]] = [:]
    for (pair, edges) in pairs {
      for node in pair {
        sides[names(film, edges), default: [:]][film.nodes[node].entity ?? "", default: []]
          .insert(node)
      }
    }
    return sides
  }

  private func hub(
    of pair: [Int], _ edges: [Int], _ sides: [String: [String: Set<Int>]]
  ) -> Int {
    let (one, other) = (film.nodes[pair[0]], film.nodes[pair[1]])
    // A root always holds, unless both are roots: then whichever holds.
    if one.kind.isRoot || other.kind.isRoot { return film.edges[edges[0]].from }
    let counts = sides[Self.names(film, edges)] ?? [:]
    let ones = counts[one.entity ?? ""]?.count ?? 0
    let others = counts[other.entity ?? ""]?.count ?? 0
    return ones <= others ? pair[0] : pair[1]
  }

  private static func key(_ film: Replay, _ pair: [Int], _ edges: [Int]) -> String {
    if pair.contains(where: { film.nodes[$0].kind.isRoot }) {
      return pair.allSatisfy { film.nodes[$0].kind.isRoot } ? "root" : "objects"
    }
    let entities = pair.map { film.nodes[$0].entity ?? "" }.sorted()
    return names(film, edges) + "\n" + entities.joined(separator: "\n")
  }

  private static func names(_ film: Replay, _ edges: [Int]) -> String {
    Set(edges.map { film.edges[$0].name }).sorted().joined(separator: "\n")
  }

  /// A relationship's name; it comes from a model, so it is a word, but perhaps a long one.
  private static func short(_ label: String) -> String {
    label.count > 16 ? label.prefix(8) + "…" + label.suffix(7) : label
  }

  private static func cut(_ text: String) -> String {
    text.count > mostLetters ? text.prefix(mostLetters - 1) + "…" : text
  }
}
