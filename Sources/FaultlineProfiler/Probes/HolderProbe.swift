// Holders: how many of the registered objects are alive for which reason.

import Faultline
import FaultlineMeasures

/// Counts the registered objects that are held, by what holds them; one may be held by several.
package enum HolderProbe: Probe {
  package static let gauges = [
    gauge(
      "held.change", "the context holds because of unsaved changes", ["R3"],
      parts: { $0.parts(\.changed) }
    ) {
      $0.sum(\.changedObjectCount)
    },
    gauge(
      "held.pool", "the autorelease pool of the turn holds", ["L2", "R1"],
      parts: { $0.parts(\.pooled) }
    ) {
      $0.sum(\.pooledObjectCount)
    },
    gauge(
      "held.retain", "the context holds because it retains registered objects", ["R4"],
      parts: { $0.parts(\.retained) }
    ) {
      $0.sum { $0.retainsRegisteredObjects ? $0.registeredObjectCount : 0 }
    },
    gauge(
      "held.undo", "the undo manager holds", ["U1"],
      parts: {
        $0.heldParts {
          $0 || $1
        } inAll: {
          $0.heldObjectCount
        }
      }
    ) {
      $0.sum { $0.undoManager?.heldObjectCount ?? 0 }
    },
    gauge(
      "held.relationship", "a realized relationship holds", ["C1"], parts: { $0.parts(\.related) }
    ) { $0.census?.related },
    gauge(
      "held.container", "an array, a dictionary or a controller holds", ["R5"],
      parts: { $0.parts(\.contained) }
    ) {
      $0.census?.contained
    },
    gauge(
      "held.outside", "held by what the engine does not know: a variable", ["C3"],
      parts: { $0.parts(\.outside) }
    ) {
      $0.census?.outside
    },
  ]

  private static func gauge(
    _ name: String, _ holder: String, _ rules: [String],
    parts: @escaping @Sendable (Subject) -> Breakdown?,
    read: @escaping @Sendable (Subject) -> Int?
  ) -> Gauge<Subject> {
    Gauge(name, .objects, "objects that \(holder)", rules, parts: parts, read: read)
  }
}

extension Subject {
  /// Returns the objects that undo managers hold for some of their stacks.
  func heldParts(
    _ isMeant: (_ isUndone: Bool, _ isRedone: Bool) -> Bool, inAll count: (UndoManager) -> Int
  ) -> Breakdown {
    undoParts(
      { manager, add in
        manager.forEachHeld { object, isUndone, isRedone in
          if isMeant(isUndone, isRedone) { add(1, object.entity.name) }
        }
      }, inAll: count)
  }
}
