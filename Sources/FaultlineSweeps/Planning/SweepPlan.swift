// The plan of a sweep: every cell that is to run, under which choices, and which shard runs it.

import FaultlineDigest
package import FaultlineMeasures
package import FaultlineScenarios
import Foundation

/// What `plan.json` says.
package struct SweepPlan: Sendable, Equatable {
  /// The version of the document that this program writes.
  package static let currentSchemaVersion = 1

  /// The digest of the work: of every text, choice and cell, and not of how they are spread over shards.
  package var name = ""
  /// How many parts the cells are spread over.
  package var shards = 1
  /// How many shards a plan may have.
  package static let shardCounts = 1...10_000
  /// The revision of the working copy in which it was made, if there was one.
  package var revision: String?
  /// Under what the cells run.
  package var choices = SweepChoices()
  /// The scenarios, in the order in which their results are written.
  package var scenarios: [SweepScenario] = []

  package init() {}

  /// All cells with the scenario of each, in the order of the plan.
  package var cells: [SweepCell] { scenarios.flatMap(\.cells) }
}

/// One scenario of a sweep: its text, and its cells.
package struct SweepScenario: Sendable, Equatable {
  package var name = ""
  /// The file as results name it.
  package var file = ""
  /// The whole text, which every machine plans anew.
  package var text = ""
  /// The files that it names, by the digests of what is in them; copies lie in the folder.
  package var files: [Setting] = []
  package var cells: [SweepCell] = []

  package init() {}
}

/// One cell, which one process will play.
package struct SweepCell: Sendable, Equatable {
  /// Which trial it is.
  package var trial = TrialKey(scenario: "", variant: "")
  /// For a cell of a search, its value on each axis, as a command line writes it.
  package var over: [Setting] = []
  /// The digest of its work, by which its file is named.
  package var key = ""
  /// The steps and objects of one pass.
  package var operations = 0
  /// How many passes there are, those before anything is measured among them.
  package var passes = 0
  /// The shard that runs it, counted from 1.
  package var shard = 1

  package init() {}

  package var id: String { trial.id }
}

// From scenarios to the plan of a sweep, and back from the plan to what a machine plays.
extension SweepPlan {
  /// Plans scenarios whose texts and plans are known, and spreads their cells over shards.
  package init(
    _ files: [(text: String, plan: Plan)], _ choices: SweepChoices, shards: Int,
    at revision: String? = nil
  ) throws(Diagnostic) {
    self.init()
    self.choices = choices
    self.shards = shards
    self.revision = revision
    for (text, plan) in files where !plan.trials.isEmpty {
      var scenario = SweepScenario()
      scenario.name = plan.scenario.name
      scenario.file = plan.scenario.portableFile
      scenario.text = text
      scenario.files = try SweepFiles(plan.scenario).digests()
      scenario.cells = scenario.cells(of: plan, choices)
      scenarios.append(scenario)
    }
    let balance = ShardBalance(cells.map(\.work), over: shards)
    var shards = balance.shards[...]
    for scenario in scenarios.indices {
      for cell in scenarios[scenario].cells.indices {
        scenarios[scenario].cells[cell].shard = shards.removeFirst()
      }
    }
    name = digest
  }

  /// What each shard has to do, in operations.
  package var loads: [Int] {
    cells.reduce(into: [Int](repeating: 0, count: shards)) { loads, cell in
      loads[cell.shard - 1] += cell.work
    }
  }

  /// How even the shards are.
  package var balance: ShardBalance { ShardBalance(cells.map(\.work), over: shards) }

  /// Plans every scenario anew from its text: what is played and judged is what was planned, or it is refused.
  package func plans(in folder: SweepFolder) throws(Diagnostic) -> [Plan] {
    var plans: [Plan] = []
    for (place, scenario) in scenarios.enumerated() {
      let files = SweepFiles(scenario, in: folder.files(ofScenario: place))
      try files.check(scenario)
      let read = try ScenarioReader.scenario(
        scenario.text, file: scenario.file, beside: files.folder,
        behaves: choices.choices.behaves)
      let plan = try scenario.plan(of: read, choices.choices)
      let cells = scenario.cells(of: plan, choices)
      guard cells.count == scenario.cells.count else {
        throw otherwise(folder, "\(scenario.name) comes to \(cells.count) trials here")
      }
      for (here, planned) in zip(cells, scenario.cells) where here.key != planned.key {
        throw otherwise(folder, "'\(planned.id)' is '\(here.id)' here, or set to something else")
      }
      plans.append(plan)
    }
    return plans
  }

