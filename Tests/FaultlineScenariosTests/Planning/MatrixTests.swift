// Everything that a scenario varies: which cells there are, what they are called, and which are chosen.

import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct MatrixTests {
  private func scenario(_ keys: String) -> String {
    """
    faultline: 1
    name: grid
    title: A grid
    model: {Employee: {name: string}}
    parameters:
      rows: {type: int, default: 4, min: 1}
      way: {type: choice, of: [slow, fast], default: slow}
    \(keys)
    steps:
      - insert: {entity: Employee, count: rows}
    """
  }

  private func cells(_ keys: String, _ choices: Choices = Choices()) -> String {
    rejection { () throws(Diagnostic) in
      let plan = try Plan(
        ScenarioReader.scenario(scenario(keys), file: "grid.yaml"), choosing: choices)
      return plan.trials.map { trial in
        let values = trial.parameters.settings.map { "\($0.value.plain)" }.joined(separator: " ")
        return "\(trial.id): \(trial.settings.pool) \(values) · \(trial.key.title)"
      }.joined(separator: "\n")
    }
  }

  @Test func `the product of variants, axes, sizes and stores has ids that distinguish them`() {
    expectText(
      cells(
        """
        stores: [memory, sqlite]
        sizes: {rows: [1, 1k]}
        variants: {plain: {}, quick: {way: fast}}
        matrix: {pool: [true, false], exclude: [{variant: quick, pool: false}, {store: sqlite, rows: 1}]}
        """),
      is: """
        grid/plain/pool=true/rows=1/memory: true 1 slow · plain · pool=true · rows=1 · memory
        grid/plain/pool=true/rows=1000/memory: true 1000 slow · plain · pool=true · rows=1000 · memory
        grid/plain/pool=true/rows=1000/sqlite: true 1000 slow · plain · pool=true · rows=1000 · sqlite
        grid/plain/pool=false/rows=1/memory: false 1 slow · plain · pool=false · rows=1 · memory
        grid/plain/pool=false/rows=1000/memory: false 1000 slow · plain · pool=false · rows=1000 · memory
        grid/plain/pool=false/rows=1000/sqlite: false 1000 slow · plain · pool=false · rows=1000 · sqlite
        grid/quick/pool=true/rows=1/memory: true 1 fast · quick · pool=true · rows=1 · memory
        grid/quick/pool=true/rows=1000/memory: true 1000 fast · quick · pool=true · rows=1000 · memory
        grid/quick/pool=true/rows=1000/sqlite: true 1000 fast · quick · pool=true · rows=1000 · sqlite
        """)
  }

  /// The id is typed after `--only`: it has no quotes and no blanks, whether a value is the usual one or not.
  @Test func `a value has one spelling in ids`() {
    let text = scenario(
      """
      matrix:
        fetchBatchSize: [0, 1k]
        prefetches: [[], [department], [department, boss]]
        usesRowCache: [true, false]
        exclude: [{fetchBatchSize: 1k, usesRowCache: true}, {prefetches: [[department]], usesRowCache: false}]
      """
    ).replacing(
      "{Employee: {name: string}}",
      with: "{Employee: {department: {to one: Employee}, boss: {to one: Employee}}}")
    func ids(_ choices: Choices) -> String {
      rejection { () throws(Diagnostic) in
        try Plan(ScenarioReader.scenario(text, file: "grid.yaml"), choosing: choices)
          .trials.map(\.id).joined(separator: "\n")
      }
    }
    expectText(
      ids(Choices()),
      is: """
        grid/default/fetchBatchSize=none/prefetches=none/usesRowCache=true
        grid/default/fetchBatchSize=none/prefetches=none/usesRowCache=false
        grid/default/fetchBatchSize=none/prefetches=[department]/usesRowCache=true
        grid/default/fetchBatchSize=none/prefetches=[department,boss]/usesRowCache=true
        grid/default/fetchBatchSize=none/prefetches=[department,boss]/usesRowCache=false
        grid/default/fetchBatchSize=1000/prefetches=none/usesRowCache=false
        grid/default/fetchBatchSize=1000/prefetches=[department,boss]/usesRowCache=false
        """)
    let one = "grid/default/fetchBatchSize=none/prefetches=[department]/usesRowCache=true"
    #expect(ids(Choices(only: [one])) == one)
  }

  @Test func `cells can be included one by one`() {
    expectText(
      cells(
        """
        variants: {plain: {}, quick: {way: fast}}
        matrix: {include: [{variant: plain, pool: false, rows: 9}]}
        """),
      is: """
        grid/plain: true 4 slow · plain
        grid/plain/pool=false/rows=9: false 9 slow · plain · pool=false · rows=9
        grid/quick: true 4 fast · quick
        """)
  }

  @Test func `what the command line sets is no more varied`() {
    let keys = "sizes: {rows: {of: [10, 100], quick: [1, 2]}}\nmatrix: {way: [slow, fast]}"
    func set(_ name: String, _ value: String) -> Choices {
      Choices(parameters: [Setting(name: name, value: value)])
    }
    expectText(
      cells(keys, set("rows", "7")),
      is: """
        grid/default/way=slow/rows=7: true 7 slow · default · way=slow · rows=7
        grid/default/way=fast/rows=7: true 7 fast · default · way=fast · rows=7
        """)
    expectText(
      cells(keys, set("way", "fast")),
      is: """
        grid/default/way=fast/rows=10: true 10 fast · default · way=fast · rows=10
        grid/default/way=fast/rows=100: true 100 fast · default · way=fast · rows=100
        """)
    expectText(
      cells(keys, Choices(quick: true, only: ["*/rows=1", "grid/*/way=f?st/rows=2"])),
      is: """
        grid/default/way=slow/rows=1: true 1 slow · default · way=slow · rows=1
        grid/default/way=fast/rows=1: true 1 fast · default · way=fast · rows=1
        grid/default/way=fast/rows=2: true 2 fast · default · way=fast · rows=2
        """)
    expectText(
      cells(keys, Choices(only: ["grid/*"], cell: "grid/default/way=slow/rows=10")),
      is: "grid/default/way=slow/rows=10: true 10 slow · default · way=slow · rows=10")
    #expect(cells(keys, Choices(only: ["other/*"])) == "")
  }

  private static let mistakes: [(keys: String, says: String)] = [
    (
      "sizes: {row: [1, 2]}",
      """
      grid.yaml:8:9: error: no parameter that is a number 'row'. Did you mean 'rows'?
       8 | sizes: {row: [1, 2]}
         |         ^~~
         = known parameters that are numbers: rows
      """
    ),
    (
      "sizes: {rows: [2, 1]}",
      """
      grid.yaml:8:19: error: sizes rise: 1 stands behind 2
       8 | sizes: {rows: [2, 1]}
         |                   ^
      """
    ),
    (
      "sizes: {rows: [0, 1]}",
      """
      grid.yaml:8:16: error: '0' is out of range: expected a whole number >= 1, or none
       8 | sizes: {rows: [0, 1]}
         |                ^
      """
    ),
    (
      "variants: {a: {rows: 3}}\nsizes: {rows: [1, 2]}",
      """
      grid.yaml:9:9: error: the variant 'a' sets 'rows', which has sizes
       9 | sizes: {rows: [1, 2]}
         |         ^~~~
         = a parameter is varied by sizes or by variants, not by both
      """
    ),
    (
      "variants: {a: {pool: false}}\nmatrix: {pool: [true]}",
      """
      grid.yaml:9:10: error: the variant 'a' sets 'pool', which the matrix varies
       9 | matrix: {pool: [true]}
         |          ^~~~
         = leave it out of the variant, or name the cells one by one under 'include'
      """
    ),
    (
      "matrix: {pool: [true, false, true]}",
      """
      grid.yaml:8:30: error: the value 'true' stands here a second time
       8 | matrix: {pool: [true, false, true]}
         |                              ^~~~
      """
    ),
    (
      "matrix: {way: [slow], exclude: [{way: fast}]}",
      """
      grid.yaml:8:39: error: the matrix has no value 'fast' of 'way'
       8 | matrix: {way: [slow], exclude: [{way: fast}]}
         |                                       ^~~~
         = its values: slow
      """
    ),
    (
      "matrix: {way: [slow], include: [{variant: default, way: slow}]}",
      """
      grid.yaml:8:33: error: the cell 'default · way=slow' is there already
       8 | matrix: {way: [slow], include: [{variant: default, way: slow}]}
         |                                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """
    ),
    (
      "matrix: {way: [slow], exclude: [{way: slow}]}",
      """
      grid.yaml:8:9: error: the scenario 'grid' has nothing to run: everything is excluded
       8 | matrix: {way: [slow], exclude: [{way: slow}]}
         |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """
    ),
    (
      "matrix: {}",
      """
      grid.yaml:8:9: error: a matrix varies something
       8 | matrix: {}
         |         ^~
         = for example matrix: {retainsRegisteredObjects: [false, true]}
      """
    ),
  ]

  @Test(arguments: mistakes)
  func `what cannot be spanned is refused`(keys: String, says: String) {
    expectText(cells(keys), is: says)
  }
}
