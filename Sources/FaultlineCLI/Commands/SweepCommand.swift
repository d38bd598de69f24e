// faultline sweep: many trials on many machines, by whatever engine starts them.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineSweeps
import FaultlineSystem

/// Plans a sweep, runs a part of it, says how far it is, and merges it.
struct SweepCommand: Command {
  let name = "sweep"
  let summary = "Run trials on many machines, and merge them."
  let purpose = """
    Spreads the trials of scenarios over shards, which any engine can start on any machine: a scheduler's job array, \
    GNU parallel, the matrix of a build service. 'plan' writes a folder with everything that a machine needs; 'run' \
    plays one shard of it and keeps each trial as soon as it has ended, so that nothing is played twice; 'status' says \
    how far it is; 'merge' writes the results, with the same bytes as one 'faultline run' would. The machines share the \
    folder, or its copies are put together. 'script' prints what starts the shards on Slurm, GNU parallel, GitHub or \
    GitLab, with the merge behind them; with --submit it hands that to Slurm or GNU parallel, and shows how far they \
    are until the merged report is there. \
    The exit status of 'run' is 0 when every trial of the shard has a result, also where one died: that is a result, \
    and running it again would not change it. It is 1 when a result cannot be kept, and 130 after Ctrl-C (143 after \
    SIGTERM, 129 after SIGHUP): then the shard may be started again. 'status' and 'merge' end with 6 when results are \
    missing. 'merge' ends with what the results say, as 'run' of a scenario does (0, 2, 4), with 1 when they cannot be \
    written, with 2 when two machines read different things, and with 3 when files do not belong together. 'script' \
    ends with 3 when the engine cannot run such a plan; after --submit it ends as the merge did, with 1 when the jobs \
    are gone without one, and with 130 after Ctrl-C, which leaves the jobs to their engine.
    """
  let operands = OperandRule(
    placeholder: SweepVerbs.all.map { "\($0.name) \($0.operands)" }.joined(separator: " | "),
    allowed: 1...64)
  /// Every option once, though several verbs may have it.
  let options: [any DeclaredOption] =
    SweepVerbs.all.flatMap(\.options)
    .reduce(into: [any DeclaredOption]()) { options, option in
      if !options.contains(where: { $0.name == option.name }) { options.append(option) }
    } + CommonOptions.speaking
  let examples = SweepVerbs.all.flatMap(\.examples)

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    // A file that grows too large is an error of the write, and not the end of the program.
    signal(SIGXFSZ, SIG_IGN)
    let word = arguments.operands[0]
    guard let verb = SweepVerbs.all.first(where: { $0.name == word }) else {
      let names = SweepVerbs.all.map(\.name)
      let near = Spelling.nearest(to: word, among: names)
      throw UsageError(
        "A sweep has no \(quoted(word)); it has \(names.joined(separator: ", "))."
          + didYouMean(near), command: name)
    }
    let known = verb.options.map(\.name)
    if let wrong = options.first(where: { option in
      !known.contains(option.name) && arguments.isGiven(option.spelling)
        && !CommonOptions.speaking.contains { $0.name == option.name }
    }) {
      let owners = SweepVerbs.all.filter { $0.options.contains { $0.name == wrong.name } }
      throw UsageError(
        "\(wrong.spelling) goes with "
          + owners.map { "'sweep \($0.name)'" }.joined(separator: " and ") + ".", command: name)
    }
    return try verb.run(Array(arguments.operands.dropFirst()), arguments, console: console)
  }
}
