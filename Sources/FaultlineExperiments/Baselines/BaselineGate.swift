// The baselines of a run, read and looked through before any trial runs: what is wrong with one of them, or with the size,
// is known at once.

package import FaultlineAnalysis
package import FaultlineMeasures
import FaultlineProfiler
package import FaultlineScenarios
import Foundation

/// The baselines that a run is held against.
package final class BaselineGate {
  package let folder: BaselineFolder
  /// The baselines by scenario.
  package private(set) var baselines: [String: Baseline] = [:]
  /// The files that cannot be used.
  package private(set) var problems: [BaselineProblem] = []
  /// The plans of a run, by scenario.
  package private(set) var plans: [String: Plan] = [:]
  private var scenarios: [String] = []
  private var operands: [String]?

  package init(_ folder: BaselineFolder) { self.folder = folder }

  /// Reads the baselines of these scenarios, and those of scenarios that should be below these operands and are gone.
  package func prepare(_ plans: [Plan], owedTo operands: [String]? = nil) throws(Diagnostic) {
    self.plans = Dictionary(uniqueKeysWithValues: plans.map { ($0.scenario.name, $0) })
    scenarios = plans.map(\.scenario.name)
    self.operands = operands
    try read()
  }

  /// Reads the baselines of results.
  package func prepare(_ results: [ScenarioResult]) throws(Diagnostic) {
    scenarios = results.map(\.name)
    try read()
  }

  /// Reads the baselines again: another process may have written one since.
  package func read() throws(Diagnostic) {
    baselines = [:]
    problems = []
    gone = []
    for name in scenarios { try read(name) }
    guard let operands else { return }
    for name in folder.owed(to: operands, having: Set(scenarios)) {
      try read(name)
      if let baseline = baselines.removeValue(forKey: name) { gone.append(baseline) }
    }
  }

  /// The baselines whose scenarios are gone.
  package private(set) var gone: [Baseline] = []

  private func read(_ name: String) throws(Diagnostic) {
    guard let data = try folder.contents(of: name) else { return }
    do throws(BaselineFault) {
      var baseline = try Baseline.read(from: data, of: name, metric: Probes.metric(named:))
      if let plan = plans[name] {
        for place in baseline.sets.indices where baseline.sets[place].size == nil {
          let trials = baseline.sets[place].trials.map(\.trial)
          baseline.sets[place].size = plan.scenario.size(of: trials) ?? .quick
        }
      }
      baselines[name] = baseline
    } catch {
      problems.append(
        BaselineProblem(
          scenario: name, file: folder.path(of: name), line: error.line, reason: error.reason,
          remedies: remedies(error.kind, folder.path(of: name), plans[name])))
    }
  }

  /// The commands that help.
  private func remedies(_ kind: BaselineFault.Kind, _ path: String, _ plan: Plan?) -> [String] {
    let path = path.forShell
    let accept = plan.map { plan in
      "faultline accept \(plan.scenario.file.forShell)"
        + (plan.size == .quick ? " \(RunSize.quick.option)" : "")
        + (folder.isDefault ? "" : " --baselines \(folder.folder.forShell)")
    }
    switch kind {
    case .conflict:
      return ["take one side: git checkout --ours -- \(path)"]
        + (accept.map { ["and accept: \($0)"] } ?? [])
    case .newer:
      return ["update Faultline", "or bring back an older version: git checkout -- \(path)"]
    case .damaged, .foreign, .impossible:
      return ["bring it back: git checkout -- \(path)", "or remove it: rm \(path)"]
        + (accept.map { ["and accept anew: \($0)"] } ?? [])
    }
  }

  /// Refuses baselines that cannot be used: of what is accepted nothing may be lost.
  package func refuseProblems() throws {
    guard !problems.isEmpty else { return }
    throw Mistakes(all: problems.map(\.diagnostic))
  }

  /// Refuses a run in a size of which there is no set, before anything runs.
  package func refuseOtherSizes(of operands: [String]) throws {
    let mistakes = plans.values.sorted { $0.scenario.name < $1.scenario.name }.compactMap {
      plan -> Diagnostic? in
      let name = plan.scenario.name
      guard let baseline = baselines[name], plan.scenario.hasQuickSize, !baseline.sets.isEmpty,
        !baseline.sets.contains(where: { $0.size == plan.size })
      else { return nil }
      let other: RunSize = plan.size == .quick ? .full : .quick
      let command = (["faultline", "check"] + operands.map(\.forShell) + [other.option])
        .joined(separator: " ")
      let accept = (["faultline", "accept", plan.scenario.file.forShell, plan.size.option])
        .joined(separator: " ")
      return Diagnostic(
        "this baseline is of the \(other.rawValue) size, and the \(plan.size.rawValue) one is to be checked",
        file: folder.path(of: name),
        notes: [
          "add \(other.option): \(command)",
          "or accept the \(plan.size.rawValue) size too: \(accept)",
        ])
    }
    guard mistakes.isEmpty else { throw Mistakes(all: mistakes) }
  }

  /// Returns the accepted sets that a run is compared with: those of its own size, or any where both sizes are the same.
  package func accepted(_ run: MeasuredRun) -> [AcceptedScenario] {
    let ids = Set(run.result.scenarios.flatMap { $0.trials.map(\.id) })
    let present = run.result.scenarios.compactMap { scenario -> AcceptedScenario? in
      let facts = run.facts[scenario.name]
      guard let baseline = baselines[scenario.name] else { return nil }
      let hasOneSize = plans[scenario.name]?.scenario.hasQuickSize == false
      guard
        var accepted = baseline.accepted(for: facts, size: scenario.size)
          ?? (hasOneSize ? baseline.accepted(for: facts) : nil)
      else { return nil }
      if run.isPartial { accepted.set.trials.removeAll { !ids.contains($0.id) } }
      return accepted
    }
    let missing = run.isPartial ? [] : gone.compactMap { $0.accepted(for: nil) }
    return present + missing
  }

  /// A run against these baselines, without the scenarios whose baselines cannot be used.
  package func comparison(_ run: MeasuredRun) -> Comparison {
    var head = run.result
    let broken = Set(problems.map(\.scenario))
    head.scenarios.removeAll { broken.contains($0.name) }
    return Comparison(
      base: RunResult(scenarios: []), head: head, headFacts: run.facts, accepted: accepted(run))
  }
}

extension BaselineProblem {
  /// The problem as it is printed before anything runs.
  package var diagnostic: Diagnostic {
    Diagnostic(
      "this baseline cannot be used: \(reason)", file: line.map { "\(file):\($0)" } ?? file,
      notes: remedies)
  }
}
