// Where trials leave what they have noted, and where it is made one file and one text.

import FaultlineMeasures
import FaultlinePages
import FaultlineScenarios
import Foundation

/// Gathers the events of a run's trials; they lie in a folder of their own until all have ended.
struct TraceCollector: Sendable {
  /// The trace that is wanted, and how much of each statement.
  private let file: String?
  private let detail: Int?
  private let format: StatementFormat
  private let folder: TemporaryFolder

  /// Collects what the command line asks for; nil where it asks for neither trace nor statements.
  init?(_ arguments: ParsedArguments) throws(Diagnostic) {
    file = arguments[CommonOptions.trace]
    // A format of statements is of use with statements alone.
    detail = arguments[CommonOptions.sql] ?? (arguments[CommonOptions.sqlFormat] == nil ? nil : 1)
    format = arguments[CommonOptions.sqlFormat] ?? .faultline
    guard file != nil || detail != nil else { return nil }
    do throws(StepFailure) {
      folder = try TemporaryFolder()
    } catch {
      throw Diagnostic("events cannot be gathered: \(error.description)")
    }
    // A place that cannot be written to is known before anything runs.
    if let file {
      try InputFiles(arguments, of: .scenarios).protect(from: "the trace", at: file)
    }
    try output?.write("")
  }

  /// Where one trial leaves its events.
  func wish(for trial: Trial) -> TraceWish {
    // The key of an object that fired is a value of its statement.
    TraceWish(file: path(trial.id), detail: max(detail ?? 1, format == .sqldebug ? 2 : 1))
  }

  /// The trace's file, where one is wanted.
  private var output: OutputFile? { file.map { OutputFile(what: "the trace", path: $0) } }

  /// Makes one trace of all, and prints statements beside the report.
  func write(_ trials: [String], _ console: Console) throws(Diagnostic) {
    var trace = ChromeTrace()
    for trial in trials {
      guard let events = [TraceEvent](file: path(trial)) else { continue }
      trace.add(events, of: trial)
      guard let detail else { continue }
      // A value with a line break in it must not look like lines of the log.
      for line in format.lines(events, of: trial, detail: detail) {
        console.complain(HarmlessText.line(line))
      }
    }
    guard let output else { return }
    guard let data = try? trace.data() else {
      throw Diagnostic("the events of this run cannot be written as a trace", file: output.path)
    }
    try output.write(String(decoding: data, as: UTF8.self))
  }

  private func path(_ trial: String) -> String { "\(folder.path)/\(Fingerprint.of([trial])).jsonl" }
}

/// How statements are written.
enum StatementFormat: String, CaseIterable, Sendable {
  case faultline, sqldebug

  func lines(_ events: [TraceEvent], of trial: String, detail: Int) -> [String] {
    switch self {
    case .faultline: StatementText(detail: detail).lines(events, of: trial)
    case .sqldebug: SQLDebugText.lines(events, of: trial, detail: detail)
    }
  }
}
