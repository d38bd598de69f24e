// Clauses about objects: which come, go, fire and change, and what is said where none does.

import FaultlineKnowledge
import FaultlineMeasures

extension ReplayNarrator {
  /// What was played and has no frame.
  func leftOut() -> [String] {
    if after.stepsLeftOut > 0 {
      return [
        "\(counted(after.stepsLeftOut, "more step")) \(played(after.stepsLeftOut)) shown. A replay has room for no more"
      ]
    }
    guard after.roundsLeftOut > 0 else { return [] }
    if let unseen = after.unseenRounds(since: before) {
      let (first, last) = (
        NumberText.grouped(unseen.lowerBound), NumberText.grouped(unseen.upperBound)
      )
      return [
        unseen.count == 1
          ? "round \(first) plays the same steps and is not shown"
          : "rounds \(first)–\(last) play the same steps and are not shown"
      ]
    }
    return [
      "\(counted(after.roundsLeftOut, "more round")) of the loop \(played(after.roundsLeftOut)) shown one by one"
    ]
  }

  private func played(_ count: Int) -> String {
    count == 1 ? "was played and is not" : "were played and are not"
  }

  /// Contexts that were opened or let go, where there are several.
  mutating func contexts() -> [String] {
    func places(_ frame: Replay.Frame) -> [Int] {
      frame.states.map(\.node).filter { film.nodes[$0].kind == .context }
    }
    let (old, new) = (places(before), places(after))
    guard !new.isEmpty else { return [] }
    var clauses: [String] = []
    for node in new where !old.contains(node) {
      let parent = after.ties.map { film.edges[$0.edge] }
        .first { $0.from == node && $0.reason == .parent }
      let over = parent.map { " as a child of the \(film.nodes[$0.to].title)\(rule("P1"))" } ?? ""
      clauses.append("the \(film.nodes[node].title) is opened\(over)")
    }
    for node in old where !new.contains(node) {
      clauses.append("the \(film.nodes[node].title) is let go")
    }
    return clauses
  }

  /// Changes that went from one context to another.
  mutating func moved() -> [String] {
    func holder(_ holds: [FrameDifference.Hold]) -> Int? {
      holds.first { $0.edge.reason == .change }?.edge.from
    }
    guard let child = holder(difference.dropped), let parent = holder(difference.taken),
      child != parent
    else { return [] }
    return [
      "the changes of the \(film.nodes[child].title) go one level up, to the \(film.nodes[parent].title)"
        + rule("P2")
    ]
  }

  /// What came, in which state, and what holds it.
  mutating func arrivals() -> [String] {
    guard !difference.arrived.isEmpty else { return [] }
    var clauses: [String] = []
    let sorts = Dictionary(grouping: difference.arrived) { some -> Int in
      guard let state = after.state(of: some.node) else { return 3 }
      return state.inserted > 0 ? 0 : state.realized == 0 ? 1 : state.faults > 0 ? 2 : 3
    }
    for (sort, some) in sorts.sorted(by: { $0.key < $1.key }) {
      let objects = words.some(some)
      let comes = objects.isOne ? "comes" : "come"
      let clause =
        switch sort {
        case 0: "\(objects.text) \(comes) to life, not saved yet"
        case 1:
          "\(objects.text) \(comes) in as \(objects.isOne ? "a fault" : "faults"), without values\(rule("F1"))"
        case 2: "\(objects.text) \(comes) in, some of them as faults\(rule("F1"))"
        default: "\(objects.text) \(comes) in with \(objects.isOne ? "its" : "their") values"
        }
      let again = some.contains { film.nodes[$0.node].instance != nil }
      clauses.append(
        clause
          + (!again
            ? ""
            : objects.isOne
              ? ": a new instance of a record that was here before\(rule("L1"))"
              : ": new instances of records that were here before\(rule("L1"))"))
      if let held = held(some.map(\.node)) { clauses.append("\(objects.these) \(held)") }
    }
    return clauses
  }

  /// What is in another state than before.
  mutating func states() -> [String] {
    var clauses: [String] = []
    if let objects = words.some(orNone: difference.marked) {
      clauses.append(
        "\(objects.text) \(objects.is) marked as deleted until the next save\(rule("L3", "R3"))")
    }
    if let objects = words.some(orNone: difference.changed) {
      clauses.append(
        "\(objects.text) \(objects.has) unsaved changes, for which the context holds \(objects.them)\(rule("R3"))"
      )
    }
    if let objects = words.some(orNone: difference.fired) {
      let hits = grew(MetricName.rowCacheHits)
      let trips = grew(MetricName.roundTrips)
      // Rules are cited in the order of the sentence.
      let firing =
        "\(objects.text) \(objects.isOne ? "fires" : "fire") and \(objects.has) values now\(rule("F2"))"
      let way =
        trips > 0
        ? ", with \(counted(trips, "trip")) to the store\(rule("F5", "F3"))"
        : hits > 0 ? ", from the row cache\(rule("F3"))" : ""
      clauses.append(firing + way)
    }
    if let objects = words.some(orNone: difference.faulted) {
      clauses.append(
        "\(objects.text) \(objects.isOne ? "turns into a fault" : "turn into faults"): values and references "
          + "are gone\(rule("F6", "C2"))")
    }
    if let objects = words.some(orNone: difference.buried) {
      clauses.append(
        "the deletion of \(objects.text) is saved. The context forgets \(objects.them), and "
          + "\(objects.isOne ? "an empty shell is" : "empty shells are") left\(rule("L3"))")
    }
    if let objects = words.some(orNone: difference.settled), difference.faulted.isEmpty {
      let fate = grew(MetricName.rowsWritten) > 0 ? "saved" : "taken back"
      let still = held(difference.settled.map(\.node)).map { ". \(objects.these) \($0)" } ?? ""
      clauses.append(
        "the changes of \(objects.text) are \(fate). The context lets go of \(objects.them)\(rule("R3"))\(still)"
      )
    }
    return clauses
  }

