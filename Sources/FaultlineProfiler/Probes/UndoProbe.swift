// Undo: how much can be taken back or done again, and what that costs.

import Faultline
package import FaultlineMeasures

/// Counts what undo managers hold; without one, and at the end, there is nothing to count.
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
    func sum(_ count: (UndoManager) -> Int) -> Int {
      subject.sum { $0.undoManager.map(count) ?? 0 }
    }
    readings.add("undo.groups", sum(\.undoGroupCount))
    readings.add("undo.actions", sum(\.undoActionCount))
    readings.add("undo.objects", sum(\.undoObjectCount))
    readings.add("undo.bytes", sum(\.undoByteCount))
    readings.add("redo.groups", sum(\.redoGroupCount))
    readings.add("redo.actions", sum(\.redoActionCount))
    readings.add("redo.objects", sum(\.redoObjectCount))
    readings.add("redo.bytes", sum(\.redoByteCount))
  }
}
