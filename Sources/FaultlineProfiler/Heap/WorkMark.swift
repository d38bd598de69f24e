// What was being done when a block was taken, in a word that is made without allocating.

internal import Faultline

/// An operation of the engine, and the part of it that was going on.
package struct WorkMark: Hashable, Sendable {
  /// The operation in the lower half, its part in the upper one.
  let rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Nothing of the engine's that has a name.
  package static let step = WorkMark(rawValue: 0)
  /// The end of a turn: changes are processed, and the pool drains.
  package static let turnEnd = WorkMark(rawValue: 255)

  /// The stages of a save, by comparing: a list would be made at its first use, in the middle of the workload.
  private static func number(ofStage name: String) -> UInt16 {
    switch name {
    case "prepare": 0
    case "validate": 1
    case "derive": 2
    case "identify": 3
    case "write": 4
    case "settle": 5
    default: 6
    }
  }

  private static func stage(_ number: Int) -> String {
    ["prepare", "validate", "derive", "identify", "write", "settle", "notify"][min(number, 6)]
  }

  /// What goes on when an event begins while this does: an operation, or a part of one.
  func within(_ kind: EventHook.Kind, _ subject: String) -> WorkMark {
    let number = UInt16(kind.rawValue) + 1
    guard rawValue & 255 != 0, self != .turnEnd else { return WorkMark(rawValue: number) }
    guard rawValue >> 8 == 0 else { return self }
    var part = number
    if kind == .stage { part = 64 + Self.number(ofStage: subject) }
    return WorkMark(rawValue: rawValue | part << 8)
  }

  /// The operation; nil for what has no name.
  private var kind: EventHook.Kind? {
    rawValue & 255 == 0 || self == .turnEnd
      ? nil : EventHook.Kind(rawValue: UInt8(rawValue & 255) - 1)
  }

  /// Whether it lets go of things rather than taking hold of them, so that what was before it is true of its middle.
  package var letsGo: Bool {
    switch kind {
    case .save, .refresh, .reset, .collect, .merge, .undo, .redo: true
    case .turn, .fetch, .count, .fault, .relationship, .batch, .prefetch, .stage, .statement: false
    case nil: self == .turnEnd
    }
  }

  /// In words, such as `save (write)`; nil for a step of the script that has no operation of its own.
  package var words: String? {
    if self == .turnEnd { return "end of the turn" }
    guard let kind else { return nil }
    let part = Int(rawValue >> 8)
    if part == 0 { return Self.word(kind) }
    if part >= 64 { return "\(Self.word(kind)) (\(Self.stage(part - 64)))" }
    return EventHook.Kind(rawValue: UInt8(part - 1)).map {
      "\(Self.word(kind)) (\(Self.word($0)))"
    } ?? Self.word(kind)
  }

  private static func word(_ kind: EventHook.Kind) -> String {
    kind == .collect ? "cycle collection" : kind.word
  }
}
