// What a context does by itself every so many turns, so that ways to keep memory low can be compared.

import Faultline
import FaultlineMeasures

/// The duties of a context, each with the number of turns between two times.
package struct Routine: Sendable {
  /// What can be done over and over, in the order in which it is done.
  enum Duty: String, CaseIterable, Sendable {
    case drainEvery, saveEvery, refreshEvery, resetEvery, freshContextEvery
  }

  private var intervals: [Duty: Limit] = [:]

  /// The keys under `context`, and in a variant.
  ///
  /// A turn is what stands under `turn`, or a step by itself.
  static let keys = [
    Key(
      Duty.drainEvery.rawValue, .formula.orOff,
      "The pool is drained every so many turns; after every one if it is left out, and never with \(DisabledKeyword.word)."
    ),
    Key(
      Duty.saveEvery.rawValue, .formula.orOff,
      "The context is saved every so many turns; never by itself with \(DisabledKeyword.word), as when it is left out."
    ),
    Key(
      Duty.refreshEvery.rawValue, .formula.orOff,
      "All objects without unsaved changes become faults every so many turns, as by refreshAllObjects; never with \(DisabledKeyword.word), as when it is left out."
    ),
    Key(
      Duty.resetEvery.rawValue, .formula.orOff,
      "The context forgets every object every so many turns; never with \(DisabledKeyword.word), as when it is left out."
    ),
    Key(
      Duty.freshContextEvery.rawValue, .formula.orOff,
      "The context is let go and a new one takes its place every so many turns; never with \(DisabledKeyword.word), as when it is "
        + "left out."),
  ]

  /// Takes over what a mapping says.
  mutating func apply(_ fields: Fields) throws(Diagnostic) {
    for duty in Duty.allCases {
      guard let node = fields.optional(duty.rawValue) else { continue }
      let interval = try Limit(node)
      // To be switched off is the usual state of all duties but one.
      intervals[duty] = interval.isOff && duty != .drainEvery ? nil : interval
    }
  }

  /// Whether a fresh context takes the place of the one there is, now and then.
  func renewsContext(in names: Names) -> Bool {
    intervals[.freshContextEvery].map { !$0.isOff(in: names) } ?? false
  }

  /// Whether every interval is a whole number from 1 on under these parameters.
  func check(_ names: Names) throws(Diagnostic) {
    for duty in Duty.allCases {
      try intervals[duty]?.check { formula throws(Diagnostic) in
        for mention in formula.mentions where !names.known.contains(mention.text) {
          throw formula.unknown("parameter", mention, known: names.known)
        }
        do throws(FormulaError) {
          let value = try formula.value(in: names)
          guard value.isOff || (value.whole ?? 0) > 0 else {
            throw FormulaError(.wrongKind, "an interval is a whole number of turns from 1 on")
          }
        } catch {
          throw formula.diagnostic(error)
        }
      }
    }
  }

  /// The intervals under these parameters.
  func intervals(in names: Names) -> RoutineIntervals {
    var turns: [Int] = []
    for duty in Duty.allCases {
      guard let interval = intervals[duty] else {
        turns.append(0)
        continue
      }
      let usual = duty == .drainEvery ? RoutineIntervals.never : 0
      turns.append((try? interval.value(in: names)) ?? usual)
    }
    return RoutineIntervals(turns: turns)
  }

  /// What is set, as a report lists it.
  var listed: [Setting] {
    Duty.allCases.compactMap { duty in
      intervals[duty].map { Setting(name: duty.rawValue, value: $0.setting) }
    }
  }
}

/// The intervals of one trial, in numbers.
struct RoutineIntervals {
  /// By duty; 0 for what is as usual.
  fileprivate let turns: [Int]

  /// The interval of a pool that no turn drains: it does not come to an end.
  fileprivate static let never = Int.max

  /// The duties of a turn that has ended, in their order.
  func duties(after turn: Int) -> [Routine.Duty] {
    Routine.Duty.allCases.enumerated()
      .filter { $1 != .drainEvery && turns[$0] > 0 && turn % turns[$0] == 0 }.map(\.element)
  }

  /// Whether anything is done by itself.
  var isEmpty: Bool { turns.allSatisfy { $0 == 0 } }

  /// Whether the pool drains after a turn.
  func drains(after turn: Int) -> Bool { turns[0] == 0 || turn % turns[0] == 0 }
}
