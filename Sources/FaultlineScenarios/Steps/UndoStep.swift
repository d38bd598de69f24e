// undo: the newest changes are taken back.

import Faultline

/// Undoes one group or several.
package struct UndoStep: Reversal {
  package static let keyword = "undo"
  package static let meaning = "Take the newest group of changes back, or several."
  package static let example = """
    - undo: {count: 2}
    """

  let count: Formula?

  init(times count: Formula?) { self.count = count }

  package func execute(in session: Session) throws {
    try go(in: session, while: \.canUndo) { try $0.undoing() }
  }
}
