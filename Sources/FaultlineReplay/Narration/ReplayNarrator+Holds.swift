// Clauses about holds: retain cycles, and roots that take hold or let go.

import FaultlineKnowledge
import FaultlineMeasures

extension ReplayNarrator {
  /// Relationships that were realized, and retain cycles that came or were broken.
  mutating func cycles() -> [String] {
    let cycles = grew(MetricName.cyclesCount)
    var clauses: [String] = []
    let ties = difference.taken.filter { $0.edge.reason == .relationship }
    for tie in ties.prefix(difference.inCycles > 0 ? 0 : 2) {
      clauses.append(
        "\(words.name(tie.edge.from)) now \(words.isOne(tie.edge.from) ? "holds" : "hold") "
          + "\(words.name(tie.edge.to)) through '\(tie.edge.name)'\(rule("C1"))"
      )
    }
    if difference.inCycles > 0 {
      let alive = NumberText.grouped(difference.inCycles)
      let names = Set(ties.map(\.edge.name)).sorted().map { "'\($0)'" }
      let by = names.isEmpty ? "" : " by \(NarrationWords.list(names))"
      let many = cycles > 1 ? "in \(NumberText.grouped(cycles)) retain cycles" : "in a retain cycle"
      clauses.append(
        difference.inCycles == 1
          ? "1 object is in a retain cycle now\(by)\(rule("C1"))"
          : "\(alive) objects hold each other\(by) now, \(many)\(rule("C1"))")
    } else if difference.leftCycles > 0, grew(MetricName.objectsCollected) == 0 {
      let many =
        -cycles > 1 ? "\(NumberText.grouped(-cycles)) retain cycles are" : "the retain cycle is"
      let left =
        difference.leftCycles == 1
        ? "1 object is in it no more"
        : "\(NumberText.grouped(difference.leftCycles)) objects hold each other no more"
      clauses.append(
        "\(many) broken: \(left)"
          + (difference.faulted.isEmpty ? "" : rule("C2")))
    }
    return clauses
  }

  /// Roots that take hold of objects that were there before.
  mutating func taken() -> [String] {
    holds(difference.taken) {
      [.change, .elsewhere].contains($0.reason) || difference.hasArrived($0.to)
    }
    .map { reason, roots, some in
      let holder = NarrationWords.subject(roots)
      let rule = some.first.map { words.rule(reason, of: $0.node) } ?? ""
      return "\(holder.text) now \(holder.isOne ? "holds" : "hold") \(words.some(some).text)"
        + (rule.isEmpty ? "" : self.rule(rule))
    }
  }

  /// Roots that let go of objects that stay.
  mutating func dropped() -> [String] {
    let settled = Set(difference.settled.map(\.node))
    let buried = Set(difference.buried.map(\.node))
    return holds(difference.dropped) { edge in
      edge.reason == .elsewhere || difference.hasGone(edge.to)
        || edge.reason == .change && (settled.contains(edge.to) || buried.contains(edge.to))
    }.map { _, roots, some in
      let holder = NarrationWords.subject(roots)
      let objects = words.some(some)
      let still = held(some.map(\.node)).map { ". \(objects.these) still \($0)" } ?? ""
      return "\(holder.text) \(holder.isOne ? "lets" : "let") go of \(objects.text)\(still)"
    }
  }

  /// The strong holds of roots, those of one reason together.
  func holds(
    _ holds: [FrameDifference.Hold], except isSaid: (Replay.Edge) -> Bool
  ) -> [(HoldReason, [Replay.Node], [FrameDifference.Some])] {
    var found: [(reason: HoldReason, roots: [Replay.Node], some: [FrameDifference.Some])] = []
    for hold in holds where film.nodes[hold.edge.from].kind.isRoot && hold.edge.reason.isStrong {
      guard !film.nodes[hold.edge.to].kind.isRoot else { continue }
      guard !isSaid(hold.edge) else { continue }
      let root = film.nodes[hold.edge.from]
      let some = FrameDifference.Some(node: hold.edge.to, count: hold.count)
      if let place = found.firstIndex(where: { $0.reason == hold.edge.reason }) {
        if !found[place].roots.contains(root) { found[place].roots.append(root) }
        if !found[place].some.contains(where: { $0.node == some.node }) {
          found[place].some.append(some)
        }
      } else {
        found.append((hold.edge.reason, [root], [some]))
      }
    }
    return found
  }
}
