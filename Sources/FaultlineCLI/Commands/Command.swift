// What a command is.

import FaultlineMeasures

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
