// A context that does not hold what is registered in it (R4).

enum RegisteredSuggestion: SuggestionKind {
  static func proposals(for scene: PeakScene) -> [Proposal] {
    guard scene.isHeld(by: "retainsRegisteredObjects") else { return [] }
    return [
      Proposal(
        "retains-false",
        "Let the context hold only what is changed (context.retainsRegisteredObjects = false)",
        scene.setting("retainsRegisteredObjects", to: "false"))
    ]
  }
}
