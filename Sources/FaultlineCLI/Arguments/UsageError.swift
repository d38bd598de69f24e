// What a command line did wrong, in one sentence with a remedy.

import FaultlineExperiments
import FaultlineMeasures

/// A command line that cannot be carried out.
struct UsageError: ReportedError, Equatable {
  let problem: String
  /// The command whose help has the answer; nil for the list of all.
  let command: String?

  init(_ problem: String, command: String? = nil) {
    self.problem = problem
    self.command = command
  }

  var sentence: String {
    "\(problem)\nSee 'faultline help\(command.map { " " + $0 } ?? "")'."
  }

  var status: ExitStatus { ExitStatus.wrongUse }
}
