// What a plan and a result remark of their numbers: memory that a pragma hides, columns without a reading, results that
// were not followed; and the words for what is off, from the file to the result.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct RemarksTests {
  private static let scenario = """
    faultline: 1
    name: remarks
    title: What is remarked
    model: {Employee: {name: string, team: string}}
    stores: [sqlite]
    parameters:
      rows: {type: int, default: 6, quick: 2}
      each: {type: int, default: 2}
    context: {undo: never}
    variants:
      plain: {}
      mapped: {pragmas: {mmap_size: 1000000}}
    steps:
      - insert: {entity: Employee, set: {name: A, team: red}}
      - insert: {entity: Employee, set: {name: B, team: blue}}
      - watch: {entity: Employee, sort: name, sections: team, as: list}
      - insert: {entity: Employee, set: {name: C, team: red}}
      - release: list
      - repeat: rows
        as: i
        steps:
          - insert: {entity: Employee, set: {name: 'D {i}'}}
          - every: $each
            steps:
              - save: {}
              - checkpoint: 'page-{i}'
    columns:
      sixth: objects.live@page-5
    measure: {repeats: 2, warmup: 1}
    expect:
      - {that: bytes.live@page-1 < 1 B, when: {variant: plain}}
    """

  private func findings(
    _ program: WholeProgram, _ words: String...
  ) throws -> (scenario: ScenarioResult, findings: [Finding]) {
    let answer = try program.run(["run", "remarks.yaml", "--no-progress", "--out", "out"] + words)
    #expect(answer.status == 2, "\(answer)")
    let run = try RunResult.read(from: program.folder.appending(path: "out/remarks.json"))
    let scenario = try #require(run.scenarios.first)
    return (scenario, scenario.trials.flatMap(\.findings).filter { $0.kind == .measurement })
  }

  @Test func `a plan and a result say the same of memory that a pragma hides`() throws {
    let program = try WholeProgram(["remarks.yaml": Self.scenario])
    let plan = try program.run("plan", "remarks.yaml")
    #expect(plan.status == 0)
    let words = plan.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let (_, findings) = try findings(program)
    let mapping = try #require(findings.first { $0.message.contains("mmap_size") })
    #expect(words.contains("\(mapping.message) (mapped) \(mapping.advice)"), "\(words)")
  }

  /// N3: a results controller goes on with what it has, and the run says since which step.
  @Test func `results that could not be followed are a finding of the run`() throws {
    let program = try WholeProgram(["remarks.yaml": Self.scenario])
    let (_, findings) = try findings(program)
    let reported = findings.filter { $0.message.hasPrefix("The results controller 'list' ") }
    #expect(reported.count == 2)
    #expect(reported.first?.message.contains("do not stand together") == true)
    #expect(reported.first?.evidence.first == "after the step insert (remarks.yaml:17:5)")
  }

  @Test func `a column that a smaller run does not come to is a finding, once`() throws {
    let program = try WholeProgram(["remarks.yaml": Self.scenario])
    let (_, whole) = try findings(program)
    #expect(!whole.contains { $0.message.hasPrefix("The column ") })
    let (_, quick) = try findings(program, "--quick")
    let reported = quick.filter { $0.message.hasPrefix("The column ") }.map(\.message)
    expectText(
      reported.joined(separator: "\n"),
      is:
        "The column 'sixth' is empty: no trial of this run has objects.live@page-5; its rounds take "
        + "page-1 and so on in this run.")
    let wrong = Self.scenario.replacing("@page-5", with: "@page-4")
    try program.write(wrong, to: "remarks.yaml")
    let plan = try program.run("plan", "remarks.yaml")
    #expect(plan.status == 3)
    #expect(plan.errors.contains("error: no trial takes the checkpoint 'page-4'"))
  }

  /// The same scenario under four words: the same result, to the byte.
  @Test func `a result does not show which word was written for off`() throws {
    var results: Set<String> = []
    for word in ["none", "never", "off", "null"] {
      let text = Self.scenario.replacing("undo: never", with: "undo: \(word), saveEvery: \(word)")
      let program = try WholeProgram(["remarks.yaml": text])
      let (scenario, _) = try findings(program, "--set", "each=\(word)", "--set", "rows=2")
      let settings = try #require(scenario.trials.first).settings
      #expect(settings.contains(Setting(name: "each", value: "none")))
      #expect(settings.contains(Setting(name: "undo", value: "none")))
      results.insert(try program.text(of: "out/remarks.json"))
    }
    #expect(results.count == 1)
  }

  @Test func `an answer about bytes has their unit`() throws {
    let program = try WholeProgram(["remarks.yaml": Self.scenario])
    let (scenario, _) = try findings(program)
    let judgement = try #require(scenario.judgements.first)
    #expect(judgement.that == "bytes.live@page-1 < 1 B")
    #expect(judgement.bound == Judgement.Bound(.less, 1))
    #expect(judgement.detail.hasSuffix(" B)"), "\(judgement.detail)")
  }
}
