// faultline compare: two kept results, side by side.

import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Compares two results that were written before.
struct CompareCommand: Command {
  let name = "compare"
  let summary = "Compare two results, or the variants of one."
  let purpose = """
    Holds the second result against the first: two files that 'faultline run' wrote, two folders of them, or a \
    folder of baselines. Heap and SQLite readings are compared only where the files beside the results name \
    the same machine, or where neither side has one. It also shows which owners of bytes grew, shrank, are new or \
    gone, and, where both results have what --attribute found out, which functions. Of one result it shows that for \
    each variant against the reference. What the second result's scenarios expect counts as well. \
    The exit status is 0 when nothing got worse, 2 when something did or an expectation of the second broke, \
    3 when a file cannot be understood, 4 when a trial of the second died, and 5 when nothing could be compared.
    """
  let operands = OperandRule(placeholder: "BASE HEAD | RESULT", allowed: 1...2)
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
    let head = try ResultFiles(arguments.operands[1])
    let base = try ResultFiles(arguments.operands[0], near: head.facts)
    var comparison = Comparison(
      base: base.result, head: head.result, baseFacts: base.facts, headFacts: head.facts)
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
      report.subject.more = (["faultline", "compare"] + arguments.operands).map(\.forShell)
      try console.print(report, as: outputs)
    }
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
