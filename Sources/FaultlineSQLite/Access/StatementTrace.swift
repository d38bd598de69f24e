// Statements as events: their text, their rows and their time, reported by SQLite itself.

internal import CSQLite
internal import Faultline

/// Receives SQLite's trace of every statement of a connection, as long as it lives.
///
/// It is made only for a connection that is opened while there is a listener: all others run as if it were not there.
final class StatementTrace {
  private struct Running {
    let start: UInt64
    let bound: String?
    /// How many rows were changed on this connection before.
    let changed: Int64
    var rows = 0
  }

  private var running: [OpaquePointer: Running] = [:]
  private let handle: OpaquePointer
  private let wantsValues: Bool
  private let path: String

  /// Traces a connection; nil where there is no listener.
  init?(_ handle: OpaquePointer, path: String) {
    guard let listener = EventHook.listener else { return nil }
    self.handle = handle
    self.path = path
    wantsValues = listener.wantsValues
    let events = SQLITE_TRACE_STMT | SQLITE_TRACE_ROW | SQLITE_TRACE_PROFILE
    sqlite3_trace_v2(
      handle, UInt32(events),
      { event, context, subject, _ in
        guard let context, let subject else { return 0 }
        Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue()
          .receive(Int32(bitPattern: event), OpaquePointer(subject))
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Stops tracing; the connection may go on.
  func end() { sqlite3_trace_v2(handle, 0, nil, nil) }

  private func receive(_ event: Int32, _ statement: OpaquePointer) {
    switch event {
    case SQLITE_TRACE_STMT:
      // A trigger's statements are reported with the statement that has set it off.
      guard running[statement] == nil else { return }
      // The values are bound now, and what they lie in may be gone when the statement ends.
      running[statement] = Running(
        start: EventHook.now(), bound: wantsValues ? expanded(statement) : nil,
        changed: sqlite3_total_changes64(handle))
    case SQLITE_TRACE_ROW: running[statement]?.rows += 1
    case SQLITE_TRACE_PROFILE:
      guard let ended = running.removeValue(forKey: statement),
        let text = sqlite3_sql(statement).map({ String(cString: $0) })
      else { return }
      let changed = Int(sqlite3_total_changes64(handle) - ended.changed)
      let rows = max(ended.rows, changed)
      EventHook.report(
        ended.start, .statement, text, count: rows, bound: ended.bound, file: path)
    default: return
    }
  }

  private func expanded(_ statement: OpaquePointer) -> String? {
    guard let text = sqlite3_expanded_sql(statement) else { return nil }
    defer { sqlite3_free(text) }
    // A picture as digits is of no use.
    let whole = String(cString: text)
    return whole.utf8.count > 2_000 ? "\(whole.prefix(2_000))…" : whole
  }
}

/// SQLite's plans for statements, asked of a file by itself.
package enum StatementPlan {
  /// How SQLite would carry a statement out; or why it cannot say.
  package static func steps(of text: String, inFileAt path: String) -> [String] {
    do throws(GraphError) {
      let connection = try Connection(path, .readOnly)
      SQLFunctions.install(in: connection)
      DerivedReports.install(in: connection)
      return try connection.plan(of: text)
    } catch {
      return ["no plan: \(error.description)"]
    }
  }
}

extension Connection {
  /// The steps of SQLite's plan for a statement, those within others indented.
  func plan(
    of text: String, binding bind: (Statement) -> Void = { _ in }
  ) throws(GraphError) -> [String] {
    let statement = try prepare("EXPLAIN QUERY PLAN " + text)
    bind(statement)
    var depths: [Int64: Int] = [:]
    var steps: [String] = []
    while try statement.step() {
      let depth = depths[statement.integer(1)].map { $0 + 1 } ?? 0
      depths[statement.integer(0)] = depth
      steps.append(String(repeating: "  ", count: depth) + statement.string(3))
    }
    return steps
  }
}
