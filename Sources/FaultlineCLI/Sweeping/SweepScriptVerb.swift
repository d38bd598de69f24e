// faultline sweep script: the submission that runs a plan on an engine, printed, or handed over and followed.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineSweeps

/// Prints the submission of a sweep, or submits it.
struct SweepScriptVerb: SweepVerb {
  let name = "script"
  let operands = "\(Submissions.all.map { $0.name }.joined(separator: "|")) DIR [-- OPTION…]"
  let options: [any DeclaredOption] = [SweepVerbs.out, program, ship, submit]
  let examples = [
    CommandExample(
      line: "faultline sweep script slurm sweep --submit",
      says: "Runs the sweep on Slurm and shows the merged report."),
    CommandExample(
      line: "faultline sweep script slurm sweep --submit -- --partition=short --time=30",
      says: "The same with options of sbatch's for the shards."),
    CommandExample(
      line: "faultline sweep script parallel sweep --ship --submit -- --sshloginfile hosts",
      says: "Runs it over ssh, with a copy of the program in the sweep's folder."),
    CommandExample(
      line: "faultline sweep script github sweep > .github/workflows/sweep.yml",
      says: "Makes a workflow of it, a shard a job."),
  ]

  static let program = CommandOption<String>(
    "program", .text("FILE"),
    help: "The program that the tasks run, such as .ci/package builds; this one if left out.")
  static let ship = CommandOption(
    flag: "ship",
    help: "Copy the program into the sweep's folder, so that a later build does not change it.")
  static let submit = CommandOption(
    flag: "submit",
    help:
      "Hand the script to Slurm or GNU parallel, and follow it until the merged report is there.")

  func run(
    _ operands: [String], _ arguments: ParsedArguments, console: Console
  ) throws -> ExitStatus {
    guard operands.count > 1 else {
      throw UsageError("'sweep script' takes \(self.operands).", command: "sweep")
    }
    let kind = try kind(operands[0])
    let name = operands[1]
    let engineOptions = Array(operands.dropFirst(2))
    try check(arguments, kind, engineOptions)
    let plan = try SweepPlan.read(SweepFolder(name))
    guard kind.isSubmittedHere else {
      let sweep = FilePath.plain(name)
      let out = FilePath.plain(arguments[SweepVerbs.out] ?? FilePath.joined(sweep, "merged"))
      let facts = SubmissionFacts(sweep: sweep, program: "", out: out, shards: plan.shards)
      try console.print(page: kind.text(facts))
      return .held
    }
    let sweep = SweepPlace.whole(name)
    let out =
      arguments[SweepVerbs.out].map(SweepPlace.whole) ?? FilePath.joined(sweep, "merged")
    var facts = SubmissionFacts(sweep: sweep, program: "", out: out, shards: plan.shards)
    facts.program = try program(arguments, for: sweep, console)
    let script = try kind.text(facts)
    guard arguments.has(Self.submit) else {
      try console.print(page: script)
      return .held
    }
    let jobs = try Submitter(script: script, kind: kind, sweep: sweep, options: engineOptions)
      .submit()
    return try SweepFollower(
      jobs: jobs, folder: SweepFolder(sweep), trials: plan.cells.count,
      names: (name, arguments[SweepVerbs.out] ?? FilePath.joined(name, "merged")),
      console: console, progress: ProgressLine(arguments, console: console)
    ).follow()
  }

  private func program(
    _ arguments: ParsedArguments, for sweep: String, _ console: Console
  ) throws -> String {
    let travelling = DeployableExecutable(arguments[Self.program])
    if let warning = travelling.warning, !arguments.has(CommonOptions.quiet) {
      console.writeError("faultline: \(warning)")
    }
    return arguments.has(Self.ship) ? try travelling.ship(to: sweep) : try travelling.checked()
  }

  private func kind(_ word: String) throws -> any Submission.Type {
    if let kind = Submissions.all.first(where: { $0.name == word }) { return kind }
    let names = Submissions.all.map { $0.name }
    throw UsageError(
      "There is no submission to \(quoted(word)); there is one to \(names.joined(separator: ", "))."
        + didYouMean(Spelling.nearest(to: word, among: names)), command: "sweep")
  }

  /// What only the engines have whose tasks see this machine's folders.
  private func check(
    _ arguments: ParsedArguments, _ kind: any Submission.Type, _ engineOptions: [String]
  ) throws {
    if !kind.isSubmittedHere {
      let unfit =
        [Self.submit, Self.ship].first(where: arguments.has)?.spelling
        ?? (arguments[Self.program] == nil ? nil : Self.program.spelling)
      if let unfit {
        throw UsageError(
          "\(unfit) is for slurm and parallel; \(kind.engine) runs a file of the repository, and builds the program "
            + "itself.", command: "sweep")
      }
    }
    if let option = engineOptions.first, !arguments.has(Self.submit) {
      throw UsageError(
        "\(quoted(option)) is for the engine, which gets nothing without --submit; the script takes it as well.",
        command: "sweep")
    }
  }
}
