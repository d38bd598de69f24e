// faultline history: results of one revision after the other, and where their numbers stepped.

import FaultlineAnalysis
import FaultlineExperiments
import FaultlineHistory
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios
import Foundation

/// Records results, and shows what became of them from revision to revision.
struct HistoryCommand: Command {
  let name = "history"
  let summary = "Record results, and show where numbers stepped."
  let purpose = """
    Keeps the exact readings of one revision after the other in an SQLite file. 'add' records results under \
    the revision that they were measured at, or another; 'list' shows what was recorded; 'trend' shows each reading \
    that changed, by how much and at which revision: the latest first, then what a scenario's own table shows, then \
    the largest changes, with --format html as a page; 'export' writes every reading of every run as CSV or JSON lines, \
    for programs that look for change points. Of an exact number every change is a step, and no statistics \
    are needed. Heap and SQLite readings are followed on each machine by itself. The exit status is 0, or 3 when a \
    file cannot be understood.
    """
  let operands = OperandRule(placeholder: "add RESULT… | list | trend | export", allowed: 1...1_024)
  let options: [any DeclaredOption] =
    [file, revision, only, metric, since, all, CommonOptions.format] + CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline history add Reports/out", says: "Records the results of the last run."),
    CommandExample(
      line: "faultline history trend --metric 'bytes.*' --format html > history.html",
      says: "Makes a page of every step in bytes."),
    CommandExample(
      line:
        "faultline history export --metric bytes.peak --since 2026-01-31 --format csv=peaks.csv",
      says: "Writes what each run has read of the peak, a row a reading."),
  ]

  static let file = CommandOption<String>(
    "file", .text("FILE"), help: "Where the history is, if not in Reports/history.sqlite.")
  static let revision = CommandOption<String>(
    "revision", .text("NAME"),
    help: "What was measured; if it is left out, the revision that the results are of.")
  static let only = CommandOption<String>(
    "only", .text("GLOB"), help: "Show only these scenarios, such as 'import-*'.")
  static let metric = CommandOption<String>(
    "metric", .text("GLOB"), completing: .metrics,
    help: "Show only these metrics, such as 'bytes.*'.")
  static let since = CommandOption<String>(
    "since", .text("REVISION|DATE"),
    help:
      "Write the runs from this one on: a revision or its first letters, or a day such as 2026-01-31."
  )
  static let all = CommandOption(
    flag: "all", help: "Show every run of a long list, or every step and each checkpoint by itself."
  )

  /// The options that choose what 'trend' and 'export' show, and how it is written.
  private static let ofShowing = [only.spelling, metric.spelling, CommonOptions.format.spelling]

  /// What can be done.
  private enum Action: String, CaseIterable {
    case add, list, trend, export
  }

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let word = arguments.operands[0]
    guard let action = Action(rawValue: word) else {
      let near = Spelling.nearest(to: word, among: Action.allCases.map(\.rawValue))
      throw UsageError(
        "A history cannot \(quoted(word)); it can add, list, trend or export." + didYouMean(near),
        command: name)
    }
    let rest = Array(arguments.operands.dropFirst())
    if action == .add, rest.isEmpty {
      throw UsageError("'history add' needs a result, or a folder of them.", command: name)
    }
    if action != .add, let more = rest.first {
      throw UsageError(
        "'history \(word)' takes no operand, but \(quoted(more)) is one.", command: name)
    }
    let path = arguments[Self.file] ?? "Reports/history.sqlite"
    let isShowing = action == .trend || action == .export
    if !isShowing, let wrong = Self.ofShowing.first(where: arguments.isGiven) {
      throw UsageError(
        "\(wrong) goes with 'history trend' and 'history export'.", command: name)
    }
    if action != .export, arguments.isGiven(Self.since.spelling) {
      throw UsageError("\(Self.since.spelling) goes with 'history export'.", command: name)
    }
    if action == .add || action == .export, arguments.has(Self.all) {
      throw UsageError(
        "\(Self.all.spelling) goes with 'history list' and 'history trend'.", command: name)
    }
    console.note(action == .add ? "recording in \(path)" : "reading \(path)")
    switch action {
    case .add: try add(rest, path, arguments, console)
    case .list: try list(path, arguments, console)
    case .trend: try trend(path, arguments, console)
    case .export: try export(path, arguments, console)
    }
    return .held
  }

  private func add(
    _ results: [String], _ path: String, _ arguments: ParsedArguments, _ console: Console
  ) throws {
    try ResultFiles.refuseUnfinished(results, to: "record")
    let files = try ResultFiles(results)
    let revision = try arguments[Self.revision] ?? measured(files)
    let replaced = try HistoryFile(path, isNew: true)
      .add(files.result, facts: files.facts, revision: revision)
    guard !arguments.has(CommonOptions.quiet) else { return }
    let count = files.result.scenarios.count
    let former = replaced == 0 ? "" : ", in place of what was recorded of \(replaced) before"
    console.writeError(
      harmless("recorded: \(counted(count, "scenario")) of \(revision)\(former)"))
  }

  /// The most runs that are listed unless all are wanted.
  private static let mostRuns = 40

  private func list(_ path: String, _ arguments: ParsedArguments, _ console: Console) throws {
    let file = try HistoryFile(path, isNew: false)
    let all = zip(try file.runs(), try file.trialCounts()).map { run, trials in
      (
        key: RevisionName.short(run.revision),
        value: "\(run.recorded), machine \(run.machine), "
          + counted(trials, "variant")
      )
    }
    let rows = arguments.has(Self.all) ? all : all.suffix(Self.mostRuns)
    let earlier = all.count - rows.count
    var page = Page()
    if rows.isEmpty { page.add(["Nothing is recorded yet."]) }
    if earlier > 0 { page.add(["… \(counted(earlier, "earlier run")); --all lists them"]) }
    page.add("", Array(rows))
    try console.print(page)
  }

  private func trend(_ path: String, _ arguments: ParsedArguments, _ console: Console) throws {
    let spoken = [TerminalFormat.name, MarkdownFormat.name, HTMLFormat.name]
    for format in arguments.all(CommonOptions.format) where !spoken.contains(format.type.name) {
      throw UsageError(
        "A history can be written as \(spoken.joined(separator: ", ")), not as "
          + "\(quoted(format.type.name)); 'faultline history export' writes "
          + "\(HistoryExport.formats.map { $0.name }.joined(separator: " and ")).", command: name)
    }
    let outputs = try ReportOutputs(
      arguments, of: name, takesFolders: false, reading: .results, and: [path])
    let history = try chosen(try HistoryFile(path, isNew: false), arguments)
    try console.print(
      ReportBuilder().report(history, isWhole: arguments.has(Self.all)), as: outputs)
  }

  private func export(_ path: String, _ arguments: ParsedArguments, _ console: Console) throws {
    let export = try HistoryExport(arguments, of: name, from: path)
    let history = try chosen(try HistoryFile(path, isNew: false), arguments)
    try export.write(history, since: arguments[Self.since], console: console)
  }

  /// The readings that the command line chooses.
  private func chosen(_ file: HistoryFile, _ arguments: ParsedArguments) throws -> History {
    try check(arguments[Self.only], of: Self.only, among: try file.scenarios(), "scenario")
    try check(arguments[Self.metric], of: Self.metric, among: try file.metrics(), "metric")
    return try file.history(
      scenarios: arguments[Self.only] ?? "*", metrics: arguments[Self.metric] ?? "*")
  }
}

