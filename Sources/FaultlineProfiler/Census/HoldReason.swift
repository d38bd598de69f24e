// A reason why an object is alive that lies outside of the graph: its words, and what can be done about it.

package import Faultline

/// Who holds objects, in words that are the same in every run, told apart by what ends it.
package struct HoldReason: Hashable, Sendable {
  /// The sorts of holders, those to be suspected first before the others.
  package enum Cause: Int, Sendable, CaseIterable, Comparable {
    /// An array, a dictionary, a controller, the results of a fetch.
    case container
    /// An observation, whose handler mentions the object.
    case observer
    /// A context that retains its registered objects.
    case context
    /// An undo manager.
    case undo
    /// Unsaved changes.
    case change
    /// The pool of a turn that has not ended.
    case pool
    /// Something else that the engine keeps for a while.
    case engine
    /// Objects that hold each other.
    case cycle
    /// A holder of which the engine knows nothing.
    case stranger

    package static func < (one: Cause, other: Cause) -> Bool { one.rawValue < other.rawValue }
  }

  /// What sort of holder it is.
  package let cause: Cause
  /// The holder alone: `the undo manager`.
  package let holder: String
  /// What it holds the object for; empty where the holder says it.
  private let purpose: String

  /// The holder in words, without numbers that differ from object to object.
  package var words: String { purpose.isEmpty ? holder : "\(holder), \(purpose)" }

  /// Words a reason.
  package init(_ cause: Cause, _ holder: String, _ purpose: String = "") {
    self.cause = cause
    self.holder = holder
    self.purpose = purpose
  }

  /// What references show that no known holder explains.
  package static let stranger = HoldReason(.stranger, "a holder that the engine does not know")
  /// What objects are to each other that nothing else holds.
  package static let cycle = HoldReason(.cycle, "a retain cycle")

  /// The reason that the engine gives.
  package init(_ holder: Holder) {
    let (words, purpose) = holder.words
    self =
      switch holder {
      case .container(let path): HoldReason(.container, Self.withoutPlace(path))
      case .retainsRegistered: HoldReason(.context, words, purpose)
      case .undo, .redo: HoldReason(.undo, words, purpose)
      case .pendingChange, .pendingDeletion: HoldReason(.change, words, purpose)
      case .pool: HoldReason(.pool, words, purpose)
      case .notification, .conflictDetection: HoldReason(.engine, words, purpose)
      case .relationship(let owner, let name):
        HoldReason(.undo, "'\(name)' of \(owner.words)", "which an undo may bring back")
      case .fetchedProperty(let owner, let name):
        HoldReason(.engine, "the fetched '\(name)' of \(owner.words)")
      case .relationshipChange(let owner, let name):
        HoldReason(.change, "the unsaved change of '\(name)' of \(owner.words)")
      }
  }

  /// `array 'kept'[17]` is the array, whichever place it is.
  private static func withoutPlace(_ path: String) -> String {
    guard path.hasSuffix("]"), let open = path.lastIndex(of: "[") else { return path }
    return String(path[..<open])
  }

  /// What ends it.
  package var advice: String {
    switch cause {
    case .container:
      "Take out of the container what is no longer needed, or let the container go (R5)."
    case .observer:
      "End the observation, or let its handler mention the object weakly."
    case .context:
      "Turn retainsRegisteredObjects off, or let the context go when its work is done (R4)."
    case .undo:
      "Bound the undo manager by levelsOfUndo, call removeAllActions after a save, or go without one (U3)."
    case .change:
      "Save, roll back or reset: until then the context holds what was changed (R3)."
    case .pool:
      "End the turn, so that its pool drains (R1)."
    case .engine:
      "Save or process pending changes: the engine needs the objects until then."
    case .cycle:
      "Refresh one of the objects without merging, or reset the context, before letting go (C2)."
    case .stranger:
      "Look for variables, closures and collections that still mention the objects (C3)."
    }
  }
}

extension ManagedObjectID {
  /// The object by its entity alone, which is the same in every run.
  fileprivate var words: String { "an object of '\(entityName)'" }
}
