// What a command line did wrong, in one sentence with a remedy, and how such sentences name its words.

import FaultlineExperiments
import FaultlineMeasures
import FaultlinePages

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

/// The end of a sentence that offers a word, or nothing.
func didYouMean(_ word: String?) -> String {
  word.map { " Did you mean '\($0)'?" } ?? ""
}

/// A user's word in quotes: short, on one line, and unable to steer the terminal.
func quoted(_ word: String) -> String {
  "'\(harmless(word.count > 60 ? word.prefix(59) + "…" : word))'"
}

/// The text on one line, with nothing that could move the cursor or turn the reading order.
func harmless(_ text: String) -> String { HarmlessText.line(text) }
