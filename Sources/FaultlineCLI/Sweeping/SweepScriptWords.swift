// faultline sweep script, among the verbs of a sweep.

import FaultlineMeasures
import FaultlineScenarios

/// Hands the words behind 'script' to what prints or submits it.
struct SweepScriptWords: SweepVerb {
  private static let script = SweepScriptVerb()

  let name = "script"
  var operands: String { Self.script.operands.placeholder }
  var options: [any DeclaredOption] { SweepScriptVerb.options }
  var examples: [CommandExample] { Self.script.examples }

  func run(
    _ operands: [String], _ arguments: ParsedArguments, console: Console
  ) throws -> ExitStatus {
    guard Self.script.operands.allowed.contains(operands.count) else {
      throw UsageError(
        "'sweep script' needs an engine and the folder of a sweep: \(self.operands).",
        command: "sweep")
    }
    return try Self.script.run(arguments.withOperands(operands), console: console)
  }
}
