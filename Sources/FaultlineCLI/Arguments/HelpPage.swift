// Help, drawn from the declarations.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports

/// The pages of `faultline help`.
enum HelpPage {
  /// The list of all commands.
  static func overview(of commands: [any Command]) -> Page {
    var page = Page()
    page.add([
      "Faultline shows what a workload does to memory: which objects stay, what holds them, and what each variant of a "
        + "scenario costs.",
      "Usage: faultline COMMAND [OPTION…] [OPERAND…]",
    ])
    page.add("Commands:", commands.filter { !$0.isHidden }.map { ($0.name, $0.summary) })
    page.add([
      "'faultline help COMMAND' shows a command's options, with examples; 'faultline help exit' what exit statuses say."
    ])
    return page
  }

  /// What to do first.
  static var welcome: Page {
    var page = Page()
    page.add(
      "Faultline shows what a workload does to memory: what stays, and what holds it.",
      [
        ("faultline run --shipped first-light", "run a first scenario"),
        ("faultline replay --shipped first-light", "step through it, as a page"),
        ("faultline new my-import", "write a scenario of your own"),
        ("faultline help", "show all commands"),
      ])
    return page
  }

  /// All about one command.
  static func page(for command: any Command) -> Page {
    var page = Page()
    page.add(["Usage: \(usage(of: command))"] + command.paragraphs)
    page.add(
      "Options:", command.options.map(row) + [("-h, --help", "Show this page.")])
    page.add("Examples:", command.examples.map { ($0.line, $0.says) })
    return page
  }

  /// A page that is about no command.
  static func page(about topic: HelpTopic) -> Page {
    var page = Page()
    page.add(topic.lead, topic.rows.map { ($0.left, $0.right) })
    page.add([topic.end])
    return page
  }

  private static func usage(of command: any Command) -> String {
    let options = command.options.isEmpty ? "" : "[OPTION…]"
    return ["faultline", command.name, options, command.operands.placeholder]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func row(_ option: any DeclaredOption) -> (key: String, value: String) {
    let short = option.short.map { "-\($0), " } ?? "    "
    let value = option.placeholder.map { " \($0)" } ?? ""
    return ("\(short)\(option.spelling)\(value)", option.helpInFull)
  }
}

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
