// What help covers besides commands: statuses and settings of the environment, from the tables that the code keeps.

import FaultlineExperiments
import FaultlineMeasures

/// A page of help that is about no command.
enum HelpTopic: String, CaseIterable, Sendable {
  case exit, environment

  /// One line for lists.
  var summary: String {
    switch self {
    case .exit: "What exit statuses say."
    case .environment: "What settings of the environment mean."
    }
  }

  /// What the page lists.
  var rows: [(left: String, right: String)] {
    switch self {
    case .exit: ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }
    case .environment: EnvironmentSetting.all.map { ($0.name, $0.meaning) }
    }
  }

  /// What stands above the list, and below it.
  var lead: String {
    switch self {
    case .exit: "Every command ends with one of these statuses:"
    case .environment: "What is set in the environment goes for every command:"
    }
  }

  var end: String {
    switch self {
    case .exit: ExitStatus.precedence
    case .environment: "Options on the command line go before all of them."
    }
  }
}

/// A variable of the environment that users set.
struct EnvironmentSetting {
  let name: String
  let meaning: String

  static let all = [
    EnvironmentSetting(
      name: Revision.variable,
      meaning:
        "The revision that results are said to be of, in place of what git or the build server says; empty for none."
    ),
    EnvironmentSetting(
      name: "FAULTLINE_CACHE",
      meaning:
        "The folder whose subfolder faultline keeps filled stores from run to run, in place of $XDG_CACHE_HOME or ~/.cache."
    ),
    EnvironmentSetting(
      name: "XDG_CONFIG_HOME",
      meaning: "The folder in which 'faultline settle' keeps its answers, in place of ~/.config."),
    EnvironmentSetting(
      name: "TMPDIR", meaning: "Where stores and other temporary files lie while something runs."),
    EnvironmentSetting(
      name: "COLUMNS", meaning: "How wide output is, in place of the terminal's width."),
    EnvironmentSetting(name: "NO_COLOR", meaning: "No colour, unless --color says otherwise."),
    EnvironmentSetting(
      name: "CI",
      meaning: "A line for each finished variant in place of a line that is redrawn, and no colour."
    ),
    EnvironmentSetting(
      name: "GITHUB_STEP_SUMMARY", meaning: "The file to which --format github adds the report."),
  ]
}
