// Where trials leave what they have noted, and where it is made one file and one text.

import FaultlineMeasures
import FaultlineScenarios
import Foundation

/// Gathers the events of a run's trials; they lie in a folder of their own until all have ended.
struct TraceDesk: Sendable {
  /// The trace that somebody wants, and how much of each statement.
  private let file: String?
  private let detail: Int?
  private let folder: String

  /// A desk for what the command line asks for; nil where it asks for neither trace nor statements.
  init?(_ arguments: ParsedArguments) throws(Diagnostic) {
    file = arguments[CommonOptions.trace]
    detail = arguments[CommonOptions.sql]
    guard file != nil || detail != nil else { return nil }
    folder =
      FileManager.default.temporaryDirectory
      .appending(path: "faultline-trace-\(UInt64.random(in: .min ... .max))").path
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      // A place that cannot be written to is known before anything runs.
      if let file { try Data().write(to: URL(fileURLWithPath: file)) }
    } catch {
      throw Self.refusal(error, file ?? folder)
    }
  }

  /// Where one trial leaves its events.
  func wish(for trial: Trial) -> TraceWish {
    TraceWish(file: path(trial.id), detail: detail ?? 1)
  }

  /// Makes one trace of all, and tells statements beside the report; the folder goes.
  func tell(_ trials: [String], _ console: Console) throws(Diagnostic) {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var trace = ChromeTrace()
    for trial in trials {
      guard let events = [TraceEvent](file: path(trial)) else { continue }
      trace.add(events, of: trial)
      guard let detail else { continue }
      for line in StatementText(detail: detail).lines(events, of: trial) { console.complain(line) }
    }
    guard let file else { return }
    do {
      try trace.data().write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      throw Self.refusal(error, file)
    }
  }

  private func path(_ trial: String) -> String { "\(folder)/\(Fingerprint.of([trial])).jsonl" }

  private static func refusal(_ error: any Error, _ place: String) -> Diagnostic {
    Diagnostic("the trace cannot be written: \(error.localizedDescription)", file: place)
  }
}
