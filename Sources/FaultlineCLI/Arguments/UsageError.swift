// What a command line did wrong, in one sentence with a remedy.

import FaultlineMeasures

/// An error that is shown to the user as it stands, with the exit status it leads to.
protocol ReportedError: Error {
  var sentence: String { get }
  /// The sentence as it is printed: with the program's name, unless it begins with a file's.
  var printed: String { get }
  var status: ExitStatus { get }
}

extension ReportedError {
  var printed: String { "faultline: \(sentence)" }
}

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
