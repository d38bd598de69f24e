// A log, line by line: which lines are Core Data's, which belong to the line before, and which are the app's.

import FaultlineMeasures

/// Reads a SQL log in the memory of one line and of the requests that are open.
struct LogReader {
  /// What may go on in the next line.
  private enum Tail {
    case none
    /// A statement, which may be wrapped.
    case statement
    /// A value that begins with a quote and has not ended.
    case value
    /// A list of objects or values, up to the bracket that closes it.
    case list
    /// A fault whose object may stand on a line of its own.
    case fault
    /// Rows of a plan, whose form is not known.
    case plan
  }

  private struct PendingStatement {
    var text: String
    var line: Int
    var thread: String?
    var time: Int?
    var lines = 1
  }

  private var tail = Tail.none
  private var tailThread: String?
  private var tailLines = 0
  private var pending: PendingStatement?
  private var threads: LogThreads
  private let file: Int
  private(set) var lineCount = 0
  private(set) var hasSeenOne = false

  /// A statement is not wrapped over more lines, nor a value or a list over these.
  private static let mostOfStatement = 200
  private static let mostOfList = 1_000_000
  /// A statement is not longer with all its lines.
  private static let longest = 1 << 20

  init(file: Int, detail: LogDetail) {
    self.file = file
    threads = LogThreads(file: file, detail: detail)
  }

  mutating func take(_ line: OutputLine, into recording: RecordingBuilder) {
    lineCount += 1
    let text = PlainLine.of(line.text)
    if case .cut = line.damage { recording.note(.longLine) }
    if line.damage == .notUTF8 { recording.note(.notUTF8) }
    guard let found = LogLine(Substring(text)) else {
      takeOther(Substring(text), into: recording)
      return
    }
    hasSeenOne = true
    settle(into: recording)
    tail = .none
    read(found, text, into: recording)
  }

  /// The end of the file: what is open stays without an answer.
  mutating func finish(into recording: RecordingBuilder) {
    settle(into: recording)
    tail = .none
    threads.finish(into: recording)
  }

  // MARK: - Lines of Core Data

  private mutating func read(_ line: LogLine, _ whole: String, into recording: RecordingBuilder) {
    let thread = line.prefix?.thread
    tailThread = thread
    tailLines = 0
    switch line.kind {
    case .sql:
      recording.count(.understood, in: file)
      recording.see(level: 1)
      pending = PendingStatement(
        text: String(line.text), line: lineCount, thread: thread, time: line.prefix?.time)
      tail = .statement
    case .annotation, .details, .debug, .info:
      read(annotation: line, whole, thread, into: recording)
    case .error, .warning, .fault, .mirroring:
      recording.count(.understood, in: file)
      recording.count(message: line.kind.rawValue)
    case .unknown:
      refuse(whole, into: recording)
    }
  }

  private mutating func read(
    annotation line: LogLine, _ whole: String, _ thread: String?, into recording: RecordingBuilder
  ) {
    if line.text.hasPrefix("CoreData+CloudKit") || line.text.hasPrefix("CoreData+CoreSpotlight") {
      recording.count(.understood, in: file)
      recording.count(message: LogLine.Kind.mirroring.rawValue)
      return
    }
    guard let annotation = Annotation(line.kind, line.text) else {
      refuse(whole, into: recording)
      return
    }
    if annotation == .cutTotal {
      refuse(whole, into: recording)
    } else {
      recording.count(.understood, in: file)
    }
    switch annotation {
    case .fault(let object, _): tail = object == nil ? .fault : opensList(line.text) ? .list : .none
    case .bind(_, let value):
      recording.see(level: 2)
      tail = Self.isOpen(value) ? .value : opensList(line.text) ? .list : .none
    case .plan:
      recording.see(level: 4)
      tail = .plan
    case .returned:
      tail = opensList(line.text) ? .list : .none
      recording.see(level: tail == .list ? 3 : 2)
    case .countRequest(_, let count):
      recording.see(level: 3)
      tail = count == nil ? .list : .none
    default: tail = opensList(line.text) ? .list : .none
    }
    threads.take(
      annotation, on: thread, at: lineCount, time: line.prefix?.time, into: recording)
  }

