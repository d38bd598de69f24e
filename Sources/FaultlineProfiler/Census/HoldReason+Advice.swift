// What ends a hold, and which of several holds is to be suspected first.

import FaultlineKnowledge
import FaultlineReplay

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
