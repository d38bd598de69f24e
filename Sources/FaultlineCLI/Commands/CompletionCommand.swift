// faultline completion: what makes a shell complete our command lines.

import FaultlineMeasures
import FaultlineScenarios

/// Prints the script of a shell.
struct CompletionCommand: Command {
  let name = "completion"
  let summary = "Print what makes a shell complete our command lines."
  let purpose = """
    Prints a script for bash, zsh or fish, with which the shell completes commands, options and their values, files, \
    scenarios, variants, trials, parameters, metrics, rules and words. The script asks the program itself each time, so \
    it is true of every version, and of the scenarios that a line names.
    """
  let operands = OperandRule(
    placeholder: Shell.allCases.map(\.rawValue).joined(separator: "|"), allowed: 1...1,
    completion: .fixed(Shell.allCases.map { Completion.Word(text: $0.rawValue) }))
  let options: [any DeclaredOption] = CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "source <(faultline completion bash)", says: "Completes in this bash, or this zsh."),
    CommandExample(
      line: "echo 'source <(faultline completion bash)' >> ~/.bashrc",
      says: "Completes in every new bash; of zsh the file is ~/.zshrc, below 'compinit'."),
    CommandExample(
      line: "faultline completion fish | source",
      says: "Completes in this fish, and in every one if it stands in its config.fish."),
    CommandExample(
      line: "faultline completion zsh > ~/.zfunc/_faultline",
      says: "Completes in every zsh whose $fpath has that folder before 'compinit'."),
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let word = arguments.operands[0]
    guard let shell = Shell(rawValue: word) else {
      let names = Shell.allCases.map(\.rawValue)
      throw UsageError(
        "There is no completion for \(quoted(word)), but for \(names.joined(separator: ", "))."
          + didYouMean(Spelling.nearest(to: word, among: names)), command: name)
    }
    try console.print(CompletionScript.text(for: shell))
    return .held
  }
}
