// faultline man: the pages of the manual.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineScenarios

/// Prints a page for 'man', or writes all of them.
struct ManCommand: Command {
  let name = "man"
  let summary = "Print pages for the manual."
  let purpose = """
    Prints the page of the manual about faultline, or about one of its commands, in the form that 'man' reads. With --out \
    it writes all pages into a folder, as packages install them: faultline.1 and a page for each command.
    """
  let operands = OperandRule(placeholder: "[COMMAND]", allowed: 0...1)
  let options: [any DeclaredOption] = [out] + CommonOptions.speaking
  let examples = [
    CommandExample(line: "faultline man run | man -l -", says: "Shows the page about 'run'."),
    CommandExample(
      line: "faultline man --out ~/.local/share/man/man1",
      says: "Installs all pages, so that 'man faultline' and 'man faultline-run' find them."),
  ]

  static let out = CommandOption<String>(
    "out", .text("FOLDER"), help: "Write all pages into this folder instead of printing one.")

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    guard let folder = arguments[Self.out] else {
      let page = try arguments.operands.first.map { ManualPage(of: try Commands.named($0)) }
      try console.print((page ?? .overview).text)
      return .held
    }
    if let operand = arguments.operands.first {
      throw UsageError(
        "--out writes the pages of all commands, but \(quoted(operand)) is named.", command: name)
    }
    for page in ManualPage.all {
      let path = FilePath.joined(folder, page.file)
      try OutputFile(what: "the page", path: path).write(page.text + "\n")
      if !arguments.has(CommonOptions.quiet) { console.writeError("written: \(path)") }
    }
    return .held
  }
}
