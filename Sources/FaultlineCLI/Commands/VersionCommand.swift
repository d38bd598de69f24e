// faultline version: which Faultline this is.

import FaultlineMeasures

/// Prints the version.
struct VersionCommand: Command {
  static let version = Program.version
  /// The day of this version, which the manual shows.
  static let date = "2026-11-23"

  let name = "version"
  let summary = "Print the version."
  let purpose = "Prints the version, as 'faultline --version' does."
  let examples = [CommandExample(line: "faultline version", says: "Prints one line.")]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    try console.print("faultline \(Self.version)")
    return ExitStatus.held
  }
}
