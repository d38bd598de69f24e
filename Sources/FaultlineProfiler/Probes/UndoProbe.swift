// Undo: how much can be taken back or done again, and what that costs.

import Faultline
import FaultlineMeasures

/// Counts what undo managers hold; without one, and at the end, there is nothing to count.
package enum UndoProbe: Probe {
  package static let gauges: [Gauge<Subject>] = [
    Gauge(
      MetricName.undoGroups, .undo, "groups of changes that can be undone", ["U2", "U3"],
      parts: { $0.parts(of: .undo, \.groups) { $0.undoGroupCount } }
    ) {
      $0.sum(ofUndo: \.undoGroupCount)
    },
    Gauge(
      MetricName.undoActions, .undo, "actions that can be undone", ["U2", "U3"],
      parts: { $0.parts(of: .undo, \.actions) { $0.undoActionCount } }
    ) {
      $0.sum(ofUndo: \.undoActionCount)
    },
    Gauge(
      "undo.objects", .undo, "objects that are kept so that changes can be undone", ["U1"],
      parts: {
        $0.heldParts { isUndone, _ in
          isUndone
        } inAll: {
          $0.undoObjectCount
        }
      }
    ) {
      $0.sum(ofUndo: \.undoObjectCount)
    },
    Gauge(
      "undo.bytes", .undo, "bytes that the undo stack takes, without the objects",
      ["U1", "U5"], in: .bytes, parts: { $0.parts(of: .undo, \.bytes) { $0.undoByteCount } }
    ) { $0.sum(ofUndo: \.undoByteCount) },
    Gauge(
      "redo.groups", .undo, "groups of changes that can be done again", ["U3"],
      parts: { $0.parts(of: .redo, \.groups) { $0.redoGroupCount } }
    ) {
      $0.sum(ofUndo: \.redoGroupCount)
    },
    Gauge(
      "redo.actions", .undo, "actions that can be done again", ["U3"],
      parts: { $0.parts(of: .redo, \.actions) { $0.redoActionCount } }
    ) {
      $0.sum(ofUndo: \.redoActionCount)
    },
    Gauge(
      "redo.objects", .undo, "objects that are kept so that changes can be done again", ["U1"],
      parts: {
        $0.heldParts { _, isRedone in
          isRedone
        } inAll: {
          $0.redoObjectCount
        }
      }
    ) { $0.sum(ofUndo: \.redoObjectCount) },
    Gauge(
      "redo.bytes", .undo, "bytes that the redo stack takes, without the objects", ["U1"],
      in: .bytes, parts: { $0.parts(of: .redo, \.bytes) { $0.redoByteCount } }
    ) { $0.sum(ofUndo: \.redoByteCount) },
  ]
}

extension Subject {
  /// A count of all undo managers together.
  fileprivate func sum(ofUndo count: (UndoManager) -> Int) -> Int {
    sum { $0.undoManager.map(count) ?? 0 }
  }
}

extension Subject {
  /// Returns the parts of what a stack of undo managers has.
  fileprivate func parts(
    of stack: UndoManager.Stack, _ part: (UndoManager.Share) -> Int,
    inAll count: (UndoManager) -> Int
  ) -> Breakdown {
    undoParts(
      { manager, add in
        for (entity, share) in manager.shares(of: stack) { add(part(share), entity) }
      }, inAll: count)
  }
}
