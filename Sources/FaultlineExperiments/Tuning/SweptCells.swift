// Cells of a search that other machines run: all of them planned as a sweep, and read from its folder.

import FaultlineAnalysis
package import FaultlineMeasures
package import FaultlineScenarios
package import FaultlineSweeps
import Foundation

/// What a sweep has run of the cells of a search.
package struct SweptCells {
  private let trials: SweptTrials
  private let folder: SweepFolder
  private let own: TrialFacts

  package init(_ folder: SweepFolder, _ request: TuneRequest) throws {
    self.folder = folder
    guard FileManager.default.fileExists(atPath: folder.plan) else {
      throw Diagnostic(
        "there is no plan in this folder", file: folder.plan,
        notes: ["the same command with --shards N plans every cell, and writes it"])
    }
    own = TrialFacts(.current, on: KeyFacts(.current(libraries: Libraries.versions)))
    trials = try SweptTrials(
      folder, of: request.file.text, named: request.scenario.name, under: request.sweepChoices)
    guard trials.ended > 0 else {
      throw Diagnostic(
        "no trial of this sweep has ended", file: folder.path,
        notes: ["run it: faultline sweep run \(folder.path) --shard 1, or 'faultline sweep script'"]
      )
    }
  }

  /// What makes its readings another program's, in words; empty where this one would read the same.
  package var otherFacts: [String] { trials.facts?.differences(from: own) ?? [] }

  package func result(of trial: Trial) throws(Diagnostic) -> TrialResult? {
    try trials.result(of: trial)
  }

  /// Refuses to put readings of two programs into one search.
  package func allowRunningHere(_ cells: Int) throws(Diagnostic) {
    guard !otherFacts.isEmpty else { return }
    throw Diagnostic(
      "\(counted(cells, "cell", "cells")) of the search \(cells == 1 ? "is" : "are") missing in the sweep, "
        + "and this program would not measure them as the others were: "
        + otherFacts.joined(separator: ", "),
      file: folder.path,
      notes: ["'faultline sweep status \(folder.path)' shows what is left to run"])
  }
}

extension TuneRequest {
  /// Under what a sweep runs the cells, so that they read what they would read here.
  fileprivate var sweepChoices: SweepChoices {
    SweepChoices(choices, timeout: timeout, memoryLimit: memoryLimit, explainingPeaks: false)
  }

  /// Plans every cell as a trial of a sweep, and writes its folder.
  package func sweep(into folder: SweepFolder, shards: Int) throws -> SweepPlan {
    var plans: [Plan] = []
    var refusal: Diagnostic?
    for cell in axes.space.everyCell() {
      do { plans.append(try plan(cell)) } catch { refusal = refusal ?? error }
    }
    plans.removeAll(where: \.trials.isEmpty)
    guard let first = plans.first else {
      throw refusal ?? Diagnostic("every cell is excluded", file: scenario.file)
    }
    let whole = first.joined(with: plans.dropFirst())
    let sweep = try SweepPlan(
      [(file.text, whole)], sweepChoices, shards: shards, at: Revision.current)
    try sweep.write(to: folder, for: [whole])
    return sweep
  }
}

/// The result of one trial as a search keeps it.
package struct CellResult: Codable {
  /// What it costs in each exact metric; nil where it died.
  package var costs: [String: Quantity]?
  /// How it died.
  package var death: String?
  /// Why it is nothing to take, expectations aside.
  package var faults: [String] = []
  /// The expectations that it breaks, with their lines.
  package var broken: [String] = []

  /// Judges the one trial of a result, beside whose behaviour the reference shows: an app cannot choose another.
  package init?(_ scenario: ScenarioResult, on side: String) {
    guard let trial = scenario.trials.first else { return nil }
    guard trial.death == nil else {
      death = trial.death?.sentence
      return
    }
    costs = trial.costs(scenario.metrics)
    for fault in scenario.faults(of: trial, TrialJudgements(scenario), beside: side) {
      guard case .breaks(let expectations) = fault else {
        faults.append(fault.kind)
        continue
      }
      broken += expectations.map { "breaks '\($0.that)' of line \($0.place.line)" }
    }
  }

  /// One reason for which it is nothing to take.
  package struct Objection: Hashable {
    package let reason: String
    /// Whether it is an expectation of the file.
    package let isExpectation: Bool
  }

  /// Why it is nothing to take.
  package func objections(expecting: Bool) -> [Objection] {
    faults.map { Objection(reason: $0, isExpectation: false) }
      + (expecting ? broken.map { Objection(reason: $0, isExpectation: true) } : [])
  }
}

extension TrialResult {
  /// What a trial costs in each metric: the greatest reading at any checkpoint, or the last where more is better.
  fileprivate func costs(_ metrics: [Metric]) -> [String: Quantity] {
    var costs: [String: Quantity] = [:]
    for metric in metrics where metric.exactness == .exact {
      costs[metric.name] = metric.polarity == .more ? last(metric.name) : peak(metric.name)
    }
    return costs
  }

  private func last(_ metric: String) -> Quantity? {
    samples.first?.checkpoints.reversed().lazy.compactMap { $0[metric] }
      .first(where: \.double.isFinite)
  }
}