  /// What went, and what held it last.
  mutating func departures() -> [String] {
    guard !difference.gone.isEmpty else { return [] }
    let objects = words.some(difference.gone)
    if grew(MetricName.objectsCollected) > 0 {
      return [
        "\(objects.text) \(objects.is) gone. Nothing reaches \(objects.them) any more, and the collector minds no retain cycle\(rule("C1"))"
      ]
    }
    let nodes = Set(difference.gone.map(\.node))
    let lost = difference.dropped.filter { nodes.contains($0.edge.to) && $0.edge.reason.isStrong }
    let wasMarked = difference.gone.contains { some in
      film.frames.contains { ($0.state(of: some.node)?.deleted ?? 0) > 0 }
    }
    var last: [Replay.Node] = []
    for hold in lost where film.nodes[hold.edge.from].kind.isRoot {
      let root = film.nodes[hold.edge.from]
      if !last.contains(root) { last.append(root) }
    }
    let reasons = Set(lost.map(\.edge.reason))
    let rule =
      if wasMarked {
        self.rule("L3")
      } else if reasons.contains(.pool) {
        self.rule("R1", "L2")
      } else if reasons.contains(.undo) || reasons.contains(.redo) {
        after.line == nil ? self.rule("U4") : self.rule(after.step == "undo" ? "U6" : "U3")
      } else if reasons.contains(.retained) {
        self.rule("R4")
      } else if reasons.contains(.change) {
        self.rule("R3")
      } else if reasons.contains(.container) {
        self.rule("R5")
      } else {
        self.rule("R1", "C3", "L1")
      }
    let cause =
      last.isEmpty
      ? "nothing holds \(objects.them) any more"
      : "\(NarrationWords.subject(last).text) held \(objects.them) last"
    return ["\(objects.text) \(objects.is) gone: \(cause)\(rule)"]
  }

  /// What is left when the context is gone.
  mutating func leaked() -> [String] {
    let hadContext = before.states.contains { film.nodes[$0.node].kind == .context }
    let hasContext = after.states.contains { film.nodes[$0.node].kind == .context }
    let left = after.states.filter { !film.nodes[$0.node].kind.isRoot && $0.count > 0 }
      .map { FrameDifference.Some(node: $0.node, count: $0.count) }
    guard hadContext, !hasContext else { return [] }
    // What is held on purpose lives on, and has not leaked.
    let reached = FrameSummary.reachedFromOutside(in: after, film)
    return [
      outliving(left.filter { reached.contains($0.node) }, hasLeaked: false),
      outliving(left.filter { !reached.contains($0.node) }, hasLeaked: true),
    ].compactMap(\.self)
  }

  private mutating func outliving(_ some: [FrameDifference.Some], hasLeaked: Bool) -> String? {
    guard let objects = words.some(orNone: some) else { return nil }
    let verb = objects.isOne ? "outlives the context" : "outlive the context"
    let leak = hasLeaked ? " and \(objects.isOne ? "has" : "have") leaked" : ""
    let by = held(some.map(\.node)).map { ". \(objects.these) \($0)" } ?? ""
    return "\(objects.text) \(verb)\(leak)\(by)"
  }

  /// No object came or went, and still something may have been done.
  mutating func quiet() -> String {
    let groups = grew(MetricName.undoGroups)
    let actions = grew(MetricName.undoActions)
    if groups < 0 {
      return "the undo manager forgets \(counted(-groups, "group")) of actions\(rule("U3"))"
    }
    if actions > 0 {
      return
        "the undo manager notes \(counted(actions, "more action")), on objects that it holds already"
        + rule("U2", "U1")
    }
    let merged = grew(MetricName.mergedObjects)
    if merged > 0 {
      return
        "what another context has saved is merged: \(counted(merged, "object")) brought up to date\(rule("N2"))"
    }
    let trips = grew(MetricName.roundTrips)
    let filled = grew(MetricName.faultsRelationship)
    if filled > 0 {
      let way = trips > 0 ? ", with \(counted(trips, "trip")) to the store" : ""
      return "\(counted(filled, "to-many relationship")) filled when asked for\(rule("F9"))\(way)"
    }
    if trips > 0 {
      return "the store is asked \(counted(trips, "time")); no object comes or goes"
    }
    let isEmpty = after.states.allSatisfy { film.nodes[$0.node].kind.isRoot || $0.count == 0 }
    return after.line == nil && isEmpty ? "nothing is left" : "nothing changes for any object"
  }
}
