// A file that a command line names to be written.

import FaultlineMeasures
package import FaultlineScenarios

/// Writes what a command has made, or says in a user's words why it cannot.
package struct OutputFile {
  /// What is written, to begin a sentence with: `the replay`.
  package let what: String
  /// Where, as the user named it.
  package let path: String

  package init(
    what: String,
    path: String
  ) {
    self.what = what
    self.path = path
  }

  package func write(_ text: String) throws(Diagnostic) {
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
