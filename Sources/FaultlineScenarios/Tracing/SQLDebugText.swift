// Statements as Core Data's own log has them, so that two logs can be laid side by side, and read by one reader.

import Faultline

/// Writes what a trial asked of its stores as `-com.apple.CoreData.SQLDebug` does.
package struct SQLDebugText {
  /// A request that is open: what it will be closed with, and when.
  private struct Open {
    let event: TraceEvent
    let statement: TraceEvent
    var rows: Int
  }

  private let detail: Int
  private var lines: [String] = []
  private var around: [TraceEvent] = []
  private var open: [Open] = []
  private var isWriting = false

  /// 1 has statements with rows and times, 2 their values as well, 3 SQLite's plans besides.
  package init(detail: Int) { self.detail = detail }

  /// The lines, with the trial and its steps between them as an app's own.
  package static func lines(_ events: [TraceEvent], of trial: String, detail: Int) -> [String] {
    var text = SQLDebugText(detail: detail)
    text.lines = ["trial: \(trial)"]
    for event in events { text.take(event) }
    text.close(before: .max)
    return text.lines
  }

  private static let kinds: Set<String> = Set(
    [EventHook.Kind.fetch, .count, .fault, .relationship, .batch, .prefetch].map(\.word))

  private mutating func take(_ event: TraceEvent) {
    close(before: event.start)
    around.removeAll { $0.start + $0.duration < event.start }
    if event.kind == TraceEvent.step { lines.append("step: \(event.subject)") }
    if Self.kinds.contains(event.kind) { around.append(event) }
    if event.isStatement { statement(event) }
  }

  // MARK: - Statements

  private mutating func statement(_ event: TraceEvent) {
    let text = event.subject.split(whereSeparator: \.isNewline).joined(separator: " ")
    let verb = text.prefix { $0 != " " }.uppercased()
    switch verb {
    case "BEGIN":
      // A transaction that only reads is none of the log's.
      isWriting = text != "BEGIN"
      if isWriting { say("sql", "BEGIN EXCLUSIVE") }
    case "COMMIT", "ROLLBACK":
      if isWriting { say("sql", verb) }
      isWriting = false
    case "PRAGMA": say("sql", "pragma" + text.dropFirst(6))
    case "SELECT" where StatementSpelling.isOfApp(text): request(event, text)
    case "SELECT": say("sql", text)
    default: write(event, text)
    }
  }

  private mutating func write(_ event: TraceEvent, _ text: String) {
    if text.contains("Z_PRIMARYKEY"), text.contains("RETURNING") {
      say("sql", "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?")
      say("sql", "UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?")
      return
    }
    say("sql", StatementSpelling.write(text))
    values(event)
  }

  private mutating func request(_ event: TraceEvent, _ text: String) {
    guard let owner = around.last else {
      // Rows by a list of keys, for objects that are gone over in batches; members of what is deleted.
      let isBatch = text.contains("WHERE Z_PK IN (")
      let written =
        isBatch
        ? StatementSpelling.list(text, limit: event.count)
        : StatementSpelling.rows(text, event.bound)
      if isBatch { bindList() }
      say("sql", written)
      if !isBatch { values(event) }
      total(event, rows: event.count ?? 0)
      return
    }
    // A request that takes several statements is one in that log: its first one stands for all.
    if let place = open.lastIndex(where: { $0.event == owner }) {
      open[place].rows =
        owner.kind == EventHook.Kind.fetch.word
        ? open[place].rows + (event.count ?? 0) : event.count ?? 0
      return
    }
    switch owner.kind {
    case EventHook.Kind.prefetch.word:
      bindList()
      say("sql", StatementSpelling.list(text, limit: nil))
    case EventHook.Kind.batch.word:
      bindList()
      say("sql", StatementSpelling.list(text, limit: owner.count))
    default:
      let isFetch = owner.kind == EventHook.Kind.fetch.word
      say("sql", StatementSpelling.rows(text, event.bound, ofObjects: isFetch))
      values(event)
    }
    plan(event)
    if owner.kind != EventHook.Kind.count.word {
      say("annotation", "sql connection fetch time: \(Self.seconds(event.duration))")
    }
    open.append(Open(event: owner, statement: event, rows: event.count ?? 0))
  }

  private mutating func bindList() {
    say("annotation", "Bound intarray _Z_intarray0")
    say("annotation", "Bound intarray values.")
  }

  private mutating func values(_ event: TraceEvent) {
    guard detail >= 2, let bound = event.bound else { return }
    for (place, value) in StatementSpelling.values(event.subject, bound).enumerated() {
      say("details", "SQLite bind[\(place)] = \(value)")
    }
  }

  private mutating func plan(_ event: TraceEvent) {
    guard detail >= 3, let plan = event.plan else { return }
    say(
      "details", "SQLite: EXPLAIN QUERY PLAN \(StatementSpelling.rows(event.subject, event.bound))")
    lines += plan.enumerated().map { "\($0) 0 0 \($1)" }
  }

  // MARK: - Ends

  /// Ends the requests that were over before a time, the inner ones first.
  private mutating func close(before time: UInt64) {
    while let last = open.last, last.event.start + last.event.duration < time {
      open.removeLast()
      end(last)
    }
  }

  private mutating func end(_ request: Open) {
    let event = request.event
    if event.kind == EventHook.Kind.count.word {
      say(
        "annotation",
        "total count request execution time: \(Self.seconds(event.duration)) for count of \(event.count ?? 0)."
      )
      return
    }
    say(
      "annotation",
      "total fetch execution time: \(Self.seconds(event.duration)) for \(request.rows) rows.")
    let key = request.statement.bound.flatMap(StatementSpelling.lastNumber) ?? "0"
    switch event.kind {
    case EventHook.Kind.fault.word:
      say("annotation", "fault fulfilled from database for : \(Self.object(event.subject, key))")
    case EventHook.Kind.relationship.word:
      let parts = event.subject.split(separator: ".", maxSplits: 1)
      let object = Self.object(String(parts.first ?? ""), key)
      say(
        "annotation",
        "to-many relationship fault \"\(parts.last ?? "")\" for objectID \(object) fulfilled from database.  "
          + "Got \(request.rows) rows")
    case EventHook.Kind.prefetch.word:
      let key = event.subject.split(separator: ".").last ?? ""
      say("annotation", "Prefetching with key '\(key)'.  Got \(request.rows) rows.")
    default: break
    }
  }

  private mutating func total(_ event: TraceEvent, rows: Int) {
    say("annotation", "sql connection fetch time: \(Self.seconds(event.duration))")
    say(
      "annotation", "total fetch execution time: \(Self.seconds(event.duration)) for \(rows) rows.")
  }

  private mutating func say(_ kind: String, _ text: String) {
    lines.append("CoreData: \(kind): \(text)")
  }

  private static func object(_ entity: String, _ key: String) -> String {
    "0x0 <x-coredata://FAULTLINE/\(entity)/p\(key)>"
  }

  /// Nanoseconds as seconds with four digits.
  private static func seconds(_ nanoseconds: UInt64) -> String {
    let tenths = (nanoseconds + 50_000) / 100_000
    let digits = String(tenths % 10_000)
    return "\(tenths / 10_000).\(String(repeating: "0", count: 4 - digits.count))\(digits)s"
  }
}
