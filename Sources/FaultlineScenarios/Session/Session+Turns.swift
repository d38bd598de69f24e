// Turns in a session: one trip each through the run loop, in which several contexts may have a part.

import Faultline

/// A turn that has begun and not ended.
struct OpenTurn {
  /// The context that it began in.
  let context: SessionContext
  /// Where its guests begin among those of all open turns.
  let firstGuest: Int
}

/// The part of a turn that a context has in which the turn did not begin.
struct TurnGuest {
  /// Nil once the context was closed.
  var context: SessionContext?
  let mark: Int
}

extension Session {
  /// One turn of the run loop around some steps.
  func inTurn(_ body: () throws -> Void) throws {
    let outer = turn
    let opened = OpenTurn(context: current, firstGuest: guests.count)
    let start = EventHook.began()
    defer {
      EventHook.ended(start, .turn, opened.context.number == 0 ? "" : opened.context.name)
    }
    var duties: [Routine.Duty] = []
    var guestDuties: [(SessionContext, [Routine.Duty])] = []
    try opened.context.working {
      let mark = opened.context.beginTurn()
      do {
        turn = opened
        defer { turn = outer }
        try body()
        instruments.willEndTurn(self)
      } catch {
        // The step's own error says more than what follows from it.
        _ = try? endParts(of: opened)
        _ = try? opened.context.endTurn(mark)
        throw error
      }
      guestDuties = try endParts(of: opened)
      duties = try opened.context.endTurn(mark)
    }
    try perform(duties, in: opened.context)
    for (guest, duties) in guestDuties { try perform(duties, in: guest) }
  }

  /// Does something in another context, which gets its part of the turn if one is open.
  func visit(_ other: SessionContext, _ body: () throws -> Void) throws {
    let outer = current
    current = other
    defer { current = outer }
    if let turn, turn.context !== other,
      !guests[turn.firstGuest...].contains(where: { $0.context === other })
    {
      try other.working { guests.append(TurnGuest(context: other, mark: other.beginTurn())) }
    }
    try body()
  }

  /// Ends the parts that guests have in a turn, in the order in which they came.
  private func endParts(of turn: OpenTurn) throws -> [(SessionContext, [Routine.Duty])] {
    guard guests.count > turn.firstGuest else { return [] }
    let parts = Array(guests[turn.firstGuest...])
    guests.removeSubrange(turn.firstGuest...)
    var duties: [(SessionContext, [Routine.Duty])] = []
    for part in parts {
      guard let guest = part.context else { continue }
      try guest.working { duties.append((guest, try guest.endTurn(part.mark))) }
    }
    return duties
  }

  /// Lets a context do what it does by itself.
  private func perform(_ duties: [Routine.Duty], in context: SessionContext) throws {
    for duty in duties { try context.perform(duty) }
  }
}
