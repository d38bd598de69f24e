// How far the answer of a search holds: the same points weighed where Core Data is otherwise.

import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

@Suite struct `How far the answer of a search holds` {
  /// A list with a batch size, in the context of the store or in a child, where the framework of today ignores it.
  private func search(_ words: [String]) throws -> WholeProgram.Answer {
    let program = try WholeProgram([
      "batches.yaml": """
      faultline: 1
      name: batches
      title: Batches of a list
      model: {Employee: {name: string}}
      stores: [sqlite]
      data: {Employee: {count: 40, set: {name: 'text(20)'}}}
      context: {undo: none, queue: main, pool: false}
      parameters:
        batch: {type: int, default: 4, min: 1}
        place: {type: choice, of: [child, root], default: child}
      steps:
        - when: place == child
          steps:
            - context: {name: screen, parent: main}
        - when: place == root
          steps:
            - context: {name: screen}
        - in: screen
          steps:
            - watch: {entity: Employee, sort: name, batch: batch, as: list}
            - touch: list
            - checkpoint: shown
      """
    ])
    let answer = try program.run(["tune", "batches.yaml", "-q"] + words)
    #expect(answer.status == 0, "\(answer.errors)")
    return answer
  }

  /// The paragraphs about it: those behind the reason and before the front.
  private func scope(_ answer: WholeProgram.Answer) -> String {
    answer.output.components(separatedBy: "\n\n").drop { !$0.hasPrefix("It has the least") }
      .dropFirst()
      .prefix { !$0.hasPrefix("The front") && !$0.hasPrefix("## The front") }.joined(
        separator: "\n\n")
  }

  private static let places = ["--over", "place=child,root", "--least", "objects.live"]
  private static let batches = ["--over", "batch=1,4,40", "--least", "store.roundtrips"]

  @Test func `a plain page says whose behaviour it shows, and claims nothing more`() throws {
    let answer = try search(Self.places)
    expectText(
      scope(answer),
      is: """
        The readings show Core Data with 'behaves: guides'; --sides says whether it
        holds elsewhere.
        """)
  }

  /// The guides' child reads batch by batch, as the context of the store does; today's reads everything.
  @Test func `what is best in Core Data of today is named with the difference that turns it`()
    throws
  {
    let answer = try search(Self.places + ["--sides"])
    expectText(
      scope(answer),
      is: """
        Of 3 points weighed none is better with 'behaves: guides'.

        Elsewhere: with 'behaves: core-data' the best one is place=root · pool=true: 8
        objects.live. By itself childBatches turns it.
        """)
    let again = try JSONSerialization.jsonObject(
      with: Data(try search(Self.places + ["--sides", "--format", "json"]).output.utf8))
    let elsewhere = try #require((again as? [String: Any])?["elsewhere"] as? NSArray)
    #expect(
      elsewhere == [
        [
          "key": "behaves", "value": "core-data", "place": "", "holds": false,
          "best": "place=root · pool=true: 8 objects.live", "turnedBy": ["childBatches"],
        ]
      ])
  }

  @Test func `seen from the other side the same difference turns it, and ends of bands are played`()
    throws
  {
    let answer = try search(
      Self.batches + ["--sides", "--behaves", "core-data", "--format", "markdown"])
    expectText(
      scope(answer),
      is: """
        Of 3 points weighed none is better with 'behaves: core-data', 'rowCache: kept' and 'parentObjects: registered'.

        Elsewhere: with 'behaves: guides' the best one is batch=40 · pool=true: 2 store.roundtrips. By itself childBatches turns it.
        """)
  }

  @Test func `without bands the two descriptions alone are weighed`() throws {
    let answer = try search(
      [
        "--over", "batch=1,4", "--least", "objects.live", "--sides", "--behaves", "core-data",
        "--no-bands",
      ])
    expectText(
      scope(answer),
      is: """
        Also in Core Data: of 3 points weighed none is better with 'behaves: core-data'
        and 'behaves: guides'.
        """)
  }
}
