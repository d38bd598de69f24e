// Families of steps: those around other steps, and those that go back and forth in undo.

import Faultline

/// A step that plays others between an opening and a closing of its own.
protocol Bracket: Step {
  init(around steps: [PlacedStep])
  var steps: [PlacedStep] { get }
}

extension Bracket {
  package static var value: Kind { .steps }
  package static var hasOwnTurns: Bool { true }

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    self.init(around: try scope.steps(text.steps))
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try estimate.play(steps)
  }

  /// Plays the steps and closes the bracket, be it behind a step that failed: its error says more than any other.
  func play(in session: Session, closing close: () throws -> Void) throws {
    do {
      try session.play(steps)
    } catch {
      try? session.current.working(close)
      throw error
    }
    try session.current.working(close)
  }
}

/// A step that goes back or forth by groups of the undo manager.
protocol Reversal: Step {
  init(times count: Formula?)
  /// How many groups.
  var count: Formula? { get }
}

extension Reversal {
  package static var isAboutUndo: Bool { true }
  package static var keys: [Key] {
    [Key("count", .formula, "How many groups; 1 if it is left out, and no more than there are.")]
  }

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    self.init(times: try scope.formula(try text.fields(of: Self.self).optional("count")))
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    if let count { _ = try estimate.count(count) }
    try estimate.handleAll()
  }

  /// Goes so many groups, as long as there are some; a variant without an undo manager has none.
  func go(
    in session: Session, while isPossible: (UndoManager) -> Bool,
    by reverse: (UndoManager) throws -> Void
  ) throws {
    guard let undoManager = session.context.undoManager else { return }
    for _ in 0..<(try count?.count(in: session.names) ?? 1) {
      guard isPossible(undoManager) else { return }
      try reverse(undoManager)
    }
  }
}
