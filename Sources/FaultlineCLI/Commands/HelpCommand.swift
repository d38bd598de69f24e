// faultline help: the list of commands, or a page about one.

import FaultlineMeasures

/// Shows what there is.
struct HelpCommand: Command {
  let name = "help"
  let summary = "Show the commands, or all about one of them."
  let purpose =
    "Shows the list of commands, or with a command's name its purpose and options. 'help exit' lists the exit statuses, "
    + "and 'help environment' what settings of the environment mean."
  let operands = OperandRule(
    placeholder: "[COMMAND]", allowed: 0...1, completion: .helpPages)
  let examples = [
    CommandExample(line: "faultline help version", says: "Shows the page about 'version'."),
    CommandExample(line: "faultline help exit", says: "Lists what exit statuses say."),
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    if let name = arguments.operands.first, let topic = HelpTopic(rawValue: name) {
      try console.print(HelpPage.page(about: topic))
    } else if let name = arguments.operands.first {
      try console.print(HelpPage.page(for: Commands.named(name)))
    } else {
      try console.print(HelpPage.overview(of: Commands.all))
    }
    return ExitStatus.held
  }
}
