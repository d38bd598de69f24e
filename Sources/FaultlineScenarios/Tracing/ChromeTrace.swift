// Traces as Chrome and Perfetto read them: a process a trial, a slice an event.

package import Foundation

/// Writes the events of trials as a trace file.
package struct ChromeTrace {
  private var entries: [Entry] = []
  private var processes = 0

  /// Starts an empty trace.
  package init() {}

  /// Adds the events of a trial under its name.
  package mutating func add(_ events: [TraceEvent], of trial: String) {
    processes += 1
    entries.append(Entry(named: trial, as: "process_name", pid: processes))
    entries.append(Entry(named: "workload", as: "thread_name", pid: processes))
    for event in events { entries.append(Entry(event, pid: processes)) }
  }

  /// The file: one event a line, so that it can be searched by hand.
  package func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var data = Data("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n".utf8)
    for (index, entry) in entries.enumerated() {
      if index > 0 { data.append(Data(",\n".utf8)) }
      data.append(try encoder.encode(entry))
    }
    data.append(Data("\n]}\n".utf8))
    return data
  }

  /// One entry of the format's list.
  private struct Entry: Encodable {
    let name: String
    let cat: String?
    let ph: String
    /// Microseconds, as the format wants them.
    let ts: Double?
    let dur: Double?
    let pid: Int
    /// The process's own number: Perfetto takes that thread for the main one, and else shows an empty one beside it.
    let tid: Int
    /// Instants: seen in the thread they belong to.
    let s: String?
    let args: Arguments?

    /// What is said beside the name.
    struct Arguments: Encodable {
      var name: String?
      var count: Int?
      var sql: String?
      var bound: String?
      var plan: [String]?
    }

    init(named name: String, as kind: String, pid: Int) {
      self.name = kind
      (self.pid, tid) = (pid, pid)
      args = Arguments(name: name)
      (cat, ph, ts, dur, s) = (nil, "M", nil, nil, nil)
    }

    init(_ event: TraceEvent, pid: Int) {
      name = event.title
      cat = event.kind
      (self.pid, tid) = (pid, pid)
      let isInstant = event.kind == TraceEvent.checkpoint
      ph = isInstant ? "i" : "X"
      ts = Double(event.start) / 1_000
      dur = isInstant ? nil : Double(event.duration) / 1_000
      s = isInstant ? "t" : nil
      args =
        event.isStatement || event.count != nil
        ? Arguments(
          count: event.count, sql: event.isStatement ? event.subject : nil, bound: event.bound,
          plan: event.plan) : nil
    }
  }
}
