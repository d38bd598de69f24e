// Where the report of a command goes: standard output in one format, files in as many as one likes, or a folder.

import FaultlineAnalysis
import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios
import FaultlineSystem

/// What `--format` asks for, checked before anything runs.
struct ReportOutputs {
  /// A report in a file, or one of each scenario in a folder.
  struct Target {
    let type: any ReportFormat.Type
    /// As the user wrote it; a folder ends in a slash.
    let path: String
    var isFolder: Bool { path.hasSuffix("/") }
  }

  /// What is printed, where it was asked for; a report for the terminal else.
  let printed: (any ReportFormat.Type)?
  let targets: [Target]

  /// Takes the formats of a command line; a place that cannot be written to is known here.
  ///
  /// No report takes the place of an operand, or of what else is read.
  init(
    _ arguments: ParsedArguments, of command: String, takesFolders: Bool = true,
    reading kind: InputFiles.Kind = .scenarios, and others: [String] = []
  ) throws {
    let choices = arguments.all(CommonOptions.format)
    let printed = choices.filter { $0.path == nil }.map(\.type)
    if printed.count > 1 {
      let names = printed.map { $0.name }
      throw UsageError(
        "Only one report can be printed, and these are \(names.count): \(names.joined(separator: ", ")). "
          + "Write the others into files, as in --format \(names[1])=FILE.", command: command)
    }
    self.printed = printed.first
    targets = choices.compactMap { choice in
      choice.path.map { Target(type: choice.type, path: $0) }
    }
    var seen: [String: Target] = [:]
    for target in targets {
      let key =
        target.isFolder
        ? "\(FilePath.plain(target.path))/\(target.type.name)" : FilePath.plain(target.path)
      if let other = seen.updateValue(target, forKey: key) {
        throw UsageError(
          "\(quoted(target.path)) is to hold two reports: \(other.type.name) and \(target.type.name). Give each a file "
            + "of its own.", command: command)
      }
      if target.isFolder, !takesFolders {
        throw UsageError(
          "\(command) makes one report, and \(quoted(target.path)) is a folder; name a file.",
          command: command)
      }
      if !target.isFolder {
        try InputFiles(arguments, of: kind, and: others)
          .protect(from: "the report", at: target.path)
      }
      try target.prepare()
    }
  }

  /// Whether events are asked for, which are written while something runs.
  var wantsEvents: Bool {
    printed == JSONLinesFormat.self || targets.contains { $0.type == JSONLinesFormat.self }
  }
}

extension ReportOutputs.Target {
  /// Makes the folders that lead there, and looks whether something can be written.
  fileprivate func prepare() throws(Diagnostic) {
    do throws(WholeFile.Refusal) {
      try isFolder ? WholeFile.makeFolder(path) : WholeFile.makeFolders(to: path)
    } catch {
      throw refusal(error.reason)
    }
    var facts = stat()
    let isThere = stat(path, &facts) == 0
    if !isFolder, isThere, facts.st_mode & S_IFMT == S_IFDIR {
      throw refusal("it is a folder", note: "a folder ends in a slash: \(type.name)=\(path)/")
    }
    // A file of the disk is replaced in its folder; anything else is written into.
    let isReplaced = !isThere || facts.st_mode & S_IFMT == S_IFREG
    let place = isFolder ? path : isReplaced ? FilePath.folder(of: path) : path
    guard access(place.isEmpty ? "." : place, isReplaced || isFolder ? W_OK | X_OK : W_OK) == 0
    else {
      throw refusal(String(cString: strerror(errno)))
    }
  }

  private func refusal(_ reason: String, note: String? = nil) -> Diagnostic {
    Diagnostic(
      "the report cannot be written here: \(reason)", file: path, notes: note.map { [$0] } ?? [])
  }
}

extension Console {
  /// Prints a report and writes its files; GitHub gets a step summary as well.
  ///
  /// What cannot be written is reported after all that can.
  func print(
    _ report: Report, as outputs: ReportOutputs, by builder: ReportBuilder = ReportBuilder(),
    after events: EventStream? = nil, page: ((ScenarioResult) -> Report)? = nil
  ) throws(LostOutput) {
    let page = page ?? { builder.report($0) }
    let window = outputs.printed ?? TerminalFormat.self
    var lost: [String] = []
    if events?.isPrinted != true {
      let format = window.init(
        width: width, color: usesColor(on: output), ascii: usesASCII(on: output))
      do throws(LostOutput) {
        try print(page: format.render(report))
      } catch {
        lost.append(error.printed)
      }
    }
    for target in outputs.targets where events == nil || target.type != JSONLinesFormat.self {
      do throws(Diagnostic) {
        try target.write(report, page: page)
      } catch {
        lost.append(error.printed)
      }
    }
    if let events { lost += events.finish(report) }
    let wantsSummary = ([window] + outputs.targets.map(\.type)).contains { $0 == GitHubFormat.self }
    if wantsSummary, let summary = StepSummary(), let problem = summary.add(report) {
      writeError(problem)
    }
    guard lost.isEmpty else { throw LostOutput(printed: lost.joined(separator: "\n")) }
  }
}

extension ReportOutputs.Target {
  fileprivate func write(
    _ report: Report, page: (ScenarioResult) -> Report
  ) throws(Diagnostic) {
    guard isFolder else {
      return try OutputFile(what: "the report", path: path).write(type.init().render(report))
    }
    let folder = ReportFolder(path, type)
    _ = try folder.write(
      report.subject.run ?? RunResult(scenarios: []), whole: report, page: page)
  }
}

// The options of the commands that run scenarios, and of those that compare results.
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

/// Where reports are written.
struct ReportFolder {
  private let folder: String
  private let format: any ReportFormat.Type

  init(_ folder: String, _ format: any ReportFormat.Type) {
    self.folder = folder
    self.format = format
  }

  /// Writes a report of each scenario, and returns the files as a user would name them.
  func write(_ result: RunResult, by builder: ReportBuilder) throws(Diagnostic) -> [String] {
    try write(result, whole: builder.report(result)) { builder.report($0) }
  }

  /// Writes a page of each scenario; the index has the verdict of the whole report.
  func write(
    _ result: RunResult, whole: Report, page: (ScenarioResult) -> Report
  ) throws(Diagnostic) -> [String] {
    var entries: [IndexPage.Entry] = []
    for scenario in result.scenarios {
      let file = "\(scenario.name).\(format.fileExtension)"
      guard FilePath.isFileName(scenario.name), !["index", "README"].contains(scenario.name)
      else {
        throw Diagnostic(
          "no report can be named after the scenario \(scenario.name.debugDescription)",
          file: folder)
      }
      let report = page(scenario)
      try write(format.init().render(report), to: file)
      entries.append(IndexPage.Entry(file: file, result: scenario, verdict: report.verdict))
    }
    var files = entries.map(\.file)
    for (type, name, text) in [
      (HTMLFormat.name, "index.html", IndexPage(entries, verdict: whole.verdict).text),
      (MarkdownFormat.name, "README.md", MarkdownIndex(entries, verdict: whole.verdict).text),
    ] where type == format.name {
      try write(text, to: name)
      files.append(name)
    }
    return files.map(path)
  }

  private func path(_ file: String) -> String {
    FilePath.joined(folder, file)
  }

  private func write(_ text: String, to file: String) throws(Diagnostic) {
    try OutputFile(what: "the report", path: path(file)).write(text)
  }
}
