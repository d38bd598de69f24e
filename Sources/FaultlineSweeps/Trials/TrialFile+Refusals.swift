// Why a trial file is not used, in the words of everything that reads one.

import FaultlineMeasures
import FaultlineScenarios

extension SweepCell {
  /// Its file was written by a newer program.
  func isNewer(_ version: Int, _ path: String, notes: [String]) -> Diagnostic {
    Diagnostic(
      "this file of '\(id)' has the format \(version), and this faultline reads up to "
        + "\(TrialHeader.currentSchemaVersion)", file: path, notes: notes)
  }

  /// Its file is damaged, or no trial's.
  func isUnbelieved(_ reason: String, _ path: String, in folder: SweepFolder) -> Diagnostic {
    Diagnostic(
      "this file of '\(id)' is not believed: \(reason)", file: path, notes: [howToRun(in: folder)])
  }

  /// What runs it, for a note.
  func howToRun(in folder: SweepFolder) -> String {
    "run it: faultline sweep run \(folder.path) --shard \(shard)"
  }
}
