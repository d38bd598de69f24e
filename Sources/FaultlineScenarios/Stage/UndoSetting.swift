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

  private static let words = ["unlimited", "none"]
  private static let keys = [
    Key("levels", .integer(1...Int.max), required: true, "How many groups can be undone.")
  ]

  static let kind = Kind.either([.choice(words), .table(keys)])

  init(_ node: Node) throws(Diagnostic) {
    guard node.scalar == nil else {
      self = try node.choice(among: Self.words) == "none" ? .none : .unlimited
      return
    }
    let fields = try Fields(node, of: "undo", keys: Self.keys)
    self = .levels(try fields.required("levels").integer(in: 1...Int.max))
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
    case .unlimited: "unlimited"
    case .none: "none"
    case .levels(let count): "\(count) levels"
    }
  }
}
