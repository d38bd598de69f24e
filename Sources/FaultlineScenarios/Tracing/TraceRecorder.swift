// Notes what happens in a pass of its own, which measures nothing.

import Faultline
import FaultlineSQLite

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
