// Undo and redo as steps: the same words, and the same thing to check, whichever way it goes.

import Faultline

/// A step that goes back or forth by groups of the undo manager.
protocol Reversal: Step {
  init(times count: Formula?)
  /// How many groups.
  var count: Formula? { get }
}

extension Reversal {
  package static var mayBreakCycles: Bool { true }
  package static var isAboutUndo: Bool { true }
  package static var keys: [Key] {
    [Key("count", .formula, "How many groups; 1 if it is left out, and no more than there are.")]
  }

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: Self.keyword, keys: Self.keys)
    self.init(
      times: try fields.optional("count").map { node throws(Diagnostic) in try Formula(node) })
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    if let count { try rehearsal.check(count) }
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    if let count { _ = try work.count(count) }
    try work.handleAll()
  }

  /// Goes so many groups, as long as there are some; a variant without an undo manager has none.
  func go(
    on stage: Stage, while isPossible: (UndoManager) -> Bool,
    by reverse: (UndoManager) throws(GraphError) -> Void
  ) throws(StepFailure) {
    guard let undoManager = stage.context.undoManager else { return }
    for _ in 0..<(try count?.count(in: stage.names) ?? 1) {
      guard isPossible(undoManager) else { return }
      try engine { () throws(GraphError) in try reverse(undoManager) }
    }
  }
}
