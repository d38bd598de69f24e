// One trial file read for a merge: believed, or refused with a reason.

import FaultlineMeasures
import FaultlineScenarios

/// Reads the files of one scenario.
struct SurveyReader {
  let folder: SweepFolder
  let plan: SweepPlan
  let listing: TrialListing
  let wanted: WantedReadings
  /// What is asked for and stands in machine files only.
  let informative: Set<String>

  /// A problem on its way.
  struct Failure: Error {
    let problem: MergeProblem
  }

  func read(_ path: String, of cell: SweepCell) -> Result<SurveyedTrial, Failure> {
    func failure(
      _ kind: MergeProblem.Kind, _ diagnostic: Diagnostic
    ) -> Result<SurveyedTrial, Failure> {
      .failure(Failure(problem: MergeProblem(kind: kind, diagnostic: diagnostic)))
    }
    switch TrialFile.read(path) {
    case .missing:
      return failure(
        .missing,
        Diagnostic(
          "there is no result of '\(cell.id)', which shard \(cell.shard) runs", file: path,
          notes: [cell.howToRun(in: folder)]))
    case .broken(let reason):
      return failure(.broken, cell.isUnbelieved(reason, path, in: folder))
    case .newer(let version):
      return failure(
        .newer,
        cell.isNewer(version, path, notes: ["merge with the faultline that wrote it"]))
    case .whole(let file):
      guard file.header.plan == plan.name, file.header.key == cell.key else {
        let reason =
          file.header.plan == plan.name
          ? "answers for '\(file.header.id)'"
          : MergeProblem.ofAnotherPlan(file.header.plan, plan.name)
        return failure(
          .otherPlan,
          Diagnostic(
            "this file of '\(cell.id)' \(reason)", file: path,
            notes: ["remove it, or plan anew"]))
      }
      guard let trial = surveyed(file, path, cell) else {
        return failure(.broken, cell.isUnbelieved("it is no trial", path, in: folder))
      }
      return .success(trial)
    }
  }

  private func surveyed(_ file: TrialFile, _ path: String, _ cell: SweepCell) -> SurveyedTrial? {
    guard let extract = try? TrialExtract(file, wanted) else { return nil }
    var result = extract.result(cell.trial)
    if !extract.isIdentical {
      guard let whole = file.result() else { return nil }
      result = whole
      result.key = cell.trial
    }
    // Findings go into the result with the line; what judging adds is seen by what is here.
    result.findings = []
    if !informative.isEmpty { addInformative(to: &result, cell, file.digest) }
    return SurveyedTrial(
      cell: cell, path: path, digest: file.digest, facts: file.header.facts, result: result,
      isPlain: extract.isIdentical)
  }

  /// Adds readings that only inform, for an expectation or a column that asks for them.
  private func addInformative(to result: inout TrialResult, _ cell: SweepCell, _ digest: String) {
    let machine = MachineLine.of(cell.key, digest, listing, in: folder)
    result.add(informative, from: machine?.samples() ?? [])
  }
}
