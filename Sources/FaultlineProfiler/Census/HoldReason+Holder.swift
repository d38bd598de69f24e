// The one place at which the engine's holders become the reasons that films and leaks share.

import Faultline
import FaultlineKnowledge
import FaultlineReplay

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
