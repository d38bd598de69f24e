// The history of a store, written for a terminal.

import FaultlineMeasures
import FaultlineSQLite
import Foundation

/// The part of a store's page about its history.
struct HistoryPage {
  let text: String

  init(_ history: StoreInspection.History) {
    var parts = ["History\n" + Self.rows(history)]
    if !history.changed.isEmpty {
      parts.append("What it says has changed\n" + Self.changed(history))
    }
    parts.append(Self.purge(history))
    text = parts.joined(separator: "\n\n")
  }

  private static func rows(_ history: StoreInspection.History) -> String {
    var table = TextTable([
      ("rows", false), ("number", true), ("a row", true), ("together", true), ("pages", true),
    ])
    for (name, rows) in [
      ("transactions", history.transactions), ("changes", history.changes),
      ("names", history.names),
    ] {
      table.add([
        name, NumberText.grouped(rows.count),
        rows.count == 0 ? "-" : NumberText.bytes((rows.bytes + rows.count / 2) / rows.count),
        NumberText.bytes(rows.bytes), NumberText.bytes(rows.pageBytes),
      ])
    }
    guard let oldest = history.oldest, let newest = history.newest else { return table.text }
    return table.text
      + "\n  from \(oldest.formatted(.iso8601)) to \(newest.formatted(.iso8601))"
  }

  private static func changed(_ history: StoreInspection.History) -> String {
    var table = TextTable([
      ("entity", false), ("inserted", true), ("updated", true), ("deleted", true),
    ])
    for changes in history.changed {
      table.add([
        changes.entity, NumberText.grouped(changes.inserted), NumberText.grouped(changes.updated),
        NumberText.grouped(changes.deleted),
      ])
    }
    return table.text
  }

  private static func purge(_ history: StoreInspection.History) -> String {
    guard let purge = history.purge else {
      return
        "What a purge would free\n  --purge-before tries one on a copy, before a date or a transaction"
    }
    var table = TextTable([])
    table.add(["before", purge.before])
    table.add(["transactions", "\(NumberText.grouped(purge.transactions)) removed"])
    table.add(["changes", "\(NumberText.grouped(purge.changes)) removed"])
    table.add(["in these rows", NumberText.bytes(purge.bytes)])
    table.add([
      "pages freed",
      "\(NumberText.bytes(purge.freedBytes)) of \(NumberText.bytes(history.pageBytes)); the file is no smaller until "
        + "it is vacuumed",
    ])
    return "What a purge would free\n" + table.text
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
