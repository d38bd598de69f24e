// redo: what was undone is done again.

import Faultline

/// Does one group again, or several.
package struct RedoStep: Step {
  package static let keyword = "redo"
  package static let meaning = "Do the group again that was undone last, or several."
  package static let example = """
    - redo: {count: 2}
    """
  package static let mayBreakKnots = true
  package static let keys = [
    Key("count", .formula, "How many groups; 1 if it is left out, and no more than there are.")
  ]

  private let count: Formula?

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "redo", keys: Self.keys)
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
      guard undoManager.canRedo else { return }
      try engine { () throws(GraphError) in try undoManager.redoing() }
    }
  }
}