  private func otherwise(_ folder: SweepFolder, _ difference: String) -> Diagnostic {
    Diagnostic(
      "this faultline reads the plan otherwise than the one that made it: \(difference)",
      file: folder.plan, notes: ["use the same build of faultline on every machine"])
  }
}

extension SweepScenario {
  /// What its cells were planned from: the whole matrix, or the cells of a search one by one.
  fileprivate func plan(of scenario: Scenario, _ choices: Choices) throws(Diagnostic) -> Plan {
    guard cells.contains(where: { !$0.over.isEmpty }) else {
      return try Plan(scenario, choosing: choices)
    }
    var plans: [Plan] = []
    for cell in cells {
      plans.append(try Plan(scenario, choosing: choices.of(cell.trial.variant, cell.over)))
    }
    return plans[0].joined(with: plans.dropFirst())
  }

  /// The cells of a plan, all in the first shard.
  fileprivate func cells(of plan: Plan, _ choices: SweepChoices) -> [SweepCell] {
    let work = work
    return plan.trials.map { trial in
      var cell = SweepCell()
      cell.trial = trial.key
      cell.over = trial.over
      cell.key = Self.key(of: trial, under: choices, work: work)
      cell.operations = trial.operations
      cell.passes = trial.warmup + trial.repeats
      return cell
    }
  }
}

/// The digest of words in their order, each with its length, so that none runs into the next.
enum WorkDigest {
  static func of(_ words: [String]) -> String {
    Digest256(words.flatMap { Array("\($0.utf8.count):\($0)\n".utf8) }).hex
  }
}

extension SweepPlan {
  /// The name that what it says comes to.
  var digest: String {
    let texts = scenarios.flatMap { scenario in
      [scenario.file, scenario.work] + scenario.cells.map(\.key)
    }
    return WorkDigest.of(
      ["sweep \(Self.currentSchemaVersion)"] + choices.words + texts)
  }
}

extension SweepScenario {
  /// The digest of its text and of the files that it names.
  ///
  /// It is the text and not its meaning: with another comment it is another sweep, and no trial is believed by mistake.
  var work: String {
    WorkDigest.of([text] + files.flatMap { [$0.name, $0.value.plain] })
  }

  /// The digest of a cell's work: two cells with the same one have the same result, whatever machine plays them.
  static func key(of trial: Trial, under choices: SweepChoices, work: String) -> String {
    let formats = [TrialHeader.currentSchemaVersion, RunResult.currentSchemaVersion]
    return WorkDigest.of(
      formats.map { "format \($0)" }
        + [work, trial.id, "\(trial.warmup)", "\(trial.repeats)"]
        + choices.wordsOfEachTrial + trial.planned.settings.map(\.assignment))
  }
}

// The plan goes into its folder: with the files that scenarios name, and with a place for trials.
extension SweepPlan {
  /// Writes the folder of a sweep; one that has another sweep in it is left as it is.
  ///
  /// The same work may be spread anew over other shards: what was played of it stays.
  package func write(
    to folder: SweepFolder, for plans: [Plan]
  ) throws(Diagnostic) {
    if FileManager.default.fileExists(atPath: folder.plan) {
      let other = try SweepPlan.read(folder)
      guard other.name == name else {
        throw Diagnostic(
          "another sweep is planned in this folder: \(other.name.prefix(12)), and this is "
            + "\(name.prefix(12))", file: folder.plan,
          notes: ["choose another folder, or remove that one"])
      }
    }
    do throws(WholeFile.Refusal) {
      try WholeFile.makeFolder(folder.trials)
    } catch {
      throw Diagnostic("the sweep cannot be written here: \(error.reason)", file: folder.path)
    }
    for (place, plan) in plans.filter({ !$0.trials.isEmpty }).enumerated() {
      let copies = SweepFiles(scenarios[place], in: folder.files(ofScenario: place))
      try SweepFiles(plan.scenario).copy(to: copies)
    }
    // Last, for a folder with a plan is whole.
    do throws(WholeFile.Refusal) {
      try WholeFile.write(json, to: folder.plan)
    } catch {
      throw Diagnostic("the plan cannot be written: \(error.reason)", file: folder.plan)
    }
  }
}
