// What the engine did, as a trace file and as text: in a pass of its own, so that no number knows of it.

import FaultlineTestSupport
import Foundation
import Testing

@Suite struct TraceTests {
  private static let scenario = """
    faultline: 1
    name: traced
    title: A little of everything
    model:
      Department:
        name: string
        employees: {to many: Employee, inverse: department}
      Employee:
        name: string
        department: {to one: Department, inverse: employees}
    stores: [sqlite]
    steps:
      - insert: {entity: Department, count: 2, into: departments, set: {name: 'D {index}'}}
      - insert:
          entity: Employee
          count: 6
          into: employees
          set: {name: 'E {index}', department: pick(departments)}
      - save: {}
      - set: {objects: employees, to: {name: 'F {index}'}}
      - undo: {}
      - release: all
      - reset: {}
      - fetch: {entity: Department, into: departments}
      - walk: {from: departments, path: employees.department}
      - refresh: {objects: departments, merge: false}
      - checkpoint: done
    measure: {repeats: 1, warmup: 1}
    """

  private struct Trace: Decodable {
    struct Event: Decodable {
      struct Arguments: Decodable {
        var name: String?
        var count: Int?
        var sql: String?
        var bound: String?
        var plan: [String]?
      }
      var name: String
      var cat: String?
      var ph: String
      var ts: Double?
      var dur: Double?
      var pid: Int
      var tid: Int
      var args: Arguments?
    }
    var traceEvents: [Event]
  }

  private static let run = Result { () throws -> (Trace, WholeProgram.Answer, WholeProgram) in
    let program = try WholeProgram(["traced.yaml": scenario])
    let answer = try program.run(
      "run", "traced.yaml", "--no-progress", "--out", "traced", "--trace", "trace.json", "--sql",
      "3")
    #expect(answer.status == 0, "\(answer)")
    let data = try Data(contentsOf: program.folder.appending(path: "trace.json"))
    return (try JSONDecoder().decode(Trace.self, from: data), answer, program)
  }

  @Test func `every sort of event is there, under the name of its trial`() throws {
    let events = try Self.run.get().0.traceEvents
    #expect(events.first?.args?.name == "traced/default")
    // Another thread than that of the process's number would stand beside an empty main thread.
    #expect(events.allSatisfy { $0.tid == $0.pid })
    let kinds = Set(events.compactMap(\.cat))
    #expect(
      kinds.isSuperset(of: [
        "turn", "step", "fetch", "save", "stage", "statement", "relationship", "fault", "refresh",
        "reset", "undo", "checkpoint",
      ]), "\(kinds.sorted())")
    let stages = events.filter { $0.cat == "stage" }.map(\.name)
    #expect(
      stages
        == ["prepare", "validate", "derive", "identify", "write", "settle", "notify"].map {
          "save: \($0)"
        })
    let fetch = events.first { $0.name == "fetch Department" }
    #expect(fetch?.args?.count == 2)
  }

  /// Perfetto draws slices of one thread within each other, and drops one that laps over another's end.
  @Test func `events nest, and stand in the order of their beginnings`() throws {
    let slices = try Self.run.get().0.traceEvents.filter { $0.ph == "X" }
    #expect(slices.count > 30)
    var open: [Double] = []
    var last = 0.0
    for slice in slices {
      let (start, end) = (slice.ts ?? -1, (slice.ts ?? 0) + (slice.dur ?? 0))
      #expect(start >= last)
      last = start
      while let inner = open.last, inner <= start { open.removeLast() }
      // A nanosecond is what the division by a thousand may round.
      if let outer = open.last { #expect(end <= outer + 0.001, "\(slice.name)") }
      open.append(end)
    }
  }

  /// What the format asks of each entry, whoever reads it: which phase it is, and what belongs to that phase.
  @Test func `every entry has what the format wants of its phase, and nothing else`() throws {
    let program = try Self.run.get().2
    let text = try program.text(of: "trace.json")
    let file = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(file.keys.sorted() == ["displayTimeUnit", "traceEvents"])
    #expect(["ms", "ns"].contains(file["displayTimeUnit"] as? String))
    let events = try #require(file["traceEvents"] as? [[String: Any]])
    // Searched by hand as well: a line an entry, between the first and the last.
    #expect(text.split(separator: "\n").count == events.count + 2)
    let always: Set = ["name", "ph", "pid", "tid"]
    for event in events {
      let keys = Set(event.keys).subtracting(["args"])
      #expect(event["name"] is String && event["pid"] is Int && event["tid"] is Int)
      #expect(event["args"] == nil || event["args"] is [String: Any])
      switch event["ph"] as? String {
      case "M":
        #expect(
          keys == always && ["process_name", "thread_name"].contains(event["name"] as? String))
        #expect((event["args"] as? [String: Any])?["name"] is String)
      case "X":
        #expect(keys == always.union(["cat", "ts", "dur"]))
        #expect((event["ts"] as? Double ?? -1) >= 0 && (event["dur"] as? Double ?? -1) >= 0)
      case "i":
        #expect(keys == always.union(["cat", "ts", "s"]) && event["s"] as? String == "t")
        #expect((event["ts"] as? Double ?? -1) >= 0)
      default: Issue.record("no phase of the format: \(event)")
      }
    }
  }

  @Test func `statements have their rows, their values and their plan`() throws {
    let statements = try Self.run.get().0.traceEvents.filter { $0.cat == "statement" }
    let insert = try #require(
      statements.first { $0.args?.sql?.hasPrefix("INSERT INTO ZEMPLOYEE") == true })
    #expect(insert.args?.count == 1)
    #expect(insert.args?.bound?.contains("'E 0'") == true, "\(insert)")
    let select = try #require(
      statements.first { $0.args?.sql?.contains("FROM ZDEPARTMENT") == true })
    #expect(select.args?.count == 2)
    let plans = statements.compactMap(\.args?.plan)
    #expect(plans.contains { $0.contains { $0.hasPrefix("SCAN") } }, "\(plans)")
    #expect(!plans.joined().contains { $0.hasPrefix("no plan") }, "\(plans)")
  }

  @Test func `statements are written as text beside the report`() throws {
    let (_, answer, program) = try Self.run.get()
    for part in ["trial: traced/default\n", "step: save", "sql: SELECT", "annotation: plan: SCAN"] {
      #expect(answer.errors.contains(part), "\(part)")
    }
    #expect(answer.errors.contains(/annotation: 2 rows in [0-9.,]+ (ns|µs|ms)/))
    let first = try program.run(
      "run", "traced.yaml", "--no-progress", "--out", "plain", "--sql", "1")
    #expect(first.errors.contains("sql: INSERT INTO ZEMPLOYEE"))
    #expect(!first.errors.contains("'E 0'") && !first.errors.contains("plan:"))
    #expect(!answer.output.contains("sql:"))
  }

  /// Numbers are those of passes in which nobody listened.
  @Test func `a traced run reads what an untraced one reads, to the byte`() throws {
    let program = try Self.run.get().2
    let answer = try program.run("run", "traced.yaml", "--no-progress", "--out", "untraced")
    #expect(answer.errors == "")
    expectText(
      try program.text(of: "traced/traced.json"), is: try program.text(of: "untraced/traced.json"))
  }

  @Test func `a trace that cannot be written is reported before anything runs`() throws {
    let program = try WholeProgram(["traced.yaml": Self.scenario])
    let answer = try program.run("run", "traced.yaml", "--trace", "traced.yaml/trace.json")
    #expect(answer.status == 3 && answer.errors.contains("the trace cannot be written"))
    #expect(program.files(in: "Reports/out") == [])
  }
}
