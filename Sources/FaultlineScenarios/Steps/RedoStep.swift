// redo: what was undone is done again.

import Faultline

/// Does one group again, or several.
package struct RedoStep: Reversal {
  package static let keyword = "redo"
  package static let meaning = "Do the group again that was undone last, or several."
  package static let example = """
    - redo: {count: 2}
    """

  let count: Formula?

  init(times count: Formula?) { self.count = count }

  package func execute(in session: Session) throws {
    try go(in: session, while: \.canRedo) { try $0.redoing() }
  }
}
