// From scenarios to the plan of a sweep, and back from the plan to what a machine plays.

import FaultlineMeasures
package import FaultlineScenarios

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
