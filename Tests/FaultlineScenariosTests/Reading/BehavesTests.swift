// Whose behaviour a scenario shows: read at the top, in a context, a variant, a matrix, and from a command line.

import Faultline
import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct BehavesTests {
  private static func scenario(_ keys: String) -> String {
    """
    faultline: 1
    name: sides
    title: Both sides
    model: {Employee: {name: string}}
    \(keys)
    steps:
      - save: {}
    """
  }

  private static func plan(_ keys: String, _ words: String...) throws(Diagnostic) -> Plan {
    let choices = Choices(behaves: words.compactMap { BehaviorChoice($0) })
    let scenario = try ScenarioReader.scenario(
      scenario(keys), file: "sides.yaml", behaves: choices.behaves)
    return try Plan(scenario, choosing: choices)
  }

  /// Each trial with whose behaviour it shows, and its undo.
  private static func shown(_ keys: String, _ words: String...) -> String {
    rejection { () throws(Diagnostic) in
      let choices = Choices(behaves: words.compactMap { BehaviorChoice($0) })
      let scenario = try ScenarioReader.scenario(
        scenario(keys), file: "sides.yaml", behaves: choices.behaves)
      return try Plan(scenario, choosing: choices).trials.map { trial in
        "\(trial.key.title): \(trial.settings.behaviours.words), undo \(trial.settings.undo)"
      }.joined(separator: "\n")
    }
  }

  @Test("Where nothing is said, a scenario shows the guides")
  func guides() throws {
    #expect(Self.shown("") == "default: guides, undo unlimited")
    #expect(Self.shown("behaves: guides") == "default: guides, undo unlimited")
    #expect(try Self.plan("").trials[0].listed.allSatisfy { $0.name != "behaves" })
    #expect(try Self.plan("").behaves == "guides")
  }

  @Test("Core Data is all that is well supported, and no undo manager unless one is given")
  func coreData() throws {
    #expect(Self.shown("behaves: core-data") == "default: core-data, undo none")
    #expect(
      Self.shown("behaves: core-data\ncontext: {undo: {levels: 3}}")
        == "default: core-data, undo 3 levels")
    let settings = try Self.plan("behaves: core-data").trials[0].settings.behaviours
    #expect(settings.switches == .coreData)
    #expect(settings.longestLog == 8 << 20)
    #expect(
      try Self.plan("behaves: core-data").scenario.workload[0].description == "behaves = core-data")
  }

  @Test("Single switches stand under behaves, in a context, in a variant and in a matrix")
  func singles() {
    expectText(
      Self.shown(
        """
        behaves: {childBatches: ignored, maintenance: 1 MiB}
        context: {refetch: keeps}
        variants:
          plain: {}
          counted: {childBatches: counted}
          whole: {behaves: core-data}
        matrix: {controllerSeesFaults: [true, false]}
        """),
      is: """
        plain · controllerSeesFaults=true: guides, childBatches: ignored, maintenance: 1,048,576, refetch: keeps, undo unlimited
        plain · controllerSeesFaults=false: guides, childBatches: ignored, controllerSeesFaults: false, maintenance: 1,048,576, refetch: keeps, undo unlimited
        counted · controllerSeesFaults=true: guides, maintenance: 1,048,576, refetch: keeps, undo unlimited
        counted · controllerSeesFaults=false: guides, controllerSeesFaults: false, maintenance: 1,048,576, refetch: keeps, undo unlimited
        whole · controllerSeesFaults=true: core-data, undo none
        whole · controllerSeesFaults=false: core-data, controllerSeesFaults: false, undo none
        """)
  }

  @Test("A matrix varies the sides, and its ids name them")
  func sides() throws {
    let plan = try Self.plan("matrix: {behaves: [guides, core-data]}")
    #expect(
      plan.trials.map(\.id) == ["sides/default/behaves=guides", "sides/default/behaves=core-data"])
    #expect(plan.behaves == "by variant")
  }

  @Test("A command line goes before the top, and what a context or a variant says goes before it")
  func commandLine() {
    #expect(Self.shown("behaves: guides", "core-data") == "default: core-data, undo none")
    #expect(
      Self.shown("behaves: core-data", "guides", "childBatches=ignored")
        == "default: guides, childBatches: ignored, undo unlimited")
    #expect(
      Self.shown("context: {childBatches: counted}", "core-data")
        == "default: core-data, childBatches: counted, undo none")
    #expect(
      Self.shown("", "core-data", "undo=unlimited", "maintenance=2 MiB")
        == "default: core-data, undo: unlimited, maintenance: 2,097,152, undo unlimited")
  }

  @Test(
    "Only words that are known choose a behaviour",
    arguments: [
      "core", "", "childBatches", "childBatches=", "childBatches=maybe", "unknown=ignored",
      "maintenance=-1", "undo=3",
    ])
  func wrongWords(_ word: String) { #expect(BehaviorChoice(word) == nil) }

  @Test("Every word of every switch can stand on a command line, and sets that side")
  func allWords() throws {
    for behaviour in Behavior.all {
      for word in behaviour.words {
        let choice = try #require(BehaviorChoice("\(behaviour.key)=\(word)"))
        var settings = BehaviorSettings(word == behaviour.guides ? .coreData : .guides)
        try choice.apply(to: &settings)
        #expect(settings.isCoreData(behaviour) == (word == behaviour.coreData), "\(choice.text)")
      }
    }
  }

  @Test("The switches of one report, and of what was fixed, are off on both sides")
  func oneReport() {
    #expect(Behavior.named("controllerSeesFaults")?.confidence == .formerly)
    for behaviour in Behavior.all
    where behaviour.confidence == .oneReport || behaviour.confidence == .formerly {
      #expect(BehaviorProfile.allCases.allSatisfy { !BehaviorSettings($0).isCoreData(behaviour) })
    }
    #expect(
      BehaviorSettings(.guides).shows(.guides) && !BehaviorSettings(.guides).shows(.coreData))
    #expect(BehaviorSettings(.coreData).shows(.coreData))
  }

  @Test("What an app asks for is off on both sides, and belongs to none")
  func askedFor() throws {
    let history = try #require(Behavior.named("history"))
    #expect(history.isAskedFor && !history.isOfCoreData && history.id == "D14")
    for side in BehaviorProfile.allCases {
      var settings = BehaviorSettings(side)
      #expect(!settings.hasHistory)
      settings.set(history, true)
      #expect(settings.shows(side) && settings.words == side.rawValue)
      #expect(
        settings.listed.last?.name == "history" && settings.listed.last?.value.plain == "true")
    }
    #expect(
      Self.shown("context: {history: true}", "core-data")
        == "default: core-data, undo none")
  }

  @Test("An expectation is asked where its side or its switch is shown")
  func expectations() throws {
    let keys = """
      expect:
        - that: leaked.objects == 0
          when: {behaves: guides}
        - that: leaked.objects == 0
          when: {behaves: core-data}
        - that: leaked.objects == 0
          when: {childBatches: ignored}
        - that: leaked.objects == 0
          when: {behaves: [guides, core-data], maintenance: none}
      """
    #expect(try Self.plan(keys).skipped == [1, 2])
    #expect(try Self.plan(keys, "core-data").skipped == [0, 3])
    #expect(try Self.plan(keys, "childBatches=ignored").skipped == [0, 1, 3])
  }

  @Test("Mistakes point at their places")
  func mistakes() {
    expectText(
      Self.shown("behaves: today"),
      is: """
        sides.yaml:5:10: error: 'today' is not allowed here
         5 | behaves: today
           |          ^~~~~
           = allowed: guides, core-data
        """)
    expectText(
      Self.shown("context: {childBatches: ignore}"),
      is: """
        sides.yaml:5:25: error: 'ignore' is not allowed here. Did you mean 'ignored'?
         5 | context: {childBatches: ignore}
           |                         ^~~~~~
           = allowed: counted, ignored
        """)
  }

  @Test(
    "A context opened by a step has the switches of the scenario's own, but for what is said of it")
  func openedContexts() throws {
    let played = try Self.plan(
      """
      behaves: core-data
      context: {queue: main}
      """)
    let inherited = played.trials[0].settings.inherited
    #expect(inherited.behaviours.switches == .coreData)
    #expect(ContextSettings.openingKeys.contains { $0.name == "childBatches" })
    #expect(!ContextSettings.openingKeys.contains { ["behaves", "maintenance"].contains($0.name) })
  }
}
