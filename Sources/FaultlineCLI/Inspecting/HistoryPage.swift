// The history of a store, written for people.

import FaultlineMeasures
import FaultlineReports
import FaultlineSQLite
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
