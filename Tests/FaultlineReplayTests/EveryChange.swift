// A film in which everything happens that a sentence can say, made by hand.

import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay

/// Builds the frames of a film one after the other: each says only what is there, and what was read.
struct EveryChange {
  private var frames: [Replay.Frame] = []
  private var readings: [String: Int] = [:]

  static let nodes = [
    Replay.Node(.context, "context"), Replay.Node(.context, "child"),
    Replay.Node(.undo, "undo manager"),
    Replay.Node(.pool, "pool of the turn"), Replay.Node(.name, "staff"), Replay.Node(.name, "boss"),
    Replay.Node(.container, "array 'kept'"), Replay.Node(.elsewhere, "elsewhere"),
    Replay.Node(.objects, "Department 1", entity: "Department"),
    Replay.Node(.objects, "Department 2", entity: "Department"),
    Replay.Node(.objects, "Employee × 3", entity: "Employee", detail: "1–3", count: 3),
    Replay.Node(.objects, "Task 1", entity: "Task", detail: "instance 2", instance: 2),
    Replay.Node(
      .objects, "Project of a name that has no room", entity: "Project",
      detail: "of many words, too"),
    Replay.Node(.objects, "Place 1", entity: "Place"),
    Replay.Node(.objects, "Employee 4", entity: "Employee"),
  ]

  static let edges = [
    Replay.Edge(from: 0, to: 8, reason: .change), Replay.Edge(from: 1, to: 8, reason: .change),
    Replay.Edge(from: 4, to: 8, reason: .name), Replay.Edge(from: 5, to: 8, reason: .name),
    Replay.Edge(from: 4, to: 10, reason: .name), Replay.Edge(from: 6, to: 10, reason: .container),
    Replay.Edge(from: 2, to: 10, reason: .undo), Replay.Edge(from: 3, to: 9, reason: .pool),
    Replay.Edge(from: 8, to: 10, reason: .relationship, name: "employees"),
    Replay.Edge(from: 10, to: 8, reason: .relationship, name: "department"),
    Replay.Edge(from: 1, to: 0, reason: .parent), Replay.Edge(from: 0, to: 10, reason: .weak),
    Replay.Edge(from: 7, to: 9, reason: .elsewhere), Replay.Edge(from: 0, to: 9, reason: .retained),
    Replay.Edge(from: 2, to: 9, reason: .redo), Replay.Edge(from: 0, to: 10, reason: .deletion),
    Replay.Edge(from: 0, to: 11, reason: .telling), Replay.Edge(from: 0, to: 12, reason: .conflict),
    Replay.Edge(from: 11, to: 12, reason: .relationship, name: "a relationship of many words"),
    Replay.Edge(from: 12, to: 8, reason: .relationship, name: "place"),
    Replay.Edge(from: 4, to: 13, reason: .name),
    Replay.Edge(from: 8, to: 9, reason: .relationship, name: "next"),
    Replay.Edge(from: 10, to: 10, reason: .relationship, name: "manager"),
    Replay.Edge(from: 14, to: 14, reason: .relationship, name: "self"),
    Replay.Edge(from: 12, to: 10, reason: .fetched, name: "found"),
    Replay.Edge(from: 0, to: 8, reason: .undo),
  ]

  /// An object's state: how many, and how many of them are faults, inserted, updated, deleted, in retain cycles.
  static func state(_ node: Int, _ count: Int = 1, _ facts: [Int] = []) -> Replay.State {
    var state = Replay.State(node: node, count: count)
    let facts = facts + Array(repeating: 0, count: 5 - facts.count)
    state.faults = facts[0]
    state.inserted = facts[1]
    state.updated = facts[2]
    state.deleted = facts[3]
    state.inCycles = facts[4]
    return state
  }

  /// Adds a frame: the roots and objects that are there, edges with how many, and what has grown by how much.
  mutating func then(
    _ step: String, _ states: [Replay.State], _ ties: [Int: Int] = [:], cycle: Set<Int> = [],
    grow: [String: Int] = [:], stepsLeftOut: Int = 0, roundsLeftOut: Int = 0, isLast: Bool = false
  ) {
    for (name, more) in grow { readings[name, default: 0] += more }
    var frame = Replay.Frame(
      line: frames.isEmpty || isLast ? nil : frames.count + 10, step: step,
      roundsLeftOut: roundsLeftOut,
      states: states,
      ties: ties.sorted { $0.key < $1.key }.map {
        Replay.Tie(edge: $0.key, count: $0.value, isInCycle: cycle.contains($0.key))
      },
      readings: readings.sorted { $0.key < $1.key }.map {
        Reading(metric: $0.key, quantity: .integer($0.value))
      })
    frame.stepsLeftOut = stepsLeftOut
    frames.append(frame)
  }

  func film(rules: [String] = ["C1"]) -> Replay {
    var film = Replay(
      scenario: "all", title: "Everything that happens", rules: rules, variant: "one",
      nodes: Self.nodes,
      edges: Self.edges, frames: frames)
    film.narrate()
    return film
  }

  /// The sentences of all frames with their rules, what stands, and which nodes changed.
  static func narrated(_ film: Replay) -> String {
    film.frames.map { frame in
      let gone = frame.released.map { "\($0.node)×\($0.count)" }.joined(separator: " ")
      return
        "\(frame.step): \(frame.sentence)\n  \(frame.cited.joined(separator: " ")) | \(frame.changed) | \(gone)\n  \(frame.standing)"
    }.joined(separator: "\n")
  }
}
