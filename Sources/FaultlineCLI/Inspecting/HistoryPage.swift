// The history of a store, written for people.

import FaultlineAnalysis
import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineSQLite
import FaultlineScenarios
import Foundation

/// The part of a store's page about its history.
enum HistoryPage {
  static func add(_ history: StoreInspection.History, to page: inout Page) {
    addRows(history, to: &page)
    page.add(
      "What it says has changed",
      [("entity", false), ("inserted", true), ("updated", true), ("deleted", true)],
      history.changed.map { changes in
        [changes.entity]
          + [changes.inserted, changes.updated, changes.deleted].map(NumberText.grouped)
      })
    addPurge(history, to: &page)
  }

  private static func addRows(_ history: StoreInspection.History, to page: inout Page) {
    var remarks: [String] = []
    if let oldest = history.oldest, let newest = history.newest {
      remarks = ["from \(oldest.formatted(.iso8601)) to \(newest.formatted(.iso8601))"]
    }
    let kinds = [
      ("transactions", history.transactions), ("changes", history.changes),
      ("names", history.names),
    ]
    page.add(
      "History",
      [("rows", false), ("number", true), ("a row", true), ("together", true), ("pages", true)],
      kinds.map { name, rows in
        [
          name, NumberText.grouped(rows.count),
          rows.count == 0 ? "-" : NumberText.bytes((rows.bytes + rows.count / 2) / rows.count),
          NumberText.bytes(rows.bytes), NumberText.bytes(rows.pageBytes),
        ]
      }, remarks: remarks)
  }

  private static func addPurge(_ history: StoreInspection.History, to page: inout Page) {
    let title = "What a purge would free"
    guard let purge = history.purge else {
      return page.add(
        title, ["--purge-before tries one on a copy, before a date or a transaction"])
    }
    page.add(
      title,
      [
        ("before", purge.before),
        ("transactions", "\(NumberText.grouped(purge.transactions)) removed"),
        ("changes", "\(NumberText.grouped(purge.changes)) removed"),
        ("in these rows", NumberText.bytes(purge.bytes)),
        (
          "pages freed",
          "\(NumberText.bytes(purge.freedBytes)) of \(NumberText.bytes(history.pageBytes)); the file is no smaller until "
            + "it is vacuumed"
        ),
      ])
  }
}

extension ValueReader where Value == StoreInspection.HistoryLimit {
  /// A day, a moment, or the number of a transaction.
  static let historyLimit = ValueReader(
    placeholder: "DATE",
    expected:
      "a day such as 2026-11-01, a moment such as 2026-11-01T08:00:00Z, or a transaction's number"
  ) { text in
    if let number = Int64(text) { return number > 0 ? .transaction(number) : nil }
    let day = Date.ISO8601FormatStyle().year().month().day()
    let date = (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: day))
    return date.map { .date($0) }
  }
}

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
