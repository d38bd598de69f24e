// The options of the commands that run scenarios, and of those that compare results.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineReports

extension CommonOptions {
  static let format = CommandOption<ReportFormatChoice>(
    "format", .reportFormat, isRepeatable: true, completing: .formats,
    help: "How the report is written, terminal if it is left out: "
      + "\(ReportFormats.all.map { $0.name }.joined(separator: ", ")). With =FILE behind it, it goes into that file; with "
      + "=FOLDER/ there is a file for each scenario.")
  static let replay = CommandOption(
    flag: "replay",
    help:
      "Film each scenario too, in its small size; a page of one scenario can then be stepped through."
  )
  static let rules = CommandOption(
    flag: "rules",
    help: "Show each rule with the expectations that show it, instead of each scenario.")
  static let questions = CommandOption(
    flag: "questions",
    help:
      "Run only the scenarios that answer a question, and show each question with what others and what they measured."
  )
  static let baselines = CommandOption<String>(
    "baselines", .text("FOLDER"), help: "Where the baselines are, if not in Reports/baselines.")
  static let strict = CommandOption(
    flag: "strict",
    help:
      "End with 2 as well when something is better, merely different, gone, loosened or not compared to the unit."
  )
  static let acrossChanges = CommandOption<AcrossChanges>(
    "across-changes", .choice,
    help:
      "Where the scenario itself was changed, let worse readings fail (as if left out), warn, or be allowed."
  )

  static let bisect = CommandOption(
    flag: "bisect",
    help:
      "Judge the commit that is checked out for 'git bisect run': 0 good, 2 bad, 125 cannot be judged. Needs --baselines with a folder outside of the commits."
  )
  static let bisectMetric = CommandOption<String>(
    "metric", .text("GLOB"), isRepeatable: true, completing: .metrics,
    help: "With --bisect: judge by these metrics alone, such as 'bytes.*'.")

  /// What decides which numbers a run comes to.
  static let choosing: [any DeclaredOption] = [
    variant, store, only, set, limit, behaves, quick, full, repeats, timeout, memoryLimit,
  ]

  /// What can be said of a run, in every command that runs something.
  static let running: [any DeclaredOption] = choosing + [jobs, out, inline, format]
}

/// One of the formats there are.
struct ReportFormatChoice: Sendable {
  let type: any ReportFormat.Type
  /// The file or folder that it goes into; nil for standard output.
  let path: String?
}

extension ValueReader where Value == ReportFormatChoice {
  /// The names come from the list of formats, so that a new one needs no word here.
  static var reportFormat: Self {
    let words = ReportFormats.all.map { $0.name }
    return ValueReader(
      placeholder: "FORMAT[=FILE]",
      expected: "one of \(words.joined(separator: ", ")), alone or with =FILE behind it",
      choices: words
    ) { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let type = ReportFormats.all.first(where: { $0.name == parts[0] }),
        parts.count == 1 || !parts[1].isEmpty
      else { return nil }
      return ReportFormatChoice(type: type, path: parts.count > 1 ? String(parts[1]) : nil)
    }
  }
}
