// Where trials leave what they have noted, and where it is made one file and one text.

import FaultlineMeasures
package import FaultlineScenarios
import Foundation

/// What is wanted of the events of a run.
package struct TraceSettings: Sendable {
  /// The trace to write; nil for none.
  package let file: String?
  /// How much of each statement is printed; nil for no statements.
  package let detail: Int?
  package let format: StatementFormat

  /// Takes what is wanted; nil where that is neither a trace nor statements.
  package init?(file: String?, detail: Int?, format: StatementFormat = .faultline) {
    guard file != nil || detail != nil else { return nil }
    self.file = file
    self.detail = detail
    self.format = format
  }
}

/// Gathers the events of a run's trials; they lie in a folder of their own until all have ended.
package struct TraceCollector: Sendable {
  private let settings: TraceSettings
  private let folder: TemporaryFolder

  /// Prepares to gather events; a file that cannot be written to is known before anything runs.
  package init(_ settings: TraceSettings) throws(Diagnostic) {
    self.settings = settings
    do throws(StepFailure) {
      folder = try TemporaryFolder()
    } catch {
      throw Diagnostic("events cannot be gathered: \(error.description)")
    }
    try output?.write("")
  }

  /// Where one trial leaves its events.
  package func request(for trial: Trial) -> TraceRequest {
    // The key of an object that fired is a value of its statement.
    TraceRequest(
      file: path(trial.id), detail: max(settings.detail ?? 1, settings.format == .sqldebug ? 2 : 1))
  }

  /// The trace's file, where one is wanted.
  private var output: OutputFile? { settings.file.map { OutputFile(what: "the trace", path: $0) } }

  /// Makes one trace of all, and hands on the lines of the statements.
  package func write(
    _ trials: [String], printing print: (String) -> Void
  ) throws(Diagnostic) {
    var trace = ChromeTrace()
    for trial in trials {
      guard let events = [TraceEvent](file: path(trial)) else { continue }
      trace.add(events, of: trial)
      guard let detail = settings.detail else { continue }
      // A value with a line break in it must not look like lines of the log.
      for line in settings.format.lines(events, of: trial, detail: detail) {
        print(line)
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
package enum StatementFormat: String, CaseIterable, Sendable {
  case faultline, sqldebug

  package func lines(_ events: [TraceEvent], of trial: String, detail: Int) -> [String] {
    switch self {
    case .faultline: StatementText(detail: detail).lines(events, of: trial)
    case .sqldebug: SQLDebugText.lines(events, of: trial, detail: detail)
    }
  }
}
