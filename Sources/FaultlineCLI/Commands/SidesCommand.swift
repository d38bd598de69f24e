// faultline sides: whether what a scenario advises by the guides is good advice in today's Core Data.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Plays scenarios on both sides, and names what turns the best variant.
struct SidesCommand: Command {
  let name = "sides"
  let summary = "Show what is best otherwise in today's Core Data."
  let purpose = """
    Plays each scenario as Core Data's guides describe it, and then as the framework was observed to behave today, and \
    compares which variants are worth choosing. Where the best variant is another one, each difference is played alone, \
    and those are named that turn the advice by themselves. In today's Core Data each end of what nothing public settles \
    is played as well, and those are named at which another variant is best. Without operands that is everything in the folder Scenarios, \
    in its small size; what is named comes in full, and a '-' reads a scenario from standard input. Every variant is \
    measured once, for counters do not differ from pass to pass, and no results are written. What a variant or a matrix \
    says itself of a behaviour holds on both sides. The exit status is 0 whether advice turns or not, 2 when an \
    expectation broke on one of the sides, 3 when a scenario cannot be understood, 4 when a trial died, and 130 after \
    Ctrl-C, when what was played to its end is shown.
    """
  let operands = OperandRule(placeholder: "[FILE|FOLDER…]", allowed: 0...64)
  private static let format = CommandOption<Format>(
    "format", .choice, help: "Text for people, Markdown, or a page for a browser.")
  let options: [any DeclaredOption] =
    [
      CommonOptions.variant, CommonOptions.store, CommonOptions.only, CommonOptions.set,
      CommonOptions.limit,
      CommonOptions.quick, CommonOptions.full, CommonOptions.repeats, CommonOptions.timeout,
      CommonOptions.memoryLimit, CommonOptions.jobs, CommonOptions.noBands, Self.format,
    ] + CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline sides import-undo.yaml --quick",
      says: "Shows whether an import is advised the same way on both sides."),
    CommandExample(
      line: "faultline sides Scenarios/workloads --quick --format markdown > sides.md",
      says: "Writes a table of all workloads."),
    CommandExample(
      line: "faultline sides - < import.yaml", says: "Plays a scenario from standard input."),
  ]

  /// How it is printed.
  private enum Format: String, CaseIterable, Sendable {
    case text, markdown, html

    var page: PageFormat {
      switch self {
      case .text: .terminal
      case .markdown: .markdown
      case .html: .html
      }
    }
  }

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    Interruption.listen()
    let playsRanges = !arguments.has(CommonOptions.noBands)
    let outcome = try ProfileSurvey(
      Choices(running: arguments),
      Player(PlayerSettings(arguments), observer: ConsoleObserver(arguments, console)),
      playingRanges: playsRanges
    ).outcome(of: ScenarioFiles(arguments.operands)) { arguments.sayWhichSize(to: console) }
    let page = ProfilesPage(
      scenarios: outcome.scenarios,
      isQuick: arguments.has(CommonOptions.quick) || arguments.takesQuickSizeUnasked,
      playsRanges: playsRanges)
    if !outcome.scenarios.isEmpty {
      try console.print(page.page, as: (arguments[Self.format] ?? .text).page)
    }
    var statuses = outcome.scenarios.flatMap(\.verdicts).map { ExitStatus($0.verdict) }
    if outcome.isCut {
      console.writeError(
        "faultline: \(Interruption.words): \(outcome.scenarios.count) of "
          + "\(counted(outcome.planned, "scenario", "scenarios")) played on both sides; nothing was written."
      )
      statuses.append(Interruption.status)
    }
    return ExitStatus.mostSerious(of: statuses)
  }
}
