// What is alive at a moment of a film, and what holds it.

import FaultlineKnowledge

/// What is alive in a frame, and what holds it.
struct FrameSummary {
  private let film: Replay
  private let frame: Replay.Frame

  init(_ film: Replay, _ frame: Replay.Frame) {
    self.film = film
    self.frame = frame
  }

  private static let mostGroups = 4

  var text: String {
    let alive = frame.states.filter { !film.nodes[$0.node].kind.isRoot && $0.count > 0 }
    guard !alive.isEmpty else { return "No object is alive." }
    var groups: [(holders: String, some: [FrameDifference.Some])] = []
    for state in alive {
      let text = NarrationWords.held(by: Self.holders(of: [state.node], in: frame, film)) ?? ""
      let some = FrameDifference.Some(node: state.node, count: state.count)
      if let place = groups.firstIndex(where: { $0.holders == text }) {
        groups[place].some.append(some)
      } else {
        groups.append((text, [some]))
      }
    }
    let words = NarrationWords(film)
    let shown = groups.prefix(Self.mostGroups).map { group in
      let objects = words.some(group.some)
      let by = group.holders.isEmpty ? "" : " \(objects.these) \(group.holders)."
      return "\(objects.text) \(objects.is) alive.\(by)"
    }
    let more = groups.count - shown.count
    return (shown + (more > 0 ? ["And \(more) more kinds of objects are alive."] : []))
      .joined(separator: " ")
  }

  /// The objects that something outside of the graph leads to: a name, a container, a context.
  static func reachedFromOutside(in frame: Replay.Frame, _ film: Replay) -> Set<Int> {
    let strong = frame.ties.map { film.edges[$0.edge] }.filter(\.reason.isStrong)
    let led = Dictionary(grouping: strong, by: \.from)
    var open = strong.map(\.from).filter { film.nodes[$0].kind.isRoot }
    var reached: Set<Int> = []
    while let node = open.popLast() {
      for edge in led[node] ?? [] where reached.insert(edge.to).inserted { open.append(edge.to) }
    }
    return reached
  }

  /// What holds the objects of some nodes, each holder once: roots, then relationships.
  static func holders(
    of nodes: [Int], in frame: Replay.Frame, _ film: Replay
  ) -> [(text: String, rule: String)] {
    var found: [(text: String, rule: String)] = []
    func add(_ text: String, _ rule: String) {
      if !found.contains(where: { $0.text == text }) { found.append((text, rule)) }
    }
    let words = NarrationWords(film)
    let strong = frame.ties.map { (tie: $0, edge: film.edges[$0.edge]) }
      .filter { nodes.contains($0.edge.to) && $0.edge.reason.isStrong }
    var names: [Replay.Node] = []
    for (_, edge) in strong where film.nodes[edge.from].kind.isRoot {
      let root = film.nodes[edge.from]
      if edge.reason == .name {
        if !names.contains(root) { names.append(root) }
      } else {
        add(NarrationWords.holder(root, edge.reason), words.rule(edge.reason, of: edge.to))
      }
    }
    if !names.isEmpty { add(NarrationWords.subject(names).text, "") }
    let inner = strong.filter { !film.nodes[$0.edge.from].kind.isRoot }
    if inner.contains(where: \.tie.isInCycle) {
      add("a retain cycle", "C1")
    } else {
      for (_, edge) in inner {
        add("'\(edge.name)' of \(words.name(edge.from))", "C1")
      }
    }
    return found
  }
}
