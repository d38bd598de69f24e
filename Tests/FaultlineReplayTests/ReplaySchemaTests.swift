// The published schema of films is true of what is written, and false of what is not.

import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import FaultlineTestSupport
import Testing

struct `The published schema of films` {
  /// A film with everything that a film can have.
  private static let film: Replay = {
    var before = Replay.Frame(line: nil, step: "begin")
    before.states = [Replay.State(node: 0)]
    var after = Replay.Frame(
      line: 3, step: "insert", rounds: [Replay.Round(loop: "i", number: 1, of: 40)],
      roundsLeftOut: 2,
      notes: ["Nobody names it."],
      questions: [
        Replay.Question(
          "Who stays?", answer: "Nobody.",
          offer: Replay.Offer(
            [
              Replay.Choice("All", isRight: false, mistake: "They stay."),
              Replay.Choice("None", isRight: true),
            ],
            measured: "objects.live was 0", reason: 1, line: 4, inventory: 3))
      ])
    var employees = Replay.State(node: 1, count: 2)
    employees.retains = 1
    after.states = [Replay.State(node: 0), employees]
    after.ties = [Replay.Tie(edge: 0, count: 2)]
    after.changed = [1]
    after.released = [Replay.Released(node: 1, count: 1)]
    after.readings = [Reading(metric: "objects.live", quantity: 2)]
    after.cited = ["R3"]
    return Replay(
      scenario: "pairs", title: "Pairs", rules: ["R3"], variant: "let go",
      settings: [Setting(name: "undo", value: "none")], notes: ["Two."],
      script: [Replay.Line(number: 3, text: "- insert: {entity: Employee}")],
      nodes: [
        Replay.Node(.context, "context"),
        Replay.Node(
          .objects, "Employee × 3", entity: "Employee", detail: "1–3", instance: 2, count: 3),
      ],
      edges: [Replay.Edge(from: 0, to: 1, reason: .change)], frames: [before, after])
  }()

  @Test func `holds for a film in which everything is that may be there`() throws {
    #expect(try JSONSchema(DocumentSchema.film.json).problems(of: Self.film.json) == [])
    #expect(try JSONSchema(DocumentSchema.film.json).problems(of: FilmSample.film.json) == [])
  }

  @Test func `does not hold for a film that is wrong, and no schema of numbers takes a film`()
    throws
  {
    let wrong = Self.film.json.replacing("\"reason\" : \"change\"", with: "\"reason\" : \"whim\"")
    #expect(wrong != Self.film.json)
    let problems = try JSONSchema(DocumentSchema.film.json).problems(of: wrong)
    #expect(problems.contains { $0.hasSuffix("'whim' is not allowed") }, "\(problems)")
    for other in [DocumentSchema.result, .machine, .baseline, .plan] {
      #expect(try JSONSchema(other.json).problems(of: Self.film.json) != [])
    }
  }

  @Test func `is what another validator takes it for`() throws {
    let pair = (DocumentSchema.film.json, Self.film.json)
    guard let answer = try ForeignValidator.problems(of: [pair]) else { return }
    #expect(answer == "")
  }
}
