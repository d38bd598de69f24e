// What a plan decides: which trials, with which settings and values, and which expectations count.

import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct PlanTests {
  private static let scenario = """
    faultline: 1
    name: sizes
    title: Sizes
    model: {Employee: {name: string}}
    parameters:
      rows: {type: int, default: 100, quick: 10, min: 1}
      batch: {type: int, default: 5}
      ending: {type: choice, of: [nothing, reset], default: nothing}
    context: {pool: false}
    variants:
      plain: {}
      large: {rows: 1k, pool: true}
      kept: {ending: reset, retainsRegisteredObjects: true}
    steps:
      - insert: {entity: Employee, count: rows}
      - checkpoint: inserted
    measure: {repeats: 4, warmup: 2}
    expect:
      - that: objects.live == 0
      - that: objects.live == rows
        when: {variant: [large, kept]}
      - that: peak(objects.live, plain) <= peak(objects.live, large)
      - that: ratio(objects.live@inserted, plain, kept) == 1
    """

  private func plan(_ choices: Choices, of text: String = scenario) -> String {
    rejection { () throws(Diagnostic) in
      let plan = try Plan(ScenarioReader.scenario(text, file: "sizes.yaml"), choosing: choices)
      let trials = plan.trials.map { trial in
        "\(trial.id): \(trial.listed.map(\.description).joined(separator: ", "))"
      }
      let asked = plan.scenario.expectations.indices.filter { !plan.skipped.contains($0) }
      let base = plan.parameters.map(\.description).joined(separator: ", ")
      return
        (trials + ["base: \(base)", "asked: \(asked), repeats: \(plan.repeats)"])
        .joined(separator: "\n")
    }
  }

  @Test func `a variant changes what the context and the parameters say`() {
    expectText(
      plan(Choices()),
      is: """
        sizes/plain: retainsRegisteredObjects = false, pool = false, undo = unlimited, rows = 100, batch = 5, ending = nothing
        sizes/large: retainsRegisteredObjects = false, pool = true, undo = unlimited, rows = 1,000, batch = 5, ending = nothing
        sizes/kept: retainsRegisteredObjects = true, pool = false, undo = unlimited, rows = 100, batch = 5, ending = reset
        base: rows = 100, batch = 5, ending = nothing
        asked: [0, 1, 2, 3], repeats: 4
        """)
  }

  @Test func `what is set goes before a variant's value, and that before the quick one`() {
    expectText(
      plan(Choices(quick: true, repeats: 1)),
      is: """
        sizes/plain: retainsRegisteredObjects = false, pool = false, undo = unlimited, rows = 10, batch = 5, ending = nothing
        sizes/large: retainsRegisteredObjects = false, pool = true, undo = unlimited, rows = 1,000, batch = 5, ending = nothing
        sizes/kept: retainsRegisteredObjects = true, pool = false, undo = unlimited, rows = 10, batch = 5, ending = reset
        base: rows = 10, batch = 5, ending = nothing
        asked: [0, 1, 2, 3], repeats: 1
        """)
    let set = [
      Setting(name: "rows", value: "1e3"), Setting(name: "ending", value: "nothing"),
      Setting(name: "rows", value: "2_000"),
    ]
    expectText(
      plan(Choices(parameters: set, quick: true)),
      is: """
        sizes/plain: retainsRegisteredObjects = false, pool = false, undo = unlimited, rows = 2,000, batch = 5, ending = nothing
        sizes/large: retainsRegisteredObjects = false, pool = true, undo = unlimited, rows = 2,000, batch = 5, ending = nothing
        sizes/kept: retainsRegisteredObjects = true, pool = false, undo = unlimited, rows = 2,000, batch = 5, ending = nothing
        base: rows = 2,000, batch = 5, ending = nothing
        asked: [0, 1, 2, 3], repeats: 4
        """)
  }

  @Test func `a chosen variant leaves out what needs the others`() {
    expectText(
      plan(Choices(variants: ["plain"])),
      is: """
        sizes/plain: retainsRegisteredObjects = false, pool = false, undo = unlimited, rows = 100, batch = 5, ending = nothing
        base: rows = 100, batch = 5, ending = nothing
        asked: [0], repeats: 4
        """)
    expectText(
      plan(Choices(variants: ["kept", "plain"])),
      is: """
        sizes/plain: retainsRegisteredObjects = false, pool = false, undo = unlimited, rows = 100, batch = 5, ending = nothing
        sizes/kept: retainsRegisteredObjects = true, pool = false, undo = unlimited, rows = 100, batch = 5, ending = reset
        base: rows = 100, batch = 5, ending = nothing
        asked: [0, 1, 3], repeats: 4
        """)
  }

  @Test func `a scenario without variants has one`() {
    let text = """
      faultline: 1
      name: small
      title: Small
      model: {Employee: {name: string}}
      steps:
        - insert: {entity: Employee}
      """
    expectText(
      plan(Choices(), of: text),
      is: """
        small/default: retainsRegisteredObjects = false, pool = true, undo = unlimited
        base:\(" ")
        asked: [], repeats: 3
        """)
  }

  @Test func `a choice that nothing can carry out is refused`() {
    func setting(_ name: String, _ value: String) -> String {
      plan(Choices(parameters: [Setting(name: name, value: value)]))
    }
    expectText(
      plan(Choices(variants: ["plian"])),
      is: """
        sizes.yaml: error: the scenario 'sizes' has no variant 'plian'. Did you mean 'plain'?
            = known variants: plain, large, kept
        """)
    expectText(
      setting("row", "3"),
      is: """
        sizes.yaml: error: the scenario 'sizes' has no parameter 'row'. Did you mean 'rows'?
            = known parameters: rows, batch, ending
        """)
    expectText(
      setting("rows", "many"),
      is: """
        --set rows:1:1: error: expected a whole number, or none, found 'many'
         1 | many
           | ^~~~
        """)
    expectText(
      setting("rows", "0"),
      is: """
        --set rows:1:1: error: '0' is out of range: expected a whole number >= 1, or none
         1 | 0
           | ^
        """)
    expectText(
      setting("ending", "rest"),
      is: """
        --set ending:1:1: error: 'rest' is not allowed here. Did you mean 'reset'?
         1 | rest
           | ^~~~
           = allowed: nothing, reset
        """)
    expectText(
      setting("rows", "1e9"),
      is: """
        sizes.yaml:15:5: error: a pass would come to more than 10_000_000 operations (steps and objects)
         15 |   - insert: {entity: Employee, count: rows}
            |     ^~~~~~
            = 'limits: {operations: 100_000_000}' in the scenario allows more
            = '--limit operations=100_000_000' allows it for one run
        """)
  }

  @Test func `a limit is raised, lowered or lifted for one run`() {
    func limited(_ limits: (String, String)...) -> String {
      plan(
        Choices(
          parameters: [Setting(name: "rows", value: "1e9")],
          limits: limits.map { Setting(name: $0.0, value: $0.1) }))
    }
    let lifted = limited(("operations", "none"))
    #expect(!lifted.contains("error"), "\(lifted)")
    // Of several the last one counts, as with parameters.
    #expect(limited(("operations", "5"), ("operations", "1e11")) == lifted)
    expectText(
      limited(("operations", "5")),
      is: """
        sizes.yaml:15:5: error: a pass would come to more than 5 operations (steps and objects)
         15 |   - insert: {entity: Employee, count: rows}
            |     ^~~~~~
            = 'limits: {operations: 50}' in the scenario allows more
            = '--limit operations=50' allows it for one run
        """)
    expectText(
      limited(("operation", "5")),
      is: """
        sizes.yaml: error: there is no limit 'operation'. Did you mean 'operations'?
            = known limits: operations, checkpoints, bytes
        """)
    expectText(
      limited(("operations", "0")),
      is: """
        --limit operations:1:1: error: '0' is out of range: expected a whole number >= 1, or none
         1 | 0
           | ^
        """)
  }
}
