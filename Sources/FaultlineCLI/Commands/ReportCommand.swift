// faultline report: what was measured before, written in another way.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios
import Foundation

/// Writes stored results in any format.
struct ReportCommand: Command {
  let name = "report"
  let summary = "Show stored results in any format."
  let purpose = """
    Takes results that 'faultline run' wrote, files or folders of them, and shows them as 'run' does, in any format. \
    With --out every scenario gets a file of its own in that folder; of HTML pages, index.html leads to all of them, \
    of Markdown ones README.md. \
    A page of one scenario that 'faultline run --replay' has filmed can be stepped through. What is known of the \
    machine and the revision is taken from the files beside the results. The exit status is 0 when the report \
    could be made, whatever it says, and 3 when a file cannot be understood.
    """
  let operands = OperandRule(placeholder: "RESULT…", allowed: 1...1_024)
  let options: [any DeclaredOption] =
    [CommonOptions.format, CommonOptions.all, out, CommonOptions.rules] + CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline report Reports/out/first-light.json --format html > first-light.html",
      says: "Makes a page of one result."),
    CommandExample(
      line: "faultline report Reports/out --format html --out Reports/out",
      says: "Makes a page of each result of the last run, and an index of them."),
  ]

  static let out = CommandOption<String>(
    "out", .text("FOLDER"),
    help: "Write a file for each scenario here instead of printing; pages, without --format.")

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let outputs = try ReportOutputs(arguments, of: name, reading: .results)
    console.note("reading \(arguments.operands.joined(separator: " "))")
    let files = try ResultFiles(arguments.operands)
    console.note("making the report of \(files.result.scenarios.count) scenarios")
    let isByRules = arguments.has(CommonOptions.rules)
    let builder = ReportBuilder(MeasuredRun(files))
    guard let folder = arguments[Self.out] else {
      var report = isByRules ? builder.rules(files.result) : builder.report(files.result)
      report.showsAll = arguments.has(CommonOptions.all)
      report.subject.more = (["faultline", "report"] + arguments.operands).map(\.forShell)
      try console.print(report, as: outputs, by: builder)
      return .held
    }
    if let target = outputs.targets.first {
      throw UsageError(
        "--out writes files, and so does --format \(target.type.name)=\(target.path); leave one of them out.",
        command: name)
    }
    if isByRules {
      throw UsageError(
        "--rules makes one report of all, and --out one of each; leave one of them out.",
        command: name)
    }
    let written = try ReportFolder(folder, outputs.printed ?? HTMLFormat.self)
      .write(files.result, by: builder)
    if !arguments.has(CommonOptions.quiet) {
      for path in written { console.writeError("written: \(path)") }
    }
    return .held
  }
}
