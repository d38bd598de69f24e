// What can be done with a sweep: a new verb is a file in this folder and a line here.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineScenarios
import FaultlineSweeps

/// One verb of 'faultline sweep'.
protocol SweepVerb: Sendable {
  var name: String { get }
  /// What stands behind it, for help.
  var operands: String { get }
  var options: [any DeclaredOption] { get }
  var examples: [CommandExample] { get }
  func run(
    _ operands: [String], _ arguments: ParsedArguments, console: Console
  ) throws -> ExitStatus
}

/// All verbs, in the order in which they are used.
enum SweepVerbs {
  static let all: [any SweepVerb] = [
    SweepPlanVerb(), SweepRunVerb(), SweepStatusVerb(), SweepMergeVerb(),
    SweepScriptVerb(),
  ]

  static let out = CommandOption<String>(
    "out", .text("FOLDER"),
    help: "The sweep's folder for 'plan', sweep if it is left out; the results' for 'merge', "
      + "Reports/out if it is left out; those of the merge that 'script' starts, merged in the sweep's folder."
  )
}

extension SweepVerb {
  /// The one folder that stands behind a verb.
  func folder(_ operands: [String]) throws(UsageError) -> SweepFolder {
    guard operands.count == 1 else {
      let problem =
        operands.isEmpty
        ? "'sweep \(name)' needs the folder of a sweep."
        : "'sweep \(name)' takes one folder, and \(quoted(operands[1])) is one operand too many."
      throw UsageError(problem, command: "sweep")
    }
    return SweepFolder(operands[0])
  }
}

extension MergeRefusal: ReportedError {
  var printed: String { sentence }
}

extension UnwrittenResult: ReportedError {
  var sentence: String { diagnostic.description }
  var printed: String { sentence }
  var status: ExitStatus { .internalError }
}
