// No undo manager, or one that forgets: against what undo notes and the objects that it holds (U2, U3, U5).

import FaultlineMeasures

enum UndoSuggestion: SuggestionKind {
  static func proposals(for scene: PeakScene) -> [Proposal] {
    guard scene.part.kind == .undo || scene.isHeld(by: "undo") || scene.isHeld(by: "redo") else {
      return []
    }
    return [
      Proposal(
        "undo-none", "Do without an undo manager (context.undoManager = nil)",
        scene.setting("undo", to: DisabledKeyword.word)),
      Proposal(
        "undo-levels", "Let undo forget (undoManager.levelsOfUndo = 1)",
        scene.setting("undo", to: "{levels: 1}")),
    ]
  }
}
