// What Core Data says of a statement, beside the statement.

/// A line of the log that is no statement, read.
enum Annotation: Equatable {
  /// An object that a line names: `<x-coredata://STORE/Person/p1>`.
  struct Object: Equatable {
    var entity: String
    var key: String
  }

  case connectionTime(Int?)
  case total(nanoseconds: Int?, rows: Int)
  case countTotal(nanoseconds: Int?, count: Int)
  /// A total that was cut before its number.
  case cutTotal
  case executionTime
  case boundList
  case prefetch(key: String, rows: Int?)
  case relationshipFault(key: String, object: Object?, rows: Int?, fromStore: Bool)
  case fault(Object?, fromStore: Bool)
  /// The statement again, with the name of its entity.
  case returned(entity: String, sql: String, rows: Int?)
  case countRequest(entity: String?, count: Int?)
  case bind(Int, value: String)
  case plan
  case connecting(String)
  case prune(Int?)
  case truncatingCheckpoint
  case vacuum
  case busy, locked
  case checkpoint(frames: Int?)
  /// Known, and nothing to count.
  case remark

  /// Reads a line; nil where its form is not known.
  init?(_ kind: LogLine.Kind, _ text: Substring) {
    let read: Annotation? =
      switch kind {
      case .annotation: Self.annotation(text)
      case .details: Self.detail(text)
      case .debug, .info: Self.debug(text)
      default: nil
      }
    guard let read else { return nil }
    self = read
  }

  private static func annotation(_ text: Substring) -> Annotation? {
    if text.hasPrefix("total fetch execution time:") {
      guard let rows = number(in: text, after: " for ") else { return .cutTotal }
      return .total(nanoseconds: time(text), rows: rows)
    }
    if text.hasPrefix("sql connection fetch time:") { return .connectionTime(time(text)) }
    if text.hasPrefix("total count request execution time:") {
      guard let count = number(in: text, after: "count of ") else { return .cutTotal }
      return .countTotal(nanoseconds: time(text), count: count)
    }
    if text.hasPrefix("sql execution time:") { return .executionTime }
    if text.hasPrefix("Bound intarray") { return .boundList }
    if text.hasPrefix("Prefetching with key") {
      guard let key = quoted(text, "'") else { return nil }
      return .prefetch(key: key, rows: number(in: text, after: "Got "))
    }
    if text.hasPrefix("to-many relationship fault") || text.hasPrefix("to-one relationship fault") {
      guard let key = quoted(text, "\"") else { return nil }
      return .relationshipFault(
        key: key, object: object(text), rows: number(in: text, after: "Got "),
        fromStore: !text.utf8.contains("from cache"))
    }
    if text.hasPrefix("fault fulfilled from") {
      return .fault(object(text), fromStore: text.hasPrefix("fault fulfilled from database"))
    }
    if text.hasPrefix("fetch using NSSQLiteStatement") { return returned(text) }
    if text.hasPrefix("count request ") {
      let entity = text.utf8.place(of: "(entity: ").map {
        text[$0...].dropFirst(9).prefix { $0 != ";" && $0 != ")" }
      }
      return .countRequest(
        entity: entity.map(String.init), count: number(in: text, afterLast: " returned "))
    }
    if text.hasPrefix("Connecting to sqlite database file at") {
      return quoted(text, "\"").map { .connecting($0) }
    }
    if text.hasPrefix("PostSaveMaintenance:") { return maintenance(text) }
    let known = ["Disconnecting from sqlite database", "Creating schema", "(migration)"]
    return known.contains(where: text.hasPrefix) ? .remark : nil
  }

  private static func detail(_ text: Substring) -> Annotation? {
    if text.hasPrefix("SQLite bind["), let close = text.firstIndex(of: "]"),
      let place = Int(text[..<close].dropFirst(12))
    {
      let rest = text[close...].dropFirst().drop { $0 == " " }
      return .bind(
        place, value: String(rest.hasPrefix("=") ? rest.dropFirst().drop { $0 == " " } : rest))
    }
    return text.hasPrefix("SQLite: EXPLAIN QUERY PLAN") ? .plan : nil
  }

  private static func debug(_ text: Substring) -> Annotation? {
    if text.hasPrefix("PostSaveMaintenance:") { return maintenance(text) }
    if text.hasPrefix("WAL checkpoint:") {
      if text.utf8.contains("busy") { return .busy }
      if text.utf8.contains("locked") { return .locked }
      if text.utf8.contains("did checkpoint") {
        return .checkpoint(frames: number(in: text, after: "checkpointed: "))
      }
      return nil
    }
    return text.hasPrefix("Remote Change Notification") ? .remark : nil
  }

  private static func maintenance(_ text: Substring) -> Annotation? {
    if text.utf8.contains("wal_checkpoint(TRUNCATE)") { return .truncatingCheckpoint }
    if text.utf8.contains("incremental_vacuum") { return .vacuum }
    if text.utf8.contains("fileSize") { return .prune(number(in: text, after: "fileSize ")) }
    return nil
  }

  private static func returned(_ text: Substring) -> Annotation? {
    guard let start = text.utf8.place(of: "on entity '") else { return nil }
    let entity = text[start...].dropFirst(11).prefix { $0 != "'" }
    var sql: Substring = ""
    if let from = text.utf8.place(of: "with sql text '") {
      sql = text[from...].dropFirst(15)
      if let end = sql.utf8.place(of: "' returned ") { sql = sql[..<end] }
    }
    return .returned(
      entity: String(entity), sql: String(sql), rows: number(in: text, afterLast: "' returned "))
  }
}

// MARK: - Parts of a line

extension Annotation {
  /// The whole number behind some words.
  static func number(in text: Substring, after words: String) -> Int? {
    text.utf8.place(of: words).flatMap { leading(text[$0...].dropFirst(words.utf8.count)) }
  }

  private static func number(in text: Substring, afterLast words: String) -> Int? {
    var rest = text
    var found: Int?
    while let place = rest.utf8.place(of: words) {
      rest = rest[place...].dropFirst(words.utf8.count)
      if let number = leading(rest) { found = number }
    }
    return found
  }

  private static func leading(_ text: Substring) -> Int? {
    let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return Int(moderate: Substring(digits))
  }

  /// `0.0007s` in nanoseconds.
  private static func time(_ text: Substring) -> Int? {
    guard let place = text.utf8.place(of: "time: ") else { return nil }
    let digits = text[place...].dropFirst(6).prefix { $0.isNumber || $0 == "." || $0 == "," }
    guard let seconds = Double(digits.replacing(",", with: ".")), seconds < 1e6 else { return nil }
    return Int((seconds * 1e9).rounded())
  }

  private static func quoted(_ text: Substring, _ mark: Character) -> String? {
    guard let start = text.firstIndex(of: mark) else { return nil }
    let rest = text[text.index(after: start)...]
    return rest.firstIndex(of: mark).map { String(rest[..<$0]) }
  }

  /// The object that a line names by its address in a store.
  static func object(_ text: Substring) -> Object? {
    guard let start = text.utf8.place(of: "x-coredata://") else { return nil }
    let parts = text[start...].dropFirst(13).prefix { $0 != ">" && $0 != " " }.split(separator: "/")
    guard parts.count >= 3 else { return nil }
    return Object(entity: String(parts[1]), key: String(parts[2]))
  }
}

extension Substring.UTF8View {
  fileprivate func contains(_ text: String) -> Bool { place(of: text) != nil }
}
