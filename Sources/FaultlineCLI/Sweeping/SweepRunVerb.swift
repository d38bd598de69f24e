// faultline sweep run: one shard on this machine, each trial kept as soon as it has ended.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineSweeps
import Foundation

/// Plays one shard of a sweep.
struct SweepRunVerb: SweepVerb {
  let name = "run"
  let operands = "DIR --shard N"
  let options: [any DeclaredOption] = [shard, CommonOptions.jobs, retryDied]
  let examples = [
    CommandExample(
      line: "faultline sweep run sweep --shard 3", says: "Plays the third shard on this machine."),
    CommandExample(
      line: "faultline sweep run sweep --shard auto",
      says: "Plays the shard that the engine's own variables name."),
  ]

  static let shard = CommandOption<String>(
    "shard", .text("N"),
    help: "Which shard: 7 or 7/64, counted from 1, or auto for what the engine's variables say.")
  static let retryDied = CommandOption(
    flag: "retry-died", help: "Also run trials again that have died; what they answer then counts.")

  func run(
    _ operands: [String], _ arguments: ParsedArguments, console: Console
  ) throws -> ExitStatus {
    let folder = try folder(operands)
    guard let text = arguments[Self.shard] else {
      throw UsageError(
        "'sweep run' needs --shard: a number from 1 on, or auto.", command: "sweep")
    }
    let plan = try SweepPlan.read(folder)
    let environment = ProcessInfo.processInfo.environment
    let shard = try ShardText.parse(text, shards: plan.shards, environment: environment).number
    let plans = try plan.plans(in: folder)
    let host = HostName.current(environment)
    try ChildProcess.checkDescriptors(forJobs: arguments[CommonOptions.jobs] ?? 1)
    TrialListing.clearLost(folder)
    TemporaryFolder.clearLost()
    let run = ShardRun(
      plan: plan, plans: plans, shard: shard, folder: TrialFolder(folder, host: host),
      jobs: arguments[CommonOptions.jobs] ?? 1, retriesDeaths: arguments.has(Self.retryDied))
    let progress = ProgressLine(arguments, console: console)
    Interruption.listen()
    let outcome = try run.carryOut { event, scenario, place in
      progress.show(event, of: scenario, place)
      return Interruption.isAsked ? .stop : .proceed
    }
    progress.clear()
    return end(outcome, shard, plan, arguments, console)
  }

  private func end(
    _ outcome: ShardRun.Outcome, _ shard: Int, _ plan: SweepPlan, _ arguments: ParsedArguments,
    _ console: Console
  ) -> ExitStatus {
    for remark in outcome.remarks { console.writeError(remark.description) }
    let there =
      outcome.found > 0 ? ", \(outcome.found) \(outcome.found == 1 ? "was" : "were") there" : ""
    let died = outcome.died > 0 ? ", \(outcome.died) died" : ""
    if !arguments.has(CommonOptions.quiet) || outcome.isCut {
      console.writeError(
        "shard \(shard) of \(plan.shards): \(outcome.played + outcome.found) of "
          + "\(counted(outcome.planned, "trial")): \(outcome.played) played\(there)\(died)")
    }
    if let refused = outcome.refused {
      console.writeError(refused.description)
      return .wrongUse
    }
    if let unkept = outcome.unkept {
      console.writeError(unkept.description)
      return .internalError
    }
    return outcome.isCut && Interruption.isAsked ? Interruption.status : .held
  }
}
