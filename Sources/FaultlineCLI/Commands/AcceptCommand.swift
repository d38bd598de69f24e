// faultline accept: what was read becomes what is expected from now on.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Makes a run the baseline, and shows what that changes.
struct AcceptCommand: Command {
  let name = "accept"
  let summary = "Run scenarios and make this run the baseline."
  let purpose = """
    Runs scenarios as 'faultline run' does, or takes results that were written before, and makes what gates in \
    them the baseline that 'faultline check' holds later runs against. It shows what changed in comparison \
    with the old baseline. What was run is replaced, and everything else stays: other variants, stores and cells, the \
    other size, other kinds of machines. --prune removes what is gone: variants and cells that the scenario does not \
    have any more, and baselines whose scenarios are gone. Where an expectation broke (exit status 2) or a trial died \
    (4), nothing is accepted without --force. A baseline that cannot be used is refused before anything runs (3).
    """
  let operands = OperandRule(placeholder: "[FILE|FOLDER…]", allowed: 0...64)
  let options: [any DeclaredOption] =
    [CommonOptions.shipped] + CommonOptions.running + [
      CommonOptions.baselines, from, force, prune,
    ]
    + CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline accept Scenarios/first-light.yaml",
      says: "Writes the baseline of the scenario, to be committed."),
    CommandExample(
      line: "faultline accept --from Reports/out/first-light.json",
      says: "Takes the result of the last run."),
    CommandExample(
      line: "faultline accept --prune",
      says: "Accepts everything, and removes what the scenarios do not have any more."),
  ]

  static let from = CommandOption<String>(
    "from", .text("PATH"), help: "Take this result, or all of this folder, instead of running.")
  static let force = CommandOption(
    flag: "force", help: "Accept although an expectation broke or a trial died.")

  static let prune = CommandOption(
    flag: "prune",
    help: "Also remove what is gone from the baselines: variants, cells, and whole scenarios.")

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let from = arguments[Self.from]
    let outputs = try ReportOutputs(
      arguments, of: name, reading: from == nil ? .scenarios : .results,
      and: from.map { [$0] } ?? [])
    let folder = try BaselineFolder(arguments)
    let events = try EventStream(outputs, console)
    let gate = BaselineGate(folder)
    try checkPruning(arguments)
    let candidate = try candidate(arguments, gate, console, events)
    if candidate.cut != nil { return candidate.end(with: .held, console: console) }
    let verdict = candidate.result.verdict
    let builder = ReportBuilder(candidate)
    guard verdict == .held || arguments.has(Self.force) else {
      return candidate.end(with: ExitStatus(verdict), console: console) {
        () throws(Console.LostOutput) in
        try console.print(
          builder.report(candidate.result), as: outputs, by: builder, after: events)
        console.writeError(
          "faultline: nothing was accepted, since not all held. --force accepts it as it is.")
      }
    }
    var removed: [String] = []
    let comparison = try folder.locked {
      try gate.read()
      try gate.refuseProblems()
      let comparison = gate.comparison(candidate)
      for scenario in candidate.result.scenarios {
        try folder.write(baseline(of: scenario, candidate, gate, arguments, &removed))
      }
      if arguments.has(Self.prune) {
        for baseline in gate.gone {
          try folder.remove(baseline.scenario)
          removed.append(folder.path(of: baseline.scenario))
        }
      }
      return comparison
    }
    let isPruned = arguments.has(Self.prune)
    return candidate.end(with: .held, console: console) { () throws(Console.LostOutput) in
      try console.print(
        builder.report(
          comparison, for: .acceptance, of: candidate.result, pruned: isPruned ? removed : nil),
        as: outputs, by: builder, after: events
      ) { scenario in
        builder.report(
          comparison.of(scenario.name), for: .acceptance, of: RunResult(scenarios: [scenario]),
          isPage: true)
      }
      guard !arguments.has(CommonOptions.quiet) else { return }
      for scenario in candidate.result.scenarios {
        console.writeError("written: \(folder.path(of: scenario.name))")
      }
    }
  }

  private func candidate(
    _ arguments: ParsedArguments, _ gate: BaselineGate, _ console: Console, _ events: EventStream?
  ) throws -> MeasuredRun {
    guard let path = arguments[Self.from] else {
      let observer = ConsoleObserver(arguments, console, telling: events)
      return try Experiment(RunSettings(arguments), observer: observer).run(arguments, console) {
        try gate.prepare(
          $0, owedTo: Choices(arguments).arePartial ? nil : arguments.namedScenarios)
        try gate.refuseProblems()
      }
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
    try gate.prepare(files.result.scenarios)
    try gate.refuseProblems()
    return MeasuredRun(files)
  }

  /// Refuses to prune after a part of a run, which does not show what is gone.
  private func checkPruning(_ arguments: ParsedArguments) throws {
    if arguments.has(Self.prune), Choices(arguments).arePartial {
      throw UsageError(
        "--prune removes what a whole run does not have, and only a part of it is to be run.",
        command: name)
    }
  }

  /// The new baseline of a scenario; the ids of what is gone go to `removed`.
  private func baseline(
    of scenario: ScenarioResult, _ candidate: MeasuredRun, _ gate: BaselineGate,
    _ arguments: ParsedArguments, _ removed: inout [String]
  ) -> Baseline {
    let new = Baseline(
      scenario, facts: candidate.facts[scenario.name],
      file: ScenarioFiles.pathInRepository(of: scenario))
    guard let older = gate.baselines[scenario.name] else { return new }
    let whole = new.replacing(older, gate: scenario.decidingGate)
    guard arguments.has(Self.prune) else { return whole }
    let plan = gate.plans[scenario.name]
    // A result may be of a part of a run: it shows which variants there are, and not which cells.
    let variants = plan?.variantNames ?? scenario.trials.map(\.variant) + scenario.parts.variants
    let pruned = whole.pruned(
      keeping: plan.map { Set($0.ids) }, of: scenario.size ?? plan?.size ?? .quick,
      variants: Set(variants))
    removed += pruned.removed
    return pruned.baseline
  }
}
