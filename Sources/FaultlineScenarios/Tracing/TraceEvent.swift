// One thing that happened in a traced pass, as it goes from the trial's process to the one that shows it.

internal import Faultline
import FaultlineMeasures
import FaultlineSQLite
import Foundation

/// An event of the engine, a step or a checkpoint, with its time in nanoseconds since the pass began.
package struct TraceEvent: Codable, Sendable, Hashable {
  /// The engine's word, or `step` or `checkpoint`.
  package var kind: String
  /// What it was done to: an entity, a stage of a save, the text of a statement.
  package var subject: String
  /// How many objects or rows it was about.
  package var count: Int?
  /// When it began, and how long it took; a checkpoint takes none.
  package var start: UInt64
  package var duration: UInt64
  /// A statement with its values in it.
  package var bound: String?
  /// How SQLite carries a statement out, with the first of its kind.
  package var plan: [String]?

  static let step = "step"
  static let checkpoint = "checkpoint"
  static let statement = EventHook.Kind.statement.word

  /// The event in few words: `fetch Employee`, `save: write`, `SELECT 0, t0.Z_PK …`.
  package var title: String {
    switch kind {
    case Self.statement: subject.count > 60 ? "\(subject.prefix(59))…" : subject
    case Self.step: subject
    default: Self.title(of: kind, subject)
    }
  }

  /// What the engine did in few words: `fetch Employee`, `save: write`.
  static func title(of kind: String, _ subject: String) -> String {
    if kind == EventHook.Kind.stage.word { return "save: \(subject)" }
    return subject.isEmpty ? kind : "\(kind) \(subject)"
  }

  /// Whether it is a statement.
  package var isStatement: Bool { kind == Self.statement }
}

/// What is wanted of a trial besides its numbers.
package struct TraceRequest: Sendable, Codable, Hashable {
  /// Where the events go, a JSON object a line.
  package let file: String
  /// 2 for statements with their values, 3 with SQLite's plans as well.
  package let detail: Int

  /// Wishes for the events of a trial.
  package init(file: String, detail: Int = 1) {
    self.file = file
    self.detail = detail
  }
}

extension [TraceEvent] {
  /// Reads what a trial has written; nil where it has written nothing.
  package init?(file: String) {
    guard let data = FileManager.default.contents(atPath: file) else { return nil }
    let decoder = JSONDecoder()
    self = data.split(separator: UInt8(ascii: "\n")).compactMap {
      try? decoder.decode(TraceEvent.self, from: $0)
    }
  }

  /// Writes events, a line each.
  func write(to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var data = Data()
    for event in self {
      data.append(try encoder.encode(event))
      data.append(UInt8(ascii: "\n"))
    }
    try data.write(to: URL(fileURLWithPath: file))
  }
}

/// Listens to the engine during one pass and notes events in the order of their beginnings.
final class TraceRecorder {
  private let detail: Int
  private let origin = EventHook.now()
  private var events: [TraceEvent] = []
  /// How many did not fit.
  private(set) var dropped = 0
  private var openSteps: [(title: String, start: UInt64)] = []
  /// The files in which statements ran.
  private var files: [String: String] = [:]

  /// More would fill the memory, and no viewer would show them.
  private static let most = 500_000

  /// Makes a recorder; with detail 2 it notes the values of statements.
  init(detail: Int) { self.detail = detail }

  /// Listens while a body runs.
  func listen<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    EventHook.install(
      EventHook.Listener(wantsValues: detail >= 2) { [unowned self] in note($0) })
    defer { EventHook.install(nil) }
    return try body()
  }

  func begin(step title: String) { openSteps.append((title, EventHook.now())) }

  func endStep() {
    guard let step = openSteps.popLast() else { return }
    add(
      TraceEvent(
        kind: TraceEvent.step, subject: step.title, start: step.start - origin,
        duration: EventHook.now() - step.start))
  }

  func checkpoint(_ name: String) {
    add(
      TraceEvent(
        kind: TraceEvent.checkpoint, subject: name, start: EventHook.now() - origin, duration: 0))
  }

  private func note(_ event: EventHook.Event) {
    if let file = event.file { files[event.subject] = file }
    add(
      TraceEvent(
        kind: event.kind.word, subject: event.subject, count: event.count,
        start: event.start - origin, duration: event.end - event.start, bound: event.bound))
  }

  private func add(_ event: TraceEvent) {
    if events.count < Self.most { events.append(event) } else { dropped += 1 }
  }

  /// What was noted, the outer of two events that begin together first; while the files of the stores still lie there.
  func take() -> [TraceEvent] {
    // Notes come when an event ends, so of two that began at once the later note is the outer one.
    let order = events.indices.sorted {
      (events[$0].start, events[$1].duration, $1) < (events[$1].start, events[$0].duration, $0)
    }
    var sorted = order.map { events[$0] }
    if detail >= 3 { explain(&sorted) }
    return sorted
  }

  private func explain(_ events: inout [TraceEvent]) {
    var known: Set<String> = []
    for index in events.indices where events[index].isStatement {
      let text = events[index].subject
      guard known.insert(text).inserted, let file = files[text], Self.hasPlan(text) else {
        continue
      }
      let steps = StatementPlan.steps(of: text, inFileAt: file)
      if !steps.isEmpty { events[index].plan = steps }
    }
  }

  private static func hasPlan(_ text: String) -> Bool {
    ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "REPLACE"].contains {
      text.uppercased().hasPrefix($0)
    }
  }
}

// What the engine did last, in words.
extension EventTrail.Entry {
  /// The event in few words: `fetch Employee (200)`, `fault Department × 12`, `save: write (unfinished)`.
  var words: String {
    let name = TraceEvent.title(of: kind.word, subject)
    let often = times > 1 ? " × \(NumberText.grouped(times))" : ""
    let facts =
      (count.map { [NumberText.grouped($0)] } ?? [])
      + (isRunning ? ["unfinished"] : [])
    return name + often + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
  }
}
