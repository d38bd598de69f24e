// What is switched off or has no limit: every word for it is read, at every place, and one is shown.

import Faultline
import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct SwitchedOffTests {
  private static let words = ["none", "never", "off", "null"]

  private static func scenario(_ keys: String, steps: String = "- save: {}") -> String {
    """
    faultline: 1
    name: off
    title: Switched off
    model: {Employee: {name: string, boss: {to one: Employee}}}
    parameters:
      rows: {type: int, default: 4, min: 1, max: 100}
      way: {type: choice, of: [fast, never], default: fast}
    \(keys)
    steps:
      \(steps.replacing("\n", with: "\n  "))
    """
  }

  private static func plan(
    _ keys: String, steps: String = "- save: {}", _ choices: Choices = Choices()
  ) throws(Diagnostic) -> Plan {
    try Plan(
      ScenarioReader.scenario(scenario(keys, steps: steps), file: "off.yaml"), choosing: choices)
  }

  /// Ids, settings and fingerprint: all that a baseline knows a trial by.
  private static func identity(
    _ keys: String, steps: String = "- save: {}", _ choices: Choices = Choices()
  ) -> String {
    rejection { () throws(Diagnostic) in
      let plan = try plan(keys, steps: steps, choices)
      let trials = plan.trials.map { "\($0.id): \($0.listed.map(\.description))" }
      return (trials + plan.scenario.workload.map(\.description)).joined(separator: "\n")
    }
  }

  /// Each setting, and how it is written when it is not switched off, and otherwise today.
  private static let settings: [(key: String, on: String, today: String)] = [
    ("drainEvery", "2", "none"), ("saveEvery", "2", "none"), ("refreshEvery", "2", "none"),
    ("resetEvery", "2", "none"), ("freshContextEvery", "2", "none"), ("undo", "unlimited", "none"),
    ("fetchBatchSize", "7", "0"), ("prefetches", "[boss]", "[]"), ("stalenessInterval", "2", "-1"),
    ("pragmas", "{cache_size: 7}", "{}"), ("rows", "7", "none"),
  ]

  @Test(arguments: settings)
  func `a value of a matrix, a variant or a context can be off in any word`(
    _ setting: (key: String, on: String, today: String)
  ) {
    let ways = [
      "matrix: {\(setting.key): [\(setting.on), WORD]}",
      "variants: {one: {\(setting.key): \(setting.on)}, other: {\(setting.key): WORD}}",
      setting.key == "rows" ? "seed: 1" : "context: {\(setting.key): WORD}",
    ]
    for way in ways {
      let expected = Self.identity(way.replacing("WORD", with: "none"))
      #expect(!expected.contains("error:"), "\(expected)")
      for word in Self.words + [setting.today] {
        #expect(Self.identity(way.replacing("WORD", with: word)) == expected, "\(word)")
      }
    }
    let matrix = Self.identity("matrix: {\(setting.key): [\(setting.on), off]}")
    #expect(matrix.contains("off/default/\(setting.key)=none: "))
  }

  @Test func `two words for it are one value of a matrix`() {
    #expect(
      Self.identity("matrix: {refreshEvery: [never, 1, off]}").hasPrefix(
        "off.yaml:8:35: error: the value 'off' stands here a second time"))
    #expect(
      Self.identity("matrix: {fetchBatchSize: [0, none]}").contains(
        "the value 'none' stands here a second time"))
  }

  /// What is off is as if it had been left out, where that is usual: the same trial, and the same baseline.
  @Test func `what is off and what was left out are the same trial`() {
    let bare = Self.identity("seed: 1")
    for setting in ["saveEvery: never", "fetchBatchSize: off", "stalenessInterval: null"] {
      #expect(Self.identity("seed: 1\ncontext: {\(setting)}") == bare)
    }
    #expect(Self.identity("seed: 1\ncontext: {drainEvery: never}") != bare)
  }

  @Test(arguments: words)
  func `levels without a limit are an unlimited undo manager`(word: String) throws {
    let id = Self.identity("matrix: {undo: [{levels: \(word)}, {levels: 3}, \(word)]}")
    for value in ["unlimited", "{levels:3}", "none"] { #expect(id.contains("/undo=\(value): ")) }
  }

  /// A switch is off in the same words; what reports show is `false`, as ever.
  @Test(arguments: words + ["false"])
  func `flags are off in the same words`(word: String) {
    let keys = "matrix: {pool: [true, \(word)], usesRowCache: [\(word), true]}"
    #expect(Self.identity(keys) == Self.identity(keys.replacing(word, with: "false")))
    #expect(Self.identity(keys).contains("off/default/pool=false/usesRowCache=false: "))
  }

  @Test(arguments: words)
  func `an argument of a step can be off, and the work is the same`(word: String) {
    let steps = """
      - fetch: {entity: Employee, into: staff, batch: WORD, limit: WORD, offset: WORD, prefetch: WORD}
      - watch: {entity: Employee, sort: name, batch: WORD, as: list}
      - repeat: rows
        as: i
        steps:
          - every: WORD
            checkpoint: 'c-{i}'
      - context: {name: other, undo: WORD, saveEvery: WORD}
      """
    func identity(_ word: String) -> String {
      Self.identity("seed: 1", steps: steps.replacing("WORD", with: word))
    }
    #expect(identity(word) == identity("none"))
    #expect(identity(word).hasPrefix("off/default: "))
  }

  @Test func `data is no switch: a text that reads like one is another text`() {
    func steps(_ name: String) -> String {
      Self.identity("seed: 1", steps: "- insert: {entity: Employee, set: {name: \(name)}}")
    }
    #expect(steps("never") != steps("off"))
  }

  @Test(arguments: words)
  func `a parameter that is a number can be off, on the command line too`(word: String) throws {
    let keys = "context: {saveEvery: rows}"
    let steps = "- fetch: {entity: Employee, limit: rows}"
    let choices = Choices(parameters: [Setting(name: "rows", value: word)])
    let plan = try Self.plan(keys, steps: steps, choices)
    #expect(plan.parameters[0] == Setting(name: "rows", value: "none"))
    let routine = try #require(plan.trials.first).settings.routine
    #expect(routine.intervals(in: plan.trials[0].parameters).isEmpty)
    #expect(
      Self.identity(keys, steps: "- insert: {entity: Employee, count: rows}", choices).hasPrefix(
        "off.yaml:10:39: error: this is the word 'none', and a count is a whole number from 0 on"))
  }

  @Test func `a condition asks whether a parameter is off`() throws {
    func value(_ text: String, rows: Setting.Value) throws -> Bool {
      try Formula(text, named: "f").holds(in: Names([Setting(name: "rows", value: rows)]))
    }
    for word in Self.words {
      #expect(try value("rows == \(word)", rows: .word(DisabledKeyword.word)))
      #expect(try !value("rows == \(word)", rows: .whole(3)))
      #expect(try value("rows != \(word)", rows: .whole(3)))
    }
    #expect(try value("rows != 3", rows: .word(DisabledKeyword.word)))
    let steps = "- when: WHEN == never\n  steps: [save: {}]"
    func reported(_ name: String) -> String {
      Self.identity("seed: 1", steps: steps.replacing("WHEN", with: name))
    }
    #expect(reported("rows").hasPrefix("off/default"))
    #expect(reported("way").hasPrefix("off/default"))
  }

  /// The author's own word for it is the one that steps compare with.
  @Test(arguments: words)
  func `a choice that has a word for it is off in any word`(word: String) throws {
    let choices = Choices(parameters: [Setting(name: "way", value: word)])
    #expect(
      try Self.plan("seed: 1", choices).parameters[1] == Setting(name: "way", value: "never"))
  }

  @Test func `bounds, limits and warm-ups can be off`() throws {
    let text = Self.scenario("limits: {operations: never}\nmeasure: {warmup: off}")
      .replacing("min: 1, max: 100", with: "min: none, max: never")
    let scenario = try ScenarioReader.scenario(text, file: "off.yaml")
    #expect(scenario.limits.operations == .max)
    #expect(scenario.measure.warmup == 0)
    guard case .integer(let range) = scenario.parameters[0].kind else { return }
    #expect(range == Int.min...Int.max)
  }

  private static let mistakes: [(keys: String, says: String)] = [
    ("context: {saveEvery: nevr}", "= none switches it off"),
    ("context: {saveEvery: 0}", "= none switches it off"),
    ("context: {undo: no}", "= allowed: unlimited, none"),
    (
      "context: {fetchBatchSize: -1}",
      "'-1' is out of range: expected a whole number >= 0, or none"
    ),
    ("context: {undo: {levels: 0}}", "'0' is out of range: expected a whole number >= 1, or none"),
    ("context: {stalenessInterval: old}", "expected a number, or none, found 'old'"),
    (
      "variants: {a: {rows: -5}}",
      "'-5' is out of range: expected a whole number from 1 to 100, or none"
    ),
  ]

  @Test(arguments: mistakes)
  func `a mistake names the word that is documented`(_ mistake: (keys: String, says: String)) {
    #expect(Self.identity(mistake.keys).contains(mistake.says), "\(Self.identity(mistake.keys))")
  }

  @Test func `a name that means off is no parameter's, and a choice has one such word`() {
    func reported(_ old: String, _ new: String) -> String {
      rejection { () throws(Diagnostic) in
        let text = Self.scenario("seed: 1").replacing(old, with: new)
        return try ScenarioReader.scenario(text, file: "off.yaml").name
      }
    }
    #expect(reported("rows:", "off:").contains("'off' has a meaning already; choose another name"))
    #expect(
      reported("[fast, never]", "[off, never, fast]").contains(
        "'off' and 'never' mean the same, and are one word of a choice"))
  }

  @Test func `a pool that is never drained holds what turns have handed out`() {
    func alive(_ setting: String) -> String {
      playing(
        "- release: all\n- insert: {entity: Employee, count: 5}\n- save: {}\n- fetch: {entity: Employee}",
        settings: setting
      ) { session, _ in "\(session.context.registeredObjects.count)" }
    }
    #expect(alive("drainEvery: never") == alive("drainEvery: 1000000"))
    #expect(alive("drainEvery: off") != alive("drainEvery: 1"))
  }
}
