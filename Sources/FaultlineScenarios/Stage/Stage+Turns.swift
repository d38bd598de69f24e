// Turns on a stage: one trip each through the run loop, in which several contexts may have a part.

import Faultline

/// A turn that has begun and not ended.
struct OpenTurn {
  /// The context that it began in.
  let bench: Workbench
  /// Where its guests begin among those of all open turns.
  let firstGuest: Int
}

/// The part of a turn that a context has in which the turn did not begin.
struct TurnGuest {
  /// Nil once the context was closed.
  var bench: Workbench?
  let mark: Int
}

extension Stage {
  /// One turn of the run loop around some steps.
  func inTurn(_ body: () throws(StepFailure) -> Void) throws(StepFailure) {
    let outer = turn
    let opened = OpenTurn(bench: bench, firstGuest: guests.count)
    let start = EventHook.began()
    defer { EventHook.ended(start, .turn, opened.bench.number == 0 ? "" : opened.bench.name) }
    var duties: [Routine.Duty] = []
    var guestDuties: [(Workbench, [Routine.Duty])] = []
    try opened.bench.working { () throws(StepFailure) in
      let mark = opened.bench.beginTurn()
      do throws(StepFailure) {
        turn = opened
        defer { turn = outer }
        try body()
      } catch {
        // The step's own error says more than what follows from it.
        _ = try? endParts(of: opened)
        _ = try? opened.bench.endTurn(mark)
        throw error
      }
      guestDuties = try endParts(of: opened)
      duties = try engine { () throws(GraphError) in try opened.bench.endTurn(mark) }
    }
    try perform(duties, in: opened.bench)
    for (guest, duties) in guestDuties { try perform(duties, in: guest) }
  }

  /// Does something in another context, which gets its part of the turn if one is open.
  func visit(_ other: Workbench, _ body: () throws(StepFailure) -> Void) throws(StepFailure) {
    let outer = bench
    bench = other
    defer { bench = outer }
    if let turn, turn.bench !== other,
      !guests[turn.firstGuest...].contains(where: { $0.bench === other })
    {
      try other.working { guests.append(TurnGuest(bench: other, mark: other.beginTurn())) }
    }
    try body()
  }

  /// Ends the parts that guests have in a turn, in the order in which they came.
  private func endParts(
    of turn: OpenTurn
  ) throws(StepFailure) -> [(Workbench, [Routine.Duty])] {
    guard guests.count > turn.firstGuest else { return [] }
    let parts = Array(guests[turn.firstGuest...])
    guests.removeSubrange(turn.firstGuest...)
    var duties: [(Workbench, [Routine.Duty])] = []
    for part in parts {
      guard let guest = part.bench else { continue }
      try guest.working { () throws(StepFailure) in
        duties.append(
          (guest, try engine { () throws(GraphError) in try guest.endTurn(part.mark) }))
      }
    }
    return duties
  }

  /// Lets a context do what it does by itself, seen by the instruments.
  private func perform(_ duties: [Routine.Duty], in bench: Workbench) throws(StepFailure) {
    for duty in duties {
      let breaking = duty != .saveEvery
      if breaking { instruments.beforeBreaking(self) }
      try engine { () throws(GraphError) in try bench.perform(duty) }
      if breaking { instruments.afterBreaking(self) }
    }
  }
}
