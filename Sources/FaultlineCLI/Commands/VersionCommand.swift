// faultline version: which Faultline this is.

import FaultlineMeasures
import FaultlineReports

/// Prints the version.
struct VersionCommand: Command {
  static let version = Program.version
  /// The day of this version, which the manual shows.
  static let date = "2026-11-23"

  let name = "version"
  let summary = "Print the version."
  let purpose = """
    Prints the version in the first line, as 'faultline --version' does, and below it what distinguishes two programs \
    of a version: the commit, the build id, and the libraries with the files that they were loaded from.
    """
  let examples = [
    CommandExample(line: "faultline version", says: "Prints what a report of a fault should have."),
    CommandExample(line: "faultline --version | head -n 1", says: "Prints the version alone."),
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    try console.print("faultline \(Self.version)")
    let rows = ProgramDescription.identity + ProgramDescription.libraries
    var page = Page()
    page.add("", rows.map { ($0.0, $0.1) })
    try console.print(page)
    return ExitStatus.held
  }
}
