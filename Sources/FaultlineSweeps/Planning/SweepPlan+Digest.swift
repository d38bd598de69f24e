// What a plan and its cells are called by: the digests of the work.

import FaultlineDigest
import FaultlineMeasures
import FaultlineScenarios

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
