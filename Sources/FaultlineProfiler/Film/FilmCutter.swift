// Shots become a film: objects that are alike in every shot become one node.

package import FaultlineReplay

/// Puts shots together so that at most so many nodes are drawn.
package struct FilmCutter {
  /// The most nodes, roots and objects together, unless there are more roots than that.
  package static let usualLimit = 40

  private let shots: [FilmShot]
  private let names: FilmNames
  private let siblings: Siblings
  private let roots: [FilmShot.Root]

  /// The nodes of the film: roots, then objects.
  package private(set) var nodes: [Film.Node] = []
  /// The edges of the film, in the order in which they are first seen.
  package private(set) var edges: [Film.Edge] = []
  private var edgeNumbers: [Film.Edge: Int] = [:]

  /// Looks for siblings in all shots.
  package init(_ shots: [FilmShot], records: FilmRecords, limit: Int = usualLimit) {
    self.shots = shots
    names = FilmNames(shots, records)
    roots = Self.roots(of: shots)
    siblings = Siblings(shots, limit: max(limit - roots.count, 8))
    nodes = roots.map { Film.Node($0.kind, $0.title) }
    appendObjects()
  }

  /// The states and the ties of a shot.
  package mutating func cut(_ place: Int) -> (states: [Film.State], ties: [Film.Tie]) {
    let shot = shots[place]
    var states: [Int: Film.State] = [:]
    var cycles: [UInt64: Int] = [:]
    for figure in shot.figures { cycles[figure.number] = figure.cycle }
    var counts: [Int: (count: Int, isInCycle: Bool)] = [:]
    func count(_ edge: Film.Edge, isInCycle: Bool = false) {
      let number = edgeNumbers[edge] ?? edges.count
      if number == edges.count {
        edgeNumbers[edge] = number
        edges.append(edge)
      }
      let former = counts[number] ?? (0, false)
      counts[number] = (former.count + 1, former.isInCycle || isInCycle)
    }
    for root in shot.roots {
      if let node = roots.firstIndex(of: root) { states[node] = Film.State(node: node) }
    }
    for link in shot.parents {
      guard let child = roots.firstIndex(of: link.child),
        let parent = roots.firstIndex(of: link.parent)
      else { continue }
      count(Film.Edge(from: child, to: parent, reason: .parent))
    }
    for figure in shot.figures {
      guard let node = node(of: figure.number) else { continue }
      states[node] = (states[node] ?? Film.State(node: node, count: 0)).adding(figure)
      for hold in figure.condition.holds {
        guard let root = roots.firstIndex(of: hold.root) else { continue }
        states[root] = states[root] ?? Film.State(node: root)
        count(Film.Edge(from: root, to: node, reason: hold.reason))
      }
      for reference in figure.references {
        guard let target = self.node(of: reference.target) else { continue }
        let cycle = cycles[figure.number]
        count(
          Film.Edge(from: node, to: target, reason: reference.reason, name: reference.name),
          isInCycle: cycle != nil && cycle == cycles[reference.target])
      }
    }
    return (
      states.values.sorted { $0.node < $1.node },
      counts.map { Film.Tie(edge: $0, count: $1.count, isInCycle: $1.isInCycle) }
        .sorted { $0.edge < $1.edge }
    )
  }

  private func node(of number: UInt64) -> Int? {
    siblings.node(of: number).map { $0 + roots.count }
  }

  private mutating func appendObjects() {
    var taken: Set<String> = []
    for members in siblings.members {
      var (title, detail) = names.title(of: members)
      if siblings.isRest(members) { (title, detail) = ("others × \(members.count)", nil) }
      let entity = names.names[members[0]]?.entity
      let bare = title
      var letter = UInt8(ascii: "b")
      while !taken.insert(title).inserted, letter <= UInt8(ascii: "z") {
        title = "\(bare) \(Character(Unicode.Scalar(letter)))"
        letter += 1
      }
      nodes.append(
        Film.Node(.objects, title, entity: entity, detail: detail, count: members.count))
    }
  }

  /// Contexts and what belongs to them first, then names and containers as they come.
  private static func roots(of shots: [FilmShot]) -> [FilmShot.Root] {
    var found: [FilmShot.Root] = []
    var seen: Set<FilmShot.Root> = []
    for shot in shots {
      let holding = shot.figures.lazy.flatMap(\.condition.holds).map(\.root)
      for root in shot.roots where seen.insert(root).inserted { found.append(root) }
      for root in holding where seen.insert(root).inserted { found.append(root) }
    }
    let order = Film.Node.Kind.allCases
    return found.enumerated().sorted { one, other in
      let places = (
        order.firstIndex(of: one.element.kind) ?? 0, order.firstIndex(of: other.element.kind) ?? 0
      )
      return (places.0, one.offset) < (places.1, other.offset)
    }.map(\.element)
  }
}

extension Film.State {
  /// The state with one more object.
  fileprivate func adding(_ figure: FilmShot.Figure) -> Film.State {
    var state = self
    let condition = figure.condition
    state.retains = count == 0 || retains == figure.retains ? figure.retains : nil
    state.count += 1
    state.faults += condition.isFault ? 1 : 0
    state.inserted += condition.isInserted ? 1 : 0
    state.updated += condition.isUpdated ? 1 : 0
    state.deleted += condition.isDeleted ? 1 : 0
    state.inCycles += condition.isInCycle ? 1 : 0
    return state
  }
}
