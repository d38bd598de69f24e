// check --bisect: one commit, judged for `git bisect run`. What is wrong with the commit is a judgement; what is wrong with
// the line that judges all of them must never look like one.

import FaultlineAnalysis
import FaultlineExperiments
import FaultlineMeasures
import FaultlineScenarios
import Foundation

/// A search for the first bad commit, as one call of the program sees it.
struct Bisection {
  private let measure: CommitMeasure

  /// Whether a command line asks for it, which is known before the line is checked.
  static func isAsked(by words: [String]) -> Bool {
    words.first == CheckCommand().name
      && words.prefix { $0 != "--" }.contains(CommonOptions.bisect.spelling)
  }

  /// The search that a command line asks for; nil where it asks for none.
  init?(_ arguments: ParsedArguments) throws {
    let command = CheckCommand().name
    guard arguments.has(CommonOptions.bisect) else {
      guard arguments.isGiven(CommonOptions.bisectMetric.spelling) else { return nil }
      throw UsageError(
        "\(CommonOptions.bisectMetric.spelling) goes with \(CommonOptions.bisect.spelling).",
        command: command)
    }
    guard let folder = arguments[CommonOptions.baselines] else {
      throw UsageError(
        "\(CommonOptions.bisect.spelling) holds every commit against the same baseline, which no commit may bring "
          + "along; name its folder: \(CommonOptions.baselines.spelling) .git/good",
        command: command)
    }
    try Self.check(folder)
    measure = CommitMeasure(
      metrics: arguments.all(CommonOptions.bisectMetric),
      isStrict: arguments.has(CommonOptions.strict),
      acrossChanges: arguments[CommonOptions.acrossChanges] ?? .fail)
  }

  /// The folder has baselines, and git does not exchange them with the commits.
  private static func check(_ folder: String) throws(Diagnostic) {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard files.contains(where: { $0.hasSuffix(".json") }) else {
      throw Diagnostic(
        "there are no baselines here to judge a commit by", file: folder,
        notes: [
          "at a good commit: faultline accept FILE \(CommonOptions.baselines.spelling) \(folder)"
        ])
    }
    guard (Revision.git("ls-files", "--", folder) ?? []).isEmpty else {
      throw Diagnostic(
        "git tracks this folder, so each commit would be judged by a baseline of its own",
        file: folder,
        notes: [
          "copy the one of a good commit out of the commits: cp -r \(folder.forShell) .git/good",
          "and name that: \(CommonOptions.baselines.spelling) .git/good",
        ])
    }
  }

  /// Says what the commit is, and returns the status by which git learns it.
  func end(_ comparison: Comparison, of run: RunResult, console: Console) -> ExitStatus {
    end(with: measure.judgement(comparison, of: run), console)
  }

  /// Ends the search, for no commit can be judged by a baseline that cannot be used.
  func endWithoutBaseline(console: Console) -> ExitStatus {
    end(with: .notSearched(["a baseline cannot be used"]), console)
  }

  /// The same for a commit whose scenarios cannot be run.
  func end(after error: any ReportedError, console: Console) -> ExitStatus {
    console.writeError(error.printed)
    return end(
      with: .notJudged(["its scenarios cannot be found, read or planned"]), console)
  }

  private func end(with judgement: CommitJudgement, _ console: Console) -> ExitStatus {
    console.writeError(harmless("faultline: \(judgement.sentence)"))
    return judgement.status
  }
}
