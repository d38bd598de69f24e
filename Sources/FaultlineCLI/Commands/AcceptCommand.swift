// faultline accept: what was read becomes what is expected from now on.

import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Makes a run the baseline, and shows what that changes.
struct AcceptCommand: Command {
  let name = "accept"
  let summary = "Run scenarios and make this run the baseline."
  let purpose = """
    Runs scenarios as 'faultline run' does, or takes results that were written before, and makes their exact \
    readings the baseline that 'faultline check' holds later runs against. It shows what changed in comparison \
    with the old baseline. With --variant or --store, the other variants keep theirs, and what was accepted \
    on other machines stays. Where an expectation broke (exit status 2) or a trial died (4), nothing is \
    accepted without --force.
    """
  let operands = OperandRule(placeholder: "[FILE|FOLDER…]", allowed: 0...64)
  let options: [any DeclaredOption] =
    [CommonOptions.shipped] + CommonOptions.running + [CommonOptions.baselines, from, force]
    + CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline accept Scenarios/first-light.yaml",
      says: "Writes the baseline of the scenario, to be committed."),
    CommandExample(
      line: "faultline accept --from Reports/out/first-light.json",
      says: "Takes the result of the last run."),
  ]

  static let from = CommandOption<String>(
    "from", .text("PATH"), help: "Take this result, or all of this folder, instead of running.")
  static let force = CommandOption(
    flag: "force", help: "Accept although an expectation broke or a trial died.")

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let from = arguments[Self.from]
    let outputs = try ReportOutputs(
      arguments, of: name, reading: from == nil ? .scenarios : .results,
      and: from.map { [$0] } ?? [])
    let folder = try BaselineFolder(arguments)
    let events = try EventStream(outputs, console)
    let candidate = try candidate(arguments, console, events)
    if candidate.interruption != nil { return candidate.end(with: .held, console: console) }
    let verdict = candidate.result.verdict
    let builder = ReportBuilder(candidate)
    guard verdict == .held || arguments.has(Self.force) else {
      return candidate.end(with: ExitStatus(verdict), console: console) {
        () throws(Console.LostOutput) in
        try console.print(
          builder.report(candidate.result), as: outputs, by: builder, after: events)
        console.complain(
          "faultline: nothing was accepted, since not all held. --force accepts it as it is.")
      }
    }
    let comparison = try folder.locked(for: candidate.result.scenarios.map(\.name)) {
      let comparison = try Comparison(
        candidate, with: folder, of: from == nil ? arguments.namedScenarios : nil)
      for baseline in try baselines(candidate, folder) { try folder.write(baseline) }
      return comparison
    }
    return candidate.end(with: .held, console: console) { () throws(Console.LostOutput) in
      try console.print(
        builder.report(comparison, for: .acceptance, of: candidate.result),
        as: outputs, by: builder, after: events)
      guard !arguments.has(CommonOptions.quiet) else { return }
      for scenario in candidate.result.scenarios {
        console.complain("written: \(folder.path(of: scenario.name))")
      }
    }
  }

  private func candidate(
    _ arguments: ParsedArguments, _ console: Console, _ events: EventStream?
  ) throws -> MeasuredRun {
    guard let path = arguments[Self.from] else {
      return try ScenarioRun(arguments, console: console, telling: events).measured()
    }
    if let operand = arguments.namedScenarios.first {
      throw UsageError(
        "--from takes a result instead of running, but \(quoted(operand)) is to be run.",
        command: name)
    }
    let choices = Choices(arguments)
    guard
      choices.variants.isEmpty, choices.stores.isEmpty, choices.parameters.isEmpty,
      choices.limits.isEmpty, choices.behaves.isEmpty,
      choices.only.isEmpty, !choices.quick, !arguments.has(CommonOptions.full),
      choices.repeats == nil
    else {
      throw UsageError(
        "--from takes a whole result as it is; nothing of it can be chosen or set.", command: name)
    }
    try ResultFiles.refuseUnfinished([path], to: "accept")
    let files = try ResultFiles(path)
    guard !files.result.scenarios.isEmpty else {
      throw Diagnostic("this result has no scenario, so nothing of it can be accepted", file: path)
    }
    return MeasuredRun(files)
  }

  /// The new baselines, all made before the first is written.
  private func baselines(
    _ candidate: MeasuredRun, _ folder: BaselineFolder
  ) throws -> [Baseline] {
    let old = try folder.read(candidate.result.scenarios.map(\.name))
    return candidate.result.scenarios.map { scenario in
      let baseline = Baseline(
        scenario, facts: candidate.facts[scenario.name],
        file: ScenarioFiles.pathInRepository(of: scenario))
      guard let older = old[scenario.name] else { return baseline }
      return baseline.replacing(older, isPartial: candidate.isPartial)
    }
  }
}