  private mutating func refuse(_ whole: String, into recording: RecordingBuilder) {
    recording.count(.notUnderstood, in: file)
    recording.refuse(line: lineCount, whole, in: file)
  }

  private func opensList(_ text: Substring) -> Bool {
    let last = text.last { $0 != " " }
    return last == "(" || last == "{"
  }

  /// Whether a value's quote has not been closed.
  private static func isOpen(_ value: String) -> Bool {
    guard value.first == "\"" else { return false }
    let end = value.last { $0 != " " }
    return value.utf8.count == 1 || end != "\""
  }

  // MARK: - All other lines

  private mutating func takeOther(_ text: Substring, into recording: RecordingBuilder) {
    if continues(text) {
      recording.count(.understood, in: file)
      return
    }
    settle(into: recording)
    tail = .none
    recording.count(text.allSatisfy(\.isWhitespace) ? .blank : .unrelated, in: file)
  }

  /// Whether a line belongs to the one before it.
  private mutating func continues(_ text: Substring) -> Bool {
    let trimmed = text.drop { $0 == " " || $0 == "\t" }
    tailLines += 1
    switch tail {
    case .none: return false
    case .statement:
      guard var statement = pending, statement.lines < Self.mostOfStatement,
        statement.text.utf8.count + text.utf8.count < Self.longest,
        Self.goesOn(statement.text, with: trimmed)
      else { return false }
      statement.text += " " + trimmed
      statement.lines += 1
      pending = statement
      return true
    case .value:
      guard tailLines < Self.mostOfList else { return false }
      if trimmed.last(where: { $0 != " " }) == "\"" { tail = .none }
      return true
    case .list:
      guard tailLines < Self.mostOfList else { return false }
      let closings: Set<Substring> = [")", "}", ");", "};", "),", "},"]
      let bare = trimmed.prefix { $0 != " " && $0 != "\t" }
      if closings.contains(bare) || Annotation.number(in: trimmed, after: ") returned ") != nil {
        // A bracket inside of a list of values stands further in than the one that closes the list.
        if trimmed.startIndex == text.startIndex || tailLines > 0 && bare.first == ")"
          || bare.first == "}"
        {
          tail = .none
        }
      }
      return true
    case .fault:
      tail = .none
      guard trimmed.hasPrefix("<x-coredata://") || trimmed.hasPrefix("x-coredata://") else {
        return false
      }
      threads.name(Annotation.object(trimmed), on: tailThread)
      return true
    case .plan:
      let words = [
        "SCAN ", "SEARCH ", "USE TEMP B-TREE", "USING ", "EXECUTE ", "COMPOUND ", "CO-ROUTINE",
        "MATERIALIZE",
      ]
      return tailLines < 1_000
        && (trimmed.first?.isNumber == true || trimmed.first == "(" || trimmed.first == ")"
          || words.contains { trimmed.uppercased().contains($0) })
    }
  }

  private static let clauses = [
    "FROM ", "WHERE ", "ORDER BY ", "GROUP BY ", "HAVING ", "LIMIT ", "JOIN ", "LEFT OUTER JOIN ",
    "LEFT JOIN ",
    "INNER JOIN ", "CROSS JOIN ", "AND ", "OR ", "ON ", "SET ", "VALUES(", "VALUES (", "UNION ",
    "OFFSET ",
  ]
  private static let verbs = [
    "SELECT ", "INSERT ", "UPDATE ", "DELETE ", "BEGIN", "COMMIT", "WITH ", "PRAGMA ", "pragma ",
  ]

  /// Whether a line goes on with a statement that was wrapped.
  private static func goesOn(_ statement: String, with line: Substring) -> Bool {
    if line.isEmpty { return false }
    if clauses.contains(where: line.hasPrefix) { return true }
    let end = statement.last { $0 != " " }
    if end == nil { return verbs.contains(where: line.hasPrefix) }
    if end == "," || end == "(" {
      return line.hasPrefix("t") || line.hasPrefix("Z") || line.hasPrefix("?")
        || line.hasPrefix(")")
    }
    return false
  }

  /// The statement is whole: the line that came is none of its.
  private mutating func settle(into recording: RecordingBuilder) {
    guard let statement = pending else { return }
    pending = nil
    threads.take(
      statement.text, on: statement.thread, at: statement.line, time: statement.time,
      into: recording)
  }
}
