// Undo: how much can be taken back or done again, and what that costs.

import Faultline
package import FaultlineMeasures

/// Counts what the undo manager holds; without one, and at the end, there is nothing to count.
package enum UndoProbe: Probe {
  package static let metrics = [
    count("undo.groups", "groups of changes that can be undone", ["U2", "U3"]),
    count("undo.actions", "actions that can be undone", ["U2", "U3"]),
    count("undo.objects", "objects that are kept so that changes can be undone", ["U1"]),
    bytes("undo.bytes", "the undo stack takes, without the objects", ["U1", "U5"]),
    count("redo.groups", "groups of changes that can be done again", ["U3"]),
    count("redo.actions", "actions that can be done again", ["U3"]),
    count("redo.objects", "objects that are kept so that changes can be done again", ["U1"]),
    bytes("redo.bytes", "the redo stack takes, without the objects", ["U1"]),
  ]

  private static func count(_ name: String, _ meaning: String, _ rules: [String]) -> Metric {
    Metric(
      name: name, group: .undo, scale: .count, polarity: .less, exactness: .exact,
      meaning: meaning, rules: rules)
  }

  private static func bytes(_ name: String, _ taken: String, _ rules: [String]) -> Metric {
    Metric(
      name: name, group: .undo, scale: .bytes, polarity: .less, exactness: .exact,
      meaning: "bytes that \(taken)", rules: rules)
  }

  package static func read(_ subject: Subject, into readings: inout [Reading]) {
    let undoManager = subject.context?.undoManager
    readings.add("undo.groups", undoManager?.undoGroupCount ?? 0)
    readings.add("undo.actions", undoManager?.undoActionCount ?? 0)
    readings.add("undo.objects", undoManager?.undoObjectCount ?? 0)
    readings.add("undo.bytes", undoManager?.undoByteCount ?? 0)
    readings.add("redo.groups", undoManager?.redoGroupCount ?? 0)
    readings.add("redo.actions", undoManager?.redoActionCount ?? 0)
    readings.add("redo.objects", undoManager?.redoObjectCount ?? 0)
    readings.add("redo.bytes", undoManager?.redoByteCount ?? 0)
  }
}
