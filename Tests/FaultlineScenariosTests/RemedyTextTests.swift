// ChangeSuggestions as texts: the lines of a scenario that go and come, and the rest as its author wrote it.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineScenarios

@Suite struct RemedyTextTests {
  /// What one remedy changes, for a part of a peak in the step that begins with some words.
  private func change(
    _ name: String, _ scenario: String, at step: String, variant: String = "default",
    _ part: PeakExplanation.Part
  ) -> String {
    let lines = scenario.split(separator: "\n", omittingEmptySubsequences: false)
    var title: String?
    for (number, line) in lines.enumerated() where title == nil {
      guard let place = line.range(of: step) else { continue }
      let column = line.distance(from: line.startIndex, to: place.lowerBound) + 1
      title = "\(step.prefix { $0 != ":" }) (a.yaml:\(number + 1):\(column))"
    }
    let peak = PeakExplanation(bytes: part.bytes, step: title, parts: [part])
    let remedies = ChangeSuggestions.remedies(
      against: peak, in: scenario, variant: variant, hasPool: true)
    guard let remedy = remedies.first(where: { $0.name == name }) else {
      return "none of \(remedies.map(\.name))"
    }
    return ChangeSuggestions.change(from: scenario, to: remedy.text).joined(separator: "\n")
  }

  private func held(by holders: String..., count: Int = 400) -> PeakExplanation.Part {
    PeakExplanation.Part(.objects, entity: "Item", count: count, bytes: 1_000, holders: holders)
  }

  @Test func `a setting is set where the scenario has its context`() {
    let text =
      "context:  # as in the app\n  pool: true\n  undo: unlimited # as usual\nsteps:\n  - save: {}\n"
    expectText(
      change("undo-none", text, at: "save:", held(by: "undo")),
      is: "- undo: unlimited # as usual\n+ undo: none # as usual")
    expectText(
      change("retains-false", text, at: "save:", held(by: "retainsRegisteredObjects")),
      is: "  undo: unlimited # as usual\n+ retainsRegisteredObjects: false")
  }

  @Test func `a setting is set where there is no context yet`() {
    let text = "name: a\nsteps:\n  - save: {}\n"
    expectText(
      change("undo-levels", text, at: "save:", held(by: "undo")),
      is: "  name: a\n+ context: {undo: {levels: 1}}")
    expectText(
      change("undo-none", "{name: a, steps: [{save: {}}]}", at: "save:", held(by: "undo")),
      is:
        "- {name: a, steps: [{save: {}}]}\n+ {name: a, context: {undo: none}, steps: [{save: {}}]}")
  }

  @Test func `a setting of a variant is its own`() {
    let text = "variants:\n  plain:\n  odd: {rows: 5}\nsteps:\n  - save: {}\n"
    expectText(
      change("undo-none", text, at: "save:", variant: "plain", held(by: "undo")),
      is: "- plain:\n+ plain: {undo: none}")
    expectText(
      change("undo-none", text, at: "save:", variant: "odd", held(by: "undo")),
      is: "- odd: {rows: 5}\n+ odd: {rows: 5, undo: none}")
  }

  private let loop = """
    steps:
      - turn:
          - repeat: 4
            as: i
            steps:
              - fetch: {entity: Item, as: realized} # all

      - save: {}
    """

  @Test func `the pool drains at the end of each round`() {
    expectText(
      change("drain-in-loop", loop, at: "fetch:", held(by: "the pool")),
      is: "  - fetch: {entity: Item, as: realized} # all\n+ - drain: {}")
    expectText(
      change(
        "drain-in-loop", "steps: [{turn: [{repeat: 4, steps: [{touch: all}]}]}]", at: "touch:",
        held(by: "the pool")),
      is: """
        - steps: [{turn: [{repeat: 4, steps: [{touch: all}]}]}]
        + steps: [{turn: [{repeat: 4, steps: [{touch: all}, {drain: {}}]}]}]
        """)
  }

  @Test func `a fetch of everything becomes a loop of pages`() {
    expectText(
      change(
        "fetch-in-pages", "steps:\n  - fetch: {entity: Item, as: realized}\n", at: "fetch:",
        held(by: "the pool", count: 350)),
      is: """
        - - fetch: {entity: Item, as: realized}
        + - repeat: 4
        +   as: page
        +   steps:
        +     - fetch: {entity: Item, as: realized, limit: 100, offset: page * 100}
        """)
  }

  @Test func `a fetch whose objects are used later is no loop`() {
    expectText(
      change(
        "fetch-in-pages", "steps:\n  - fetch: {entity: Item, into: items, as: realized}\n",
        at: "fetch:", held(by: "the variable 'items'")),
      is: #"none of ["fetch-batch", "fetch-batch-pool"]"#)
  }

  private let insert = """
    steps:
      - insert: {entity: Item, count: 2_000}
      - save: {}
    """

  @Test func `what is inserted at once is inserted and saved in batches`() {
    expectText(
      change("save-in-batches", insert, at: "save:", held(by: "a pending change")),
      is: """
        - - insert: {entity: Item, count: 2_000}
        + - repeat: 20
        +   as: batch
        +   steps:
        +     - insert: {entity: Item, count: 100}
        +     - save: {}
        """)
  }

  @Test func `names are released behind their last use`() {
    let text = """
      steps:
        - fetch: {entity: Item, into: items}
        - repeat: 3
          steps:
            - touch: items
        - insert: {entity: Item, count: 9}
      """
    expectText(
      change("release-items", text, at: "insert:", held(by: "the variable 'items'")),
      is: "    - touch: items\n+ - release: items".replacing("    - touch", with: "      - touch"))
    expectText(
      change("release-items", text, at: "touch:", held(by: "the variable 'items'")),
      is: #"none of ["fetch-batch", "fetch-batch-pool", "refresh-in-loop", "reset-in-loop"]"#)
  }

  @Test func `a fetch loses a key, and a context its parent`() {
    let text = """
      steps:
        - context: {name: editor, parent: main}
        - fetch:
            entity: Item
            prefetch: parts
            into: items
      """
    expectText(
      change("prefetch-none", text, at: "fetch:", held(by: "a relationship")),
      is: "- prefetch: parts")
    expectText(
      change("no-parent", text, at: "fetch:", held(by: "a pending change")),
      is: "- - context: {name: editor, parent: main}\n+ - context: {name: editor}")
  }

  @Test func `a peak without an explanation has no remedy`() {
    let peak = PeakExplanation(bytes: 9, failureReason: "with threads")
    #expect(
      ChangeSuggestions.remedies(against: peak, in: insert, variant: "default", hasPool: true)
        .isEmpty)
    #expect(
      ChangeSuggestions.remedies(
        against: PeakExplanation(bytes: 9, parts: [held(by: "undo")]), in: "steps: [", variant: "a",
        hasPool: true
      ).isEmpty)
  }

  @Test func `every kind's file stands in the list, and the list names no other`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/FaultlineScenarios/Suggestions")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("Suggestion.swift") }
      .map { String($0.dropLast(".swift".count)) }
    #expect(files.contains("UndoSuggestion"))
    #expect(ChangeSuggestions.all.map { "\($0)" }.sorted() == files.sorted())
  }
}
