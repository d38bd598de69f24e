// A context over the coordinator, and not over another that keeps what it saves.

enum SiblingSuggestion: SuggestionKind {
  static func proposals(for scene: PeakScene) -> [Proposal] {
    guard scene.isHeld(by: "a pending change") || scene.isHeld(by: "a child context") else {
      return []
    }
    return scene.sites.compactMap(\.last).compactMap { site in
      guard site.keyword == ContextStep.keyword, let value = site.value, value["parent"] != nil
      else { return nil }
      return Proposal(
        "no-parent",
        "Import into a context beside the other, not into a child of it (newBackgroundContext())",
        value.removing("parent"))
    }
  }
}