extension HistoryCommand {
  /// The one revision that results are of; where they do not say, the one that is checked out.
  private func measured(_ files: ResultFiles) throws -> String {
    lazy var here = Revision.current
    var known: [(revision: String, scenario: String)] = []
    for scenario in files.result.scenarios {
      guard let revision = files.revisions[scenario.name] ?? here else {
        throw UsageError(
          "What was measured? The result of \(quoted(scenario.name)) does not say, and this is no working copy of "
            + "git, so name it: --revision NAME.", command: name)
      }
      if !known.contains(where: { $0.revision == revision }) {
        known.append((revision, scenario.name))
      }
    }
    guard let revision = known.first?.revision else {
      throw UsageError("There is nothing in these results to be recorded.", command: name)
    }
    guard known.count == 1 else {
      let list = known.map { "\(quoted($0.scenario)) of \(RevisionName.short($0.revision))" }
      throw UsageError(
        harmless(
          "These results are of several revisions: \(list.joined(separator: ", ")). Name the results of one of "
            + "them, or say what they are of: --revision NAME."), command: name)
    }
    return revision
  }

  /// A pattern that fits nothing that was ever recorded is a slip.
  private func check(
    _ pattern: String?, of option: CommandOption<String>, among known: [String], _ what: String
  ) throws {
    guard let pattern, !known.isEmpty,
      !known.contains(where: Wildcard(pattern).matches)
    else { return }
    throw Diagnostic(
      "no \(what) of the history fits \(option.spelling) \(quoted(pattern))"
        + Spelling.question(for: pattern, among: known),
      notes: ["known \(what)s: \(Spelling.list(known))"])
  }
}

extension HistoryError: ReportedError {
  var sentence: String { description }
  var printed: String { "\(file): error: \(reason)" }
  var status: ExitStatus { isLackOfRoom ? .internalError : .wrongUse }
}
