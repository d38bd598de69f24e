// Where the report of a command goes: standard output in one format, and files in as many as one likes.

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
