// No object waits for the end of the turn.

enum PoolSuggestion: SuggestionKind {
  static func proposals(for scene: PeakScene) -> [Proposal] {
    guard scene.isHeld(by: "the pool") else { return [] }
    return [
      Proposal(
        "pool-false", "Let go of each object at once (autoreleasepool { … } around each use)",
        scene.setting("pool", to: "false"))
    ]
  }
}
