// faultline compare: two kept results, side by side.

import FaultlineAnalysis
import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios
import Foundation

/// Compares two results that were written before.
struct CompareCommand: Command {
  let name = "compare"
  let summary = "Compare two results, or the variants of one."
  let purpose = """
    Holds the second result against the first: two files that 'faultline run' wrote, two folders of them, or a \
    folder of baselines. The verdict is decided by what gates the second result's scenarios: their columns, their \
    expectations and what 'gate' adds; all else informs. Of a folder, and results that are named one by one, only the \
    scenarios of these results are compared. Heap and SQLite measurements are compared to the unit only where both \
    sides were measured by the same program on the same kind of machine. It also shows which owners of bytes grew, shrank, are new or \
    gone, and, where both results have what --attribute found out, which functions. Of one result it shows that for \
    each variant against the reference. What the second result's scenarios expect counts as well. \
    The exit status is 0 when nothing got worse, 2 when something did or an expectation of the second broke, \
    3 when a file cannot be understood, 4 when a trial of the second died, and 5 when nothing could be compared.
    """
  let operands = OperandRule(placeholder: "BASE HEAD… | RESULT", allowed: 1...64)
  let options: [any DeclaredOption] =
    [CommonOptions.strict, CommonOptions.acrossChanges, CommonOptions.format]
    + CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline compare before/first-light.json after/first-light.json",
      says: "Compares two results of one scenario."),
    CommandExample(
      line: "faultline compare Reports/baselines Reports/out --format markdown",
      says: "Compares the last run with the baselines."),
    CommandExample(
      line: "faultline compare Reports/out/first-light.json",
      says: "Compares the variants with the reference."),
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let outputs = try ReportOutputs(
      arguments, of: name, takesFolders: false, reading: .results)
    try ResultFiles.refuseMissing(arguments.operands)
    try ResultFiles.refuseUnfinished(arguments.operands, to: "compare")
    console.note("reading \(arguments.operands.joined(separator: " and "))")
    guard arguments.operands.count > 1 else {
      return try compareVariants(arguments, outputs, console)
    }
    let heads = Array(arguments.operands.dropFirst())
    let head = try ResultFiles(heads)
    let base = try ResultFiles(arguments.operands[0], near: head)
    var earlier = base.result
    var accepted = base.accepted
    if Self.isFolder(arguments.operands[0]), !heads.contains(where: Self.isFolder) {
      // Of a folder, those are meant that the named results are of.
      let names = Set(head.result.scenarios.map(\.name))
      earlier.scenarios.removeAll { !names.contains($0.name) }
      accepted.removeAll { !names.contains($0.name) }
    }
    var comparison = Comparison(
      base: earlier, head: head.result, baseFacts: base.facts, headFacts: head.facts,
      accepted: accepted)
    comparison.addCalls(head.flames, against: base.flames)
    let isStrict = arguments.has(CommonOptions.strict)
    let acrossChanges = arguments[CommonOptions.acrossChanges] ?? .fail
    let status = comparison.status(
      of: head.result, strict: isStrict, acrossChanges: acrossChanges)
    return MeasuredRun(head).end(with: status, console: console) {
      () throws(Console.LostOutput) in
      var report = ReportBuilder(facts: head.facts, revisions: head.revisions).report(
        comparison, for: .comparison, of: head.result, strict: isStrict,
        acrossChanges: acrossChanges)
      report.subject.more =
        (["faultline", "compare"] + arguments.operands).map(\.forShell)
        + arguments.words(of: [CommonOptions.strict, CommonOptions.acrossChanges])
      try console.print(report, as: outputs)
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Compares each variant of one result with the reference; nothing of that is a regression.
  private func compareVariants(
    _ arguments: ParsedArguments, _ outputs: ReportOutputs, _ console: Console
  ) throws -> ExitStatus {
    for option in [CommonOptions.strict.spelling, CommonOptions.acrossChanges.spelling]
    where arguments.isGiven(option) {
      throw UsageError("\(option) goes with two results, and this is one.", command: name)
    }
    let files = try ResultFiles(arguments.operands[0])
    var comparison = Comparison(variantsOf: files.result)
    comparison.addCalls(files.flames, against: files.flames)
    let status: ExitStatus = comparison.isAnythingCompared ? .held : .nothingCompared
    return MeasuredRun(files).end(with: status, console: console) {
      () throws(Console.LostOutput) in
      let report = ReportBuilder(MeasuredRun(files)).report(
        variantsOf: comparison, of: files.result)
      try console.print(report, as: outputs)
    }
  }
}
