// The trials of a sweep looked up one by one: what a search takes from other machines.

package import FaultlineMeasures
package import FaultlineScenarios

/// What has been run of a sweep over one scenario.
package struct SweptTrials {
  /// Under what all trials so far were measured; nil where none has ended.
  package let facts: TrialFacts?
  /// How many of the planned trials have ended.
  package let ended: Int

  private let folder: SweepFolder
  private let plan: SweepPlan
  private let choices: SweepChoices
  private let scenario: SweepScenario
  private let cells: [TrialKey: SweepCell]
  private let listing: TrialListing

  /// Opens the folder of a sweep over a scenario with this text, to take what fits some choices.
  package init(
    _ folder: SweepFolder, of text: String, named name: String, under choices: SweepChoices
  ) throws(Diagnostic) {
    self.folder = folder
    self.choices = choices
    plan = try SweepPlan.read(folder)
    guard let scenario = plan.scenarios.first(where: { $0.name == name && $0.text == text }) else {
      throw Diagnostic(
        "this sweep is not of '\(name)' as it is now", file: folder.plan,
        notes: ["it was planned from \(plan.scenarios.map(\.file).joined(separator: ", "))"])
    }
    self.scenario = scenario
    let listing = try TrialListing(folder, host: "")
    self.listing = listing
    cells = Dictionary(
      scenario.cells.map { ($0.trial, $0) }, uniquingKeysWith: { first, _ in first })
    let there = scenario.cells.filter { listing.keys.contains($0.key) }
    ended = there.count
    facts = Self.facts(of: there, in: folder)
  }

  /// Under what the first of the trials that can be believed was measured.
  private static func facts(of cells: [SweepCell], in folder: SweepFolder) -> TrialFacts? {
    for cell in cells {
      if case .whole(let file) = TrialFile.read(folder.trial(cell.key)) {
        return file.header.facts
      }
    }
    return nil
  }

  /// What a trial has read on another machine; nil where it has not ended, or is none of the sweep's.
  package func result(of trial: Trial) throws(Diagnostic) -> TrialResult? {
    guard let cell = cells[trial.key] else { return nil }
    guard cell.key == SweepScenario.key(of: trial, under: choices, work: scenario.work) else {
      throw Diagnostic(
        "the sweep runs '\(cell.id)' with other settings or limits than this search",
        file: folder.plan, notes: ["search with the options that it was planned with"])
    }
    let path = folder.trial(cell.key)
    switch TrialFile.read(path) {
    case .missing: return nil
    case .newer(let version):
      throw cell.isNewer(version, path, notes: ["search with the faultline that wrote it"])
    case .broken(let reason): throw cell.isUnbelieved(reason, path, in: folder)
    case .whole(let file):
      if let facts, file.header.facts != facts {
        let what = file.header.facts.differences(from: facts).joined(separator: ", ")
        throw Diagnostic(
          "'\(cell.id)' was not measured as the other trials of the sweep were: \(what)",
          file: path, notes: ["run all of them with the same build on machines that are alike"])
      }
      guard var result = file.result() else {
        throw cell.isUnbelieved("it is no trial", path, in: folder)
      }
      result.add(
        Set(trial.metrics.lazy.filter { $0.exactness != .exact }.map(\.name)),
        from: MachineLine.of(cell.key, file.digest, listing, in: folder)?.samples() ?? [])
      return result
    }
  }
}
