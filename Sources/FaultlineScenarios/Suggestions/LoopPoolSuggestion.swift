// A pool of its own for each round of a loop inside of one turn.

enum LoopPoolSuggestion: SuggestionKind {
  static func proposals(for scene: PeakScene) -> [Proposal] {
    guard scene.isHeld(by: "the pool"), let loop = scene.loop, let last = scene.last(of: loop)
    else {
      return []
    }
    return [
      Proposal(
        "drain-in-loop", "Drain the pool in each round of the loop (autoreleasepool { … })",
        last.following(with: ["\(DrainStep.keyword): {}"]))
    ]
  }
}
