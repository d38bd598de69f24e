// A small film made by hand, and one in which every text is an attempt.

import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import FaultlineTestSupport

enum FilmSample {
  /// Two objects that come to hold each other, are asked about, and go.
  static let film: Replay = film { text, _ in text }

  /// The same with other texts: each is given its own and a number.
  static func film(_ text: (String, Int) -> String) -> Replay {
    var number = 0
    func word(_ usual: String) -> String {
      number += 1
      return text(usual, number)
    }
    let nodes = [
      Replay.Node(.context, word("context")), Replay.Node(.undo, word("undo manager")),
      Replay.Node(.name, word("staff")), Replay.Node(.container, word("array 'kept'")),
      Replay.Node(.objects, word("Department 1"), entity: word("Department")),
      Replay.Node(
        .objects, word("Employee × 1,200"), entity: word("Employee"), detail: word("1–1,200"),
        count: 1_200),
    ]
    let edges = [
      Replay.Edge(from: 0, to: 4, reason: .change), Replay.Edge(from: 0, to: 5, reason: .weak),
      Replay.Edge(from: 1, to: 5, reason: .undo), Replay.Edge(from: 2, to: 5, reason: .name),
      Replay.Edge(from: 4, to: 5, reason: .relationship, name: word("employees")),
      Replay.Edge(from: 5, to: 4, reason: .relationship, name: word("department")),
      Replay.Edge(from: 5, to: 5, reason: .relationship, name: word("manager")),
      Replay.Edge(from: 3, to: 4, reason: .container),
    ]
    func state(_ node: Int, _ count: Int = 1, faults: Int = 0, inserted: Int = 0, inCycles: Int = 0)
      -> Replay.State
    {
      var state = Replay.State(node: node, count: count)
      (state.faults, state.inserted, state.inCycles, state.retains) = (
        faults, inserted, inCycles, 2
      )
      return state
    }
    func readings(_ live: Int, _ cycles: Int) -> [Reading] {
      [
        Reading(metric: "objects.live", quantity: .integer(live)),
        Reading(metric: "objects.registered", quantity: .integer(live)),
        Reading(metric: "objects.deleted", quantity: .integer(0)),
        Reading(metric: "cycles.count", quantity: .integer(cycles)),
      ]
    }
    let roots = [state(0), state(1)]
    let frames = [
      Replay.Frame(
        line: nil, step: word("before the first step"), states: roots, readings: readings(0, 0)),
      Replay.Frame(
        line: 12, step: word("insert"), rounds: [Replay.Round(loop: word("i"), number: 2, of: 8)],
        notes: [word("They are new.")],
        states: roots + [state(2), state(4, inserted: 1), state(5, 1_200, faults: 400)],
        ties: [
          .init(edge: 0, count: 1), .init(edge: 1, count: 1_200), .init(edge: 3, count: 1_200),
        ],
        readings: readings(1_201, 0)),
      Replay.Frame(
        line: 13, step: word("relate"), roundsLeftOut: 4,
        questions: [.init(word("Who holds whom now?"), answer: word("They hold each other."))],
        states: roots + [
          state(2), state(3), state(4, inCycles: 1), state(5, 1_200, inCycles: 1_200),
        ],
        ties: [
          .init(edge: 1, count: 1_200), .init(edge: 2, count: 1_200), .init(edge: 3, count: 1_200),
          .init(edge: 4, count: 1_200, isInCycle: true),
          .init(edge: 5, count: 1_200, isInCycle: true),
          .init(edge: 6, count: 3), .init(edge: 7, count: 1),
        ], readings: readings(1_201, 1)),
      Replay.Frame(
        line: 14, step: word("release"), states: roots + [state(4, faults: 1)],
        ties: [.init(edge: 7, count: 1)], readings: readings(1, 0)),
      Replay.Frame(
        line: nil, step: word("context and stores are let go"), readings: readings(0, 0)),
    ]
    var film = Replay(
      scenario: word("sample"), title: word("A sample"), rules: ["C1", word("C2")],
      variant: word("both ends"), settings: [Setting(name: word("undo"), value: word("none"))],
      notes: [word("Two objects.")],
      script: [
        .init(number: 12, text: word("  - insert: {entity: Employee}")),
        .init(number: 13, text: word("  - relate: {objects: staff}")),
        .init(number: 14, text: word("  - release: all")),
      ], nodes: nodes, edges: edges, frames: frames)
    film.narrate()
    return film
  }

  /// The same, with choices to its question.
  static let asking: Replay = {
    var film = FilmSample.film
    film.frames[2].questions[0].offer = Replay.Offer(
      [
        Replay.Choice("Each other", isRight: true),
        Replay.Choice("The context", isRight: false, mistake: "A context holds its objects."),
      ], measured: "cycles.count was 1", reason: 1, line: 13)
    return film
  }()

  /// Every text an attempt.
  static let hostile: [Replay] = HostileTexts.attempts.indices.map { shift in
    var film = FilmSample.film { _, number in
      HostileTexts.attempts[(number + shift) % HostileTexts.attempts.count]
    }
    let attempt = HostileTexts.attempts[shift]
    film.frames[2].questions[0].offer = Replay.Offer(
      [
        Replay.Choice(attempt, isRight: true),
        Replay.Choice("\(attempt) 2", isRight: false, mistake: attempt),
      ], measured: attempt, reason: 1, line: 13, inventory: 1)
    return film
  }
}
