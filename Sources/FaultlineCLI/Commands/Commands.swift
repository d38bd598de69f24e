// The door for commands: a new one is a file in this folder and a line here.

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
