// history export: every reading of every run as rows, for programs that look for change points.

import FaultlineAnalysis
import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios
import Foundation

/// Where rows go, and which.
struct HistoryExport {
  /// The formats that have a row for a reading, the usual one first.
  static let formats: [any ReportFormat.Type] = [CSVFormat.self, JSONLinesFormat.self]

  private let outputs: ReportOutputs

  /// Takes the formats of a command line; without one the rows are printed as CSV.
  init(_ arguments: ParsedArguments, of command: String, from file: String) throws {
    let known = Self.formats.map { $0.name }
    for format in arguments.all(CommonOptions.format) where !known.contains(format.type.name) {
      throw UsageError(
        "'history export' writes \(known.joined(separator: " or ")), not \(quoted(format.type.name)).",
        command: command)
    }
    outputs = try ReportOutputs(
      arguments, of: command, takesFolders: false, reading: .results, and: [file])
  }

  /// Writes the rows from a run on, which is the first that a revision or a day names.
  func write(_ history: History, since: String?, console: Console) throws {
    let first = try since.map { try Self.run(since: $0, in: history) } ?? 0
    let rows = history.readings(from: first)
    for target in outputs.targets {
      try OutputFile(what: "the history", path: target.path)
        .write(Self.text(rows, as: target.type))
    }
    guard outputs.printed != nil || outputs.targets.isEmpty else { return }
    let text = Self.text(rows, as: outputs.printed ?? Self.formats[0])
    if !text.isEmpty { try console.print(page: text) }
  }

  private static func text(_ rows: [HistoryReading], as type: any ReportFormat.Type) -> String {
    type == JSONLinesFormat.self ? rows.map(\.json).joined() : CSVFormat.text(of: rows)
  }

  /// The fewest letters by which a commit is known.
  private static let fewestLetters = 4

  private static func run(since word: String, in history: History) throws(Diagnostic) -> Int {
    let revisions = history.runs.map(\.revision)
    let named =
      revisions.firstIndex(of: word)
      ?? revisions.firstIndex { word.count >= fewestLetters && $0.hasPrefix(word) }
    if let named { return named }
    // A day that no calendar has would come after every run.
    let isDay = (try? Date(String(word.prefix(10)), strategy: .iso8601.year().month().day())) != nil
    guard isDay, word.wholeMatch(of: /\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?Z?)?/) != nil
    else {
      let known = revisions.map(RevisionName.short)
      throw Diagnostic(
        "no run of the history is of \(HistoryCommand.since.spelling) \(quoted(word))"
          + Spelling.question(for: word, among: known),
        notes: ["name a revision, or a day such as 2026-01-31; 'faultline history list' shows both"]
      )
    }
    let moment = word.replacing("T", with: " ").replacing("Z", with: "")
    return history.runs.firstIndex { $0.recorded >= moment } ?? history.runs.count
  }
}
