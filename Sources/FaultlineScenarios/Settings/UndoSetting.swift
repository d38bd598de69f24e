// What a context's undo manager may hold, as a scenario says it.

import Faultline

/// Whether there is an undo manager, and how much it remembers.
package enum UndoSetting: Sendable, Hashable, CustomStringConvertible {
  /// Everything since the context was made (U2).
  case unlimited
  /// There is no undo manager (U5).
  case none
  /// The last so many groups (U3).
  case levels(Int)

  private static let limitless = "unlimited"
  private static let keys = [
    Key(
      "levels", .integer(1...Int.max).orOff, required: true,
      "How many groups can be undone; \(DisabledKeyword.word) for any number of them.")
  ]

  static let kind = Kind.either([.choice([limitless]), .off, .table(keys)])

  init(_ node: Node) throws(Diagnostic) {
    if node.isOff {
      self = .none
    } else if node.scalar != nil {
      _ = try node.choice(among: [Self.limitless, DisabledKeyword.word])
      self = .unlimited
    } else {
      let fields = try Fields(node, of: "undo", keys: Self.keys)
      let levels = try fields.required("levels").integerOrOff(in: 1...Int.max)
      self = levels.map { .levels($0) } ?? .unlimited
    }
  }

  /// Sets a context to it.
  func apply(to context: ManagedObjectContext) {
    switch self {
    case .unlimited: break
    case .none: context.undoManager = nil
    case .levels(let count): context.undoManager?.levelsOfUndo = count
    }
  }

  /// The setting as reports show it.
  package var description: String {
    switch self {
    case .unlimited: Self.limitless
    case .none: DisabledKeyword.word
    case .levels(let count): "\(count) levels"
    }
  }
}
