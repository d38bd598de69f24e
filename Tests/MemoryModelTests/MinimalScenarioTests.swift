// Minimal scenarios in which the engine and the model once differed, with the numbers that the rules demand.

import Testing

@Suite struct MinimalScenarioTests {
  /// Plays steps over one row of A, and returns a metric at each of its checkpoints.
  private func readings(
    of metric: String, _ relationships: [String], undo: String = "none",
    destinations: String = "with-owner", _ steps: [String]
  ) throws -> [Int] {
    let model = ["model:", "  A:", "    n: integer64"] + relationships.map { "    \($0)" }
    let lines =
      ["faultline: 1", "name: minimal", "title: A minimal scenario"] + model + [
        "context: {queue: private, undo: \(undo)}", "behaves: {destinations: \(destinations)}",
        "data: {seed: 1, A: {count: 1}}", "steps:",
      ] + steps.map { "  \($0)" }
    return try EngineRun.checkpoints(of: lines.joined(separator: "\n") + "\n")
      .filter { $0.name.hasPrefix("at") }.compactMap { $0.readings[metric] }
  }

  private let pair = ["r: {to one: A, inverse: s}", "s: {to many: A, inverse: r}"]
  private let orderedPair = [
    "r: {to one: A, inverse: s}", "s: {to many: A, inverse: r, ordered: true}",
  ]
  private let couple = ["r: {to one: A, inverse: s}", "s: {to one: A, inverse: r}"]

  /// C1: a member leaves with the deletion, also where its own end is older than what the parent has.
  @Test func `a deleted object of a child does not hold itself`() throws {
    let cycles = try readings(
      of: "cycles.count", orderedPair,
      [
        "- context: {name: kid, parent: main, undo: none}", "- fetch: {entity: A, into: a}",
        "- {in: kid, steps: [{fetch: {entity: A, into: k}}, {touch: k}]}",
        "- relate: {objects: a, by: s, to: a}", "- {in: kid, steps: [{delete: k}]}",
        "- checkpoint: at",
      ])
    #expect(cycles == [1])
  }

  /// U6: the order is the saved one once those that came have left.
  @Test func `an undo leaves an ordered relationship unchanged that was read in between`() throws {
    let updated = try readings(
      of: "objects.updated", orderedPair, undo: "unlimited",
      [
        "- fetch: {entity: A, into: a}", "- relate: {objects: a, by: r, to: a}",
        "- walk: {from: a, path: s}", "- checkpoint: at1", "- undo: {}", "- checkpoint: at2",
      ])
    #expect(updated == [1, 0])
  }

  @Test func `an undo hands out no destination that it leaves as it is`() throws {
    let pooled = try readings(
      of: "held.pool", couple, undo: "unlimited",
      [
        "- fetch: {entity: A, into: a}", "- relate: {objects: a, by: s, to: a}", "- delete: a",
        "- turn: [{undo: {}}, {checkpoint: at}]",
      ])
    #expect(pooled == [0])
  }

  /// U6: what denies a deletion is left alone by it, and so by the deletion that is done again.
  @Test func `the redo of a deletion that is denied leaves the other ends alone`() throws {
    let steps = [
      "- fetch: {entity: A, into: a}", "- insert: {entity: A, into: b}",
      "- relate: {objects: b, by: r, to: a}", "- save: {}", "- delete: a",
      "- save: {refused: true}", "- checkpoint: at1", "- undo: {}", "- redo: {}",
      "- checkpoint: at2",
    ]
    let denied = ["r: {to one: A, inverse: s}", "s: {to many: A, inverse: r, on delete: deny}"]
    for metric in ["objects.updated", "objects.deleted", "held.relationship"] {
      let found = try readings(of: metric, denied, undo: "unlimited", steps)
      #expect(found.count == 2 && found.first == found.last, "\(metric)")
    }
  }

  /// R1: what a parent makes to take a save goes with the turn.
  @Test func `a parent follows no relationship that a save leaves as it is`() throws {
    let alive = try readings(
      of: "objects.live", pair, destinations: "when-followed",
      [
        "- fetch: {entity: A, into: a}", "- relate: {objects: a, by: s, to: a}", "- save: {}",
        "- release: a", "- reset: {}", "- context: {name: kid, parent: main, undo: none}",
        "- {in: kid, steps: [{fetch: {entity: A, into: k}}, {relate: {objects: k, by: r, to: k}}]}",
        "- checkpoint: at1", "- {in: kid, steps: [{save: {}}]}", "- checkpoint: at2",
      ])
    #expect(alive.count == 2 && alive.first == alive.last)
  }

  @Test func `a save that a store refuses is one round trip`() throws {
    let trips = try readings(
      of: "store.roundtrips", [],
      [
        "- context: {name: other, undo: none}", "- fetch: {entity: A, into: a, as: realized}",
        "- {in: other, steps: [{fetch: {entity: A, into: o}}, {set: {objects: o, to: {n: 1}}}, {save: {}}]}",
        "- set: {objects: a, to: {n: 2}}", "- checkpoint: at1", "- save: {refused: true}",
        "- checkpoint: at2",
      ])
    #expect(trips.count == 2 && trips.last == trips.first.map { $0 + 1 })
  }
}
