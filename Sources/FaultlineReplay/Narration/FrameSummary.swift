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

/// What came and went between two frames, what changed, and which holds came and went.
struct FrameDifference {
  /// A number of objects of a node.
  struct Some: Hashable {
    let node: Int
    let count: Int
  }

  /// A hold that stands for more references than before, or for fewer.
  struct Hold: Hashable {
    let edge: Replay.Edge
    let count: Int
  }

  private(set) var arrived: [Some] = []
  private(set) var gone: [Some] = []
  private(set) var fired: [Some] = []
  private(set) var faulted: [Some] = []
  private(set) var changed: [Some] = []
  private(set) var marked: [Some] = []
  /// Whose changes are pending no more, and which are still there.
  private(set) var settled: [Some] = []
  /// Whose deletion was saved, and which are still there as a shell.
  private(set) var buried: [Some] = []
  private(set) var taken: [Hold] = []
  private(set) var dropped: [Hold] = []
  /// How many objects more are in retain cycles than before.
  private(set) var inCycles = 0
  private(set) var leftCycles = 0
  /// The nodes to look at, in order.
  private(set) var nodes: [Int] = []

  init(_ film: Replay, from before: Replay.Frame, to after: Replay.Frame) {
    for (node, description) in film.nodes.enumerated() {
      let old = before.state(of: node) ?? Replay.State(node: node, count: 0)
      let new = after.state(of: node) ?? Replay.State(node: node, count: 0)
      if old.count != new.count || old.faults != new.faults || old.inserted != new.inserted
        || old.updated != new.updated || old.deleted != new.deleted || old.inCycles != new.inCycles
      {
        nodes.append(node)
      }
      guard !description.kind.isRoot else { continue }
      compare(node, old, new)
    }
    compare(film, before.ties, after.ties)
    inCycles = max(0, Self.inCycles(after) - Self.inCycles(before))
    leftCycles = max(0, Self.inCycles(before) - Self.inCycles(after))
  }

  /// Whether an object of a node came in this step.
  func hasArrived(_ node: Int) -> Bool { arrived.contains { $0.node == node } }

  /// Whether an object of a node went in this step.
  func hasGone(_ node: Int) -> Bool { gone.contains { $0.node == node } }

  private mutating func compare(_ node: Int, _ old: Replay.State, _ new: Replay.State) {
    let stayed = min(old.count, new.count)
    if new.count > old.count { arrived.append(Some(node: node, count: new.count - old.count)) }
    if new.count < old.count { gone.append(Some(node: node, count: old.count - new.count)) }
    guard stayed > 0 else { return }
    if old.deleted > new.deleted, new.faults > old.faults {
      buried.append(Some(node: node, count: min(old.deleted - new.deleted, stayed)))
      return
    }
    let faults = new.faults - old.faults
    if faults > 0 { faulted.append(Some(node: node, count: min(faults, stayed))) }
    if faults < 0 { fired.append(Some(node: node, count: min(-faults, stayed))) }
    if new.updated > old.updated {
      changed.append(Some(node: node, count: min(new.updated - old.updated, stayed)))
    }
    if new.deleted > old.deleted {
      marked.append(Some(node: node, count: min(new.deleted - old.deleted, stayed)))
    }
    if new.pending < old.pending {
      settled.append(Some(node: node, count: min(old.pending - new.pending, stayed)))
    }
  }

  private mutating func compare(_ film: Replay, _ old: [Replay.Tie], _ new: [Replay.Tie]) {
    var counts: [Int: Int] = [:]
    for tie in old { counts[tie.edge, default: 0] -= tie.count }
    for tie in new { counts[tie.edge, default: 0] += tie.count }
    for (number, edge) in film.edges.enumerated() {
      guard let change = counts[number], change != 0 else { continue }
      if change > 0 {
        taken.append(Hold(edge: edge, count: change))
      } else {
        dropped.append(Hold(edge: edge, count: -change))
      }
      for node in [edge.from, edge.to]
      where edge.reason.isStrong && !film.nodes[node].kind.isRoot && !nodes.contains(node) {
        nodes.append(node)
      }
    }
    nodes.sort()
  }

  private static func inCycles(_ frame: Replay.Frame) -> Int {
    frame.states.reduce(0) { $0 + $1.inCycles }
  }
}
