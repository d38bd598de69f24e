// undo: the newest changes are taken back.

import Faultline

/// Undoes one group or several.
package struct UndoStep: Step {
  package static let keyword = "undo"
  package static let meaning = "Take the newest group of changes back, or several."
  package static let example = """
    - undo: {count: 2}
    """
  package static let mayBreakKnots = true
  package static let keys = [
    Key("count", .formula, "How many groups; 1 if it is left out, and no more than there are.")
  ]

  private let count: Formula?

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "undo", keys: Self.keys)
    count = try fields.optional("count").map { node throws(Diagnostic) in try Formula(node) }
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    if let count { try rehearsal.check(count) }
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    if let count { _ = try work.count(count) }
    try work.handleAll()
  }

  package func run(on stage: Stage) throws(StepFailure) {
    guard let undoManager = stage.context.undoManager else { return }
    for _ in 0..<(try count?.count(in: stage.names) ?? 1) {
      guard undoManager.canUndo else { return }
      try engine { () throws(GraphError) in try undoManager.undoing() }
    }
  }
}
