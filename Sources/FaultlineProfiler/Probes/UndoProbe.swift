// Undo: how much can be taken back or done again, and what that costs.

import Faultline
import FaultlineMeasures

/// Counts what undo managers hold; without one, and at the end, there is nothing to count.
package enum UndoProbe: Probe {
  package static let gauges: [Gauge<Subject>] = [
    Gauge(MetricName.undoGroups, .undo, "groups of changes that can be undone", ["U2", "U3"]) {
      $0.sum(ofUndo: \.undoGroupCount)
    },
    Gauge(MetricName.undoActions, .undo, "actions that can be undone", ["U2", "U3"]) {
      $0.sum(ofUndo: \.undoActionCount)
    },
    Gauge("undo.objects", .undo, "objects that are kept so that changes can be undone", ["U1"]) {
      $0.sum(ofUndo: \.undoObjectCount)
    },
    Gauge(
      "undo.bytes", .undo, "bytes that the undo stack takes, without the objects",
      ["U1", "U5"], in: .bytes
    ) { $0.sum(ofUndo: \.undoByteCount) },
    Gauge("redo.groups", .undo, "groups of changes that can be done again", ["U3"]) {
      $0.sum(ofUndo: \.redoGroupCount)
    },
    Gauge("redo.actions", .undo, "actions that can be done again", ["U3"]) {
      $0.sum(ofUndo: \.redoActionCount)
    },
    Gauge(
      "redo.objects", .undo, "objects that are kept so that changes can be done again", ["U1"]
    ) { $0.sum(ofUndo: \.redoObjectCount) },
    Gauge(
      "redo.bytes", .undo, "bytes that the redo stack takes, without the objects", ["U1"],
      in: .bytes
    ) { $0.sum(ofUndo: \.redoByteCount) },
  ]
}

extension Subject {
  /// A count of all undo managers together.
  fileprivate func sum(ofUndo count: (UndoManager) -> Int) -> Int {
    sum { $0.undoManager.map(count) ?? 0 }
  }
}
