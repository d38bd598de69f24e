// The options that mean the same in every command that has them.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineScenarios

/// Options that several commands share, declared once.
enum CommonOptions {
  static let variant = CommandOption<String>(
    "variant", .text("NAME"), isRepeatable: true, completing: .variants,
    help: "Run only this variant.")
  static let store = CommandOption<String>(
    "store", .text("NAME"), isRepeatable: true, completing: .stores,
    help: "Run only on this kind of store.")
  static let only = CommandOption<String>(
    "only", .text("GLOB"), isRepeatable: true, completing: .trials,
    help:
      "Run only the trials whose ids fit, such as 'sizes/*/rows=1000'; 'faultline plan' shows ids.")
  static let tag = CommandOption<String>(
    "tag", .text("WORD"), isRepeatable: true,
    help: "Take only scenarios with this tag; of several tags, any.")
  static let set = CommandOption<Setting>(
    "set", .setting, isRepeatable: true, completing: .parameters,
    help: "Give a parameter of the scenario another value.")
  static let limit = CommandOption<Setting>(
    "limit", .limit, isRepeatable: true,
    help: "Let a pass do more or less than the scenario allows, such as operations=1e8.")
  static let behaves = CommandOption<BehaviorChoice>(
    "behaves", .behaviour, isRepeatable: true,
    help:
      "Show what Core Data's guides promise, the framework of today, or one switch, such as childBatches=ignored; "
      + "'faultline list behaviours' has all.")
  static let shipped = CommandOption<String>(
    "shipped", .text("NAME"), isRepeatable: true, completing: .shipped,
    help:
      "Take this scenario, which comes with the program, such as first-light or 'rules/*'; 'faultline list scenarios --shipped' names them."
  )
  static let quick = CommandOption(
    flag: "quick",
    help: "Use the small sizes that scenarios name for a quick run; usual where no file is named.")
  static let full = CommandOption(
    flag: "full", help: "Use the full sizes; usual where a file or a folder is named.")
  static let repeats = CommandOption<Int>(
    "repeats", .integer("N", in: 1...1_000),
    help: "Measure every variant so many times instead of as often as the scenario says.")
  static let timeout = CommandOption<Duration?>(
    "timeout", ValueReader.duration.orOff,
    help: "End a trial that takes longer, such as 30s, 2m or 500ms; none for no limit, as usual.")
  static let memoryLimit = CommandOption<Int?>(
    "memory-limit", ValueReader.byteSize.orOff,
    help:
      "End a trial that holds more memory, such as 512MiB or 2GB; none for no limit. Without it trials share three quarters of the free memory."
  )
  static let jobs = CommandOption<Int>(
    "jobs", short: "j", .integer("N", in: 1...64),
    help: "Run so many trials at once; counters stay exact, and times are those of a busy machine.")
  static let out = CommandOption<String>(
    "out", .text("FOLDER"), help: "Write the results here instead of Reports/out.")
  static let inline = CommandOption(
    flag: "inline",
    help: "Run the trials in this process, for a debugger; a trial that dies ends the run.")
  static let trace = CommandOption<String>(
    "trace", .text("FILE"),
    help: "Write what the engine did, and how long it took, for Perfetto or chrome://tracing.")
  static let sql = CommandOption<Int>(
    "sql", .integer("1|2|3", in: 1...3),
    help: "Show every statement: 1 with rows and time, 2 with its values, 3 with SQLite's plan.")
  static let sqlFormat = CommandOption<StatementFormat>(
    "sql-format", .choice,
    help:
      "How --sql shows them: in Faultline's own words, or as Core Data's SQLDebug does, which 'faultline import' reads."
  )
  static let arc = CommandOption(
    flag: "arc",
    help: "Also count retains, releases and allocations of Swift, in a process of its own a trial.")
  static let attribute = CommandOption(
    flag: "attribute",
    help:
      "Also find out what allocates: flame graphs on the page, files for pprof and others beside it."
  )
  static let noExplain = CommandOption(
    flag: "no-explain",
    help: "Do not play each variant once more to find out what held the memory at its peak.")
  static let advice = CommandOption<AdvisedTrials>(
    "advice", .choice,
    help:
      "Try changes of the scenario that may lower the peak of the reference variant, or of all, and advise what helps; reference is usual, and none is tried where CI is set."
  )
  static let noAdvice = CommandOption(
    flag: "no-advice", help: "Do not try what may lower the peak.")
  static let bands = CommandOption(
    flag: "bands",
    help:
      "Play both ends of what nothing public settles about Core Data, also in full size where CI is set; as is usual elsewhere with --behaves core-data."
  )
  static let noBands = CommandOption(
    flag: "no-bands",
    help: "Do not play the other ends of what nothing public settles about Core Data.")
  static let sides = CommandOption(
    flag: "sides",
    help:
      "Also play the guides' side and Core Data's, with both ends of each band, and say of what is best whether it is so there too."
  )
  static let settled = CommandOption(
    flag: "settled",
    help: "Take what 'faultline settle' has kept for settled, also where CI is set.")
  static let noSettled = CommandOption(
    flag: "no-settled", help: "Take nothing for settled: every band is open.")
  static let noProgress = CommandOption(
    flag: "no-progress", help: "Do not show how far the run is.")
  static let quiet = CommandOption(
    flag: "quiet", short: "q", help: "Print nothing but the result and what went wrong.")
  static let all = CommandOption(
    flag: "all", help: "Print the whole report, with notes, paths and recommendations.")
  static let color = CommandOption<ColorChoice>(
    "color", .choice,
    help: "Colour the output; auto does so in a terminal, unless NO_COLOR or CI is set.")

  /// What can be found out about trials besides their numbers.
  static let looking: [any DeclaredOption] = [trace, sql, sqlFormat, arc, attribute]

  /// How every command looks and speaks.
  static let speaking: [any DeclaredOption] = [noProgress, quiet, color]
}
