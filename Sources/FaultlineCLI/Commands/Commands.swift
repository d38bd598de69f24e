// Commands: a new one is a file in this folder and a line here.

import FaultlineMeasures
import FaultlineScenarios

/// All commands, in the order in which help lists them.
enum Commands {
  static let all: [any Command] = [
    HelpCommand(),
    RunCommand(),
    SweepCommand(),
    CheckCommand(),
    AcceptCommand(),
    CompareCommand(),
    SidesCommand(),
    SettleCommand(),
    TuneCommand(),
    ReportCommand(),
    ReplayCommand(),
    HistoryCommand(),
    PlanCommand(),
    ListCommand(),
    ExplainCommand(),
    AskCommand(),
    SchemaCommand(),
    ReferenceCommand(),
    InspectCommand(),
    ImportCommand(),
    NewCommand(),
    PortCommand(),
    CompletionCommand(),
    ManCommand(),
    DoctorCommand(),
    VersionCommand(),
    TrialCommand(),
    CompleteCommand(),
  ]

  /// The command of a name.
  static func named(_ name: String) throws(UsageError) -> any Command {
    if let command = all.first(where: { $0.name == name }) { return command }
    let near = Spelling.nearest(to: name, among: all.filter { !$0.isHidden }.map(\.name))
    throw UsageError("There is no command \(quoted(name))." + didYouMean(near))
  }
}

/// One thing that `faultline` does.
protocol Command: Sendable {
  var name: String { get }
  /// One line for the list of all commands.
  var summary: String { get }
  /// What it does, for the command's own page; a blank line begins a paragraph.
  var purpose: String { get }
  var operands: OperandRule { get }
  /// All options but `--help`, which every command has.
  var options: [any DeclaredOption] { get }
  var examples: [CommandExample] { get }
  /// Whether the list of all leaves it out, because programs call it and people do not.
  var isHidden: Bool { get }
  /// Does it, and returns the exit status.
  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus
}

extension Command {
  var operands: OperandRule { .none }
  var options: [any DeclaredOption] { [] }
  var isHidden: Bool { false }

  /// The paragraphs of its purpose.
  var paragraphs: [String] { purpose.split(separator: "\n\n").map(String.init) }

  /// Whether people who wait are shown that it still works.
  ///
  /// Not where trials run in this process: another thread of it would be measured with them.
  func saysThatItWorks(_ arguments: ParsedArguments) -> Bool {
    !isHidden && !arguments.has(CommonOptions.quiet) && !arguments.has(CommonOptions.noProgress)
      && !arguments.has(CommonOptions.inline)
  }
}

/// A command line to copy, and what it does.
struct CommandExample: Sendable {
  let line: String
  let says: String
}
