// A holder of objects that lies outside of the graph: its words, and what can be done about it.

package import Faultline
package import FaultlineKnowledge
import FaultlineReplay

/// What holds objects, in words that are the same in every run, and why.
package struct NamedHolder: Hashable, Sendable {
  /// Why it holds them, which says what ends it.
  let reason: HoldReason
  /// The holder alone: `the undo manager`.
  let name: String
  /// What it holds the object for; empty where the name says it.
  private let purpose: String
  /// The context to which the holder belongs, where there are several.
  private let context: String?

  /// The holder in words, without numbers that differ from object to object.
  package var words: String { purpose.isEmpty ? name : "\(name), \(purpose)" }

  /// Words a holder.
  package init(
    _ reason: HoldReason, _ name: String, _ purpose: String = "", of context: String? = nil
  ) {
    self.reason = reason
    self.name = name
    self.purpose = purpose
    self.context = context
  }

  /// What references show that no known holder explains.
  package static let stranger = NamedHolder(.elsewhere, "a holder that the engine does not know")
  /// What objects are to each other that nothing else holds.
  package static let cycle = NamedHolder(.relationship, "a retain cycle")

  /// The holder that the engine names; its context is named where there are several.
  package init(_ holder: Holder, of context: String? = nil) {
    let reason = HoldReason(holder)
    switch holder {
    case .container(let path): self.init(reason, Self.withoutPlace(path))
    case .relationship(let owner, let name):
      self.init(reason, "'\(name)' of \(owner.words)", "which an undo may bring back")
    case .fetchedProperty(let owner, let name):
      self.init(reason, "the fetched '\(name)' of \(owner.words)")
    default:
      let (name, purpose) = holder.words
      let whole = context.map { name == "the context" ? "\(name) '\($0)'" : "\(name) of '\($0)'" }
      self.init(reason, whole ?? name, purpose, of: context)
    }
  }

  /// `array 'kept'[17]` is the array, whichever place it is.
  private static func withoutPlace(_ path: String) -> String {
    guard path.hasSuffix("]"), let open = path.lastIndex(of: "[") else { return path }
    return String(path[..<open])
  }
}

extension ManagedObjectID {
  /// The object by its entity alone, which is the same in every run.
  fileprivate var words: String { "an object of '\(entityName)'" }
}

// A holder in two or three words, for a line that has no room for more.
extension NamedHolder {
  /// What holds, such as `the pool`; what has a name of its own is called by it.
  package var brief: String {
    switch reason {
    case .container, .observer, .name, .weak: name
    default: context.map { "\(briefReason) of '\($0)'" } ?? briefReason
    }
  }

  private var briefReason: String {
    switch reason {
    case .pool: "the pool"
    case .change: "a pending change"
    case .deletion: "a pending deletion"
    case .telling: "a pending notification"
    case .conflict: "conflict detection"
    case .retained: "retainsRegisteredObjects"
    case .undo: "undo"
    case .redo: "redo"
    case .relationship: "a relationship"
    case .fetched: "a fetched property"
    case .parent: "a child context"
    case .elsewhere: "an unknown holder"
    case .container, .observer, .name, .weak: name
    }
  }
}

// The one place at which the engine's holders become the reasons that films and leaks share.
extension HoldReason {
  /// Why a holder holds that is no realized relationship between objects of the graph.
  init(_ holder: Holder) {
    self =
      switch holder {
      case .pendingChange: .change
      case .pendingDeletion: .deletion
      case .notification: .telling
      case .conflictDetection: .conflict
      case .retainsRegistered: .retained
      // Relationships of the graph are seen in the graph: what is named besides is on the undo manager's shelf.
      case .undo, .relationship: .undo
      case .redo: .redo
      case .pool: .pool
      case .container: .container
      case .fetchedProperty: .fetched
      }
  }
}

// What ends a hold, and which of several holds is to be suspected first.
extension HoldReason {
  /// The place among the reasons of a leak, those to be suspected first before the others.
  var rank: Int { remedy.rank }

  /// What ends it.
  var advice: String { remedy.advice }

  /// Whether the holder can let go by itself: a container, an undo manager, a context.
  ///
  /// Objects that hold each other cannot, and of a holder that is not known that is not known either.
  var canLetGo: Bool { rank < HoldReason.relationship.rank }

  private var remedy: (rank: Int, advice: String) {
    switch self {
    case .container:
      (0, "Take out of the container what is no longer needed, or let the container go (R5).")
    case .observer:
      (1, "End the observation, or let its handler mention the object weakly.")
    case .retained:
      (2, "Turn retainsRegisteredObjects off, or let the context go when its work is done (R4).")
    case .undo, .redo:
      (
        3,
        "Bound the undo manager by levelsOfUndo, call removeAllActions after a save, or go without one (U3)."
      )
    case .change, .deletion:
      (4, "Save, roll back or reset: until then the context holds what was changed (R3).")
    case .pool:
      (5, "End the turn, so that its pool drains (R1).")
    case .telling, .conflict, .fetched:
      (6, "Save or process pending changes: the engine needs the objects until then.")
    case .relationship:
      (
        7,
        "Refresh one of the objects without merging, or reset the context, before letting go (C2)."
      )
    case .elsewhere, .name, .parent, .weak:
      (8, "Look for variables, closures and collections that still mention the objects (C3).")
    }
  }
}
