// faultline sweep script: the submission that runs a plan on an engine, printed, or handed over and followed.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineSweeps

/// Prints the submission of a sweep, or submits it.
struct SweepScriptVerb: Command {
  let name = "sweep script"
  let summary = "Print what runs the sweep on Slurm, GNU parallel, GitHub or GitLab."
  let purpose = """
    Prints the submission that runs the shards of a sweep on an engine, with the merge behind them: a script for Slurm or \
    GNU parallel, a workflow for GitHub, a pipeline for GitLab. Nothing is submitted without --submit, which hands the \
    script to Slurm or GNU parallel and shows how far the sweep is until the merged report is there; Ctrl-C ends the \
    following, and the jobs go on. What stands after '--' goes to sbatch or parallel as it is. The machines that run \
    shards need no Swift: .ci/package builds a program that brings it. The exit status is 0 when the script is printed, \
    1 when the jobs are gone without a merge, 3 when the engine cannot run such a plan or does not take it, and after \
    --submit what 'sweep merge' has ended with; 130 after Ctrl-C.
    """
  let operands = OperandRule(
    placeholder: "\(Submissions.all.map { $0.name }.joined(separator: "|")) FOLDER [-- OPTION…]",
    allowed: 2...64)
  let options: [any DeclaredOption] = Self.options
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

  static let options: [any DeclaredOption] =
    [out, program, ship, submit] + CommonOptions.speaking
  static let out = CommandOption<String>(
    "out", .text("FOLDER"),
    help:
      "Where the merge writes the result; the folder 'merged' in that of the sweep, unless named.")
  static let program = CommandOption<String>(
    "program", .text("FILE"),
    help: "The program that the tasks run, such as .ci/package builds; this one, unless named.")
  static let ship = CommandOption(
    flag: "ship",
    help: "Copy the program into the sweep's folder, so that a later build does not change it.")
  static let submit = CommandOption(
    flag: "submit",
    help: "Hand it to the engine, and follow it until the merged report is there.")

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let kind = try kind(arguments.operands[0])
    let name = arguments.operands[1]
    let engineOptions = Array(arguments.operands.dropFirst(2))
    let plan = try SweepPlan.read(SweepFolder(name))
    try check(arguments, kind, engineOptions)
    guard kind.isSubmittedHere else {
      let sweep = FilePath.plain(name)
      let out = FilePath.plain(arguments[Self.out] ?? FilePath.joined(sweep, "merged"))
      let facts = SubmissionFacts(sweep: sweep, program: "", out: out, shards: plan.shards)
      try console.print(kind.text(facts).withoutLastLineEnd)
      return .held
    }
    let sweep = SweepPlace.whole(name)
    let out = arguments[Self.out].map(SweepPlace.whole) ?? FilePath.joined(sweep, "merged")
    let travelling = TravellingProgram(arguments[Self.program])
    let place =
      arguments.has(Self.ship) ? try travelling.ship(to: sweep) : try travelling.checked()
    if let warning = travelling.warning(for: kind), !arguments.has(CommonOptions.quiet) {
      console.complain("faultline: \(warning)")
    }
    let script = try kind.text(
      SubmissionFacts(sweep: sweep, program: place, out: out, shards: plan.shards))
    guard arguments.has(Self.submit) else {
      try console.print(script.withoutLastLineEnd)
      return .held
    }
    let jobs = try Submitter(script: script, kind: kind, sweep: sweep, options: engineOptions)
      .submit()
    return try SweepFollower(
      jobs: jobs, folder: SweepFolder(sweep), trials: plan.cells.count,
      names: (name, arguments[Self.out] ?? out), console: console,
      progress: ProgressLine(arguments, console: console)
    ).follow()
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

extension String {
  /// The text as it is printed, with a line end behind it.
  fileprivate var withoutLastLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
