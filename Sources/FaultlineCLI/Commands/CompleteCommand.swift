// faultline complete: what belongs under the cursor. The scripts of 'faultline completion' call it.

import FaultlineMeasures

/// Answers a shell that completes a command line.
struct CompleteCommand: Command {
  let name = "complete"
  let summary = "Say what may stand next in a command line."
  let purpose = """
    Says what may stand under the cursor of a command line: in the first line what to do, then a word a line. Of bash \
    it takes the text that is replaced and the line up to the cursor; of zsh and fish the words after the program's \
    name, of which the last is under the cursor. The scripts of 'faultline completion' call it.
    """
  let isHidden = true
  let operands = OperandRule(
    placeholder: "bash|zsh|fish WORD…", allowed: 1...4_096, completion: .nothing, mayBeEmpty: true)
  let examples = [
    CommandExample(
      line: "faultline complete zsh -- explain met", says: "Prints what may stand for 'met'.")
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let words = Array(arguments.operands.dropFirst())
    guard let shell = Shell(rawValue: arguments.operands[0]) else {
      throw UsageError(
        "The shell is one of \(Shell.allCases.map(\.rawValue).joined(separator: ", ")).",
        command: name)
    }
    let answer =
      shell == .bash
      ? CompletionAnswer(bash: words.first ?? "", of: words.dropFirst().first ?? "")
      : CompletionAnswer(shell, words)
    try console.print(answer.text)
    return .held
  }
}
