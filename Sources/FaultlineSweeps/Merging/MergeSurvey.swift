// The first look at the files of a sweep: which can be believed, and what judging needs of each.

import FaultlineMeasures
import FaultlineScenarios

/// One cell whose file can be believed.
struct SurveyedTrial {
  let cell: SweepCell
  let path: String
  let digest: String
  let facts: TrialFacts
  /// What a judge sees of it.
  let result: TrialResult
  /// Whether its line can go into the result as it is.
  let isPlain: Bool
}

/// What was found of one scenario.
struct SurveyedScenario {
  let plan: Plan
  var trials: [SurveyedTrial] = []
  /// Files of cells that were played on other machines, too.
  var seconds: [SurveyedTrial] = []
  var missing: [String] = []
}

/// Looks at all files of a sweep.
struct MergeSurvey {
  private(set) var scenarios: [SurveyedScenario] = []
  private(set) var problems: [MergeProblem] = []
  let listing: TrialListing
  private let folder: SweepFolder
  private let plan: SweepPlan

  init(
    _ plan: SweepPlan, _ plans: [Plan], in folder: SweepFolder, byMachine: Bool
  ) throws(Diagnostic) {
    self.plan = plan
    self.folder = folder
    listing = try TrialListing(folder, host: "")
    for (scenario, plan) in zip(plan.scenarios, plans) {
      scenarios.append(survey(scenario, plan, byMachine))
    }
    findStrays()
    if !byMachine { findMixture() }
  }

  private mutating func survey(
    _ scenario: SweepScenario, _ plan: Plan, _ byMachine: Bool
  ) -> SurveyedScenario {
    var surveyed = SurveyedScenario(plan: plan)
    let wanted = plan.askedMetrics
    let reader = SurveyReader(
      folder: folder, plan: self.plan, listing: listing, wanted: WantedReadings(wanted),
      informative: wanted.subtracting(wanted.filter(ExactMetrics(plan.metrics).contains)))
    for cell in scenario.cells {
      switch reader.read(folder.trial(cell.key), of: cell) {
      case .success(let trial): surveyed.trials.append(trial)
      case .failure(let problem):
        problems.append(problem.problem)
        surveyed.missing.append(cell.id)
        continue
      }
      for name in listing.conflicts[cell.key] ?? [] {
        let path = FilePath.joined(folder.trials, name)
        switch reader.read(path, of: cell) {
        case .failure(let problem): problems.append(problem.problem)
        case .success(let second):
          guard let first = surveyed.trials.last else { continue }
          let conflict = CellConflict(first, second, plan.metrics, in: folder, listing)
          let isOther = byMachine && first.facts != second.facts
          if let problem = conflict.problem(onlyGraph: isOther) {
            problems.append(problem)
          } else if isOther {
            surveyed.seconds.append(second)
          }
        }
      }
    }
    return surveyed
  }

  /// Files that answer for no cell of the plan: they are another plan's, and are not passed over in silence.
  private mutating func findStrays() {
    let known = Set(plan.cells.map(\.key))
    for key in listing.keys.subtracting(known).sorted() {
      let path = folder.trial(key)
      var id = "a trial"
      var reason = "answers for no cell of this plan"
      if case .whole(let file) = TrialFile.read(path) {
        id = "'\(file.header.id)'"
        if file.header.plan != plan.name {
          reason = MergeProblem.ofAnotherPlan(file.header.plan, plan.name)
        }
      }
      problems.append(
        MergeProblem(
          kind: .otherPlan,
          diagnostic: Diagnostic(
            "this file of \(id) \(reason)", file: path, notes: ["remove it, or plan anew"])))
    }
  }

  /// Trials that were measured under other facts than the first.
  private mutating func findMixture() {
    let all = scenarios.flatMap(\.trials)
    guard let first = all.first else { return }
    var seen: Set<TrialFacts> = [first.facts]
    for trial in all where seen.insert(trial.facts).inserted {
      let count = all.count { $0.facts == trial.facts }
      let what = trial.facts.differences(from: first.facts).joined(separator: ", ")
      let others = count > 1 ? " and \(count - 1) more were" : " was"
      problems.append(
        MergeProblem(
          kind: .mixed,
          diagnostic: Diagnostic(
            "'\(trial.cell.id)'\(others) not measured as '\(first.cell.id)' was: \(what)",
            file: trial.path,
            notes: [
              "run them with the same build on machines that are alike, or keep heap readings apart "
                + "with --by-machine"
            ])))
    }
  }
}

extension MergeProblem {
  static func ofAnotherPlan(_ other: String, _ name: String) -> String {
    "is of another plan: \(other.prefix(12)), and this is \(name.prefix(12))"
  }
}
