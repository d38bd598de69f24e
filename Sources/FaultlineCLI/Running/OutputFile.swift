// A file that a command line names to be written.

import FaultlineMeasures
import FaultlineScenarios

/// Writes what a command has made, or says in a user's words why it cannot.
struct OutputFile {
  /// What is written, to begin a sentence with: `the replay`.
  let what: String
  /// Where, as the user named it.
  let path: String

  func write(_ text: String) throws(Diagnostic) {
    // What lies in a folder is known late, and a run may have accepted a baseline meanwhile.
    try Baseline.protect(from: what, at: path, "name another file or folder")
    do throws(WholeFile.Refusal) {
      try WholeFile.write(text, to: path)
    } catch {
      let problem = Diagnostic("\(what) cannot be written: \(error.reason)", file: path)
      throw error.isLackOfRoom ? problem.ofLostOutput : problem
    }
  }
}
