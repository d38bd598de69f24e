// Fewer pages of the database in memory.

import FaultlineMeasures

enum PageCacheSuggestion: SuggestionKind {
  static func proposals(for scene: PeakScene) -> [Proposal] {
    guard scene.part.kind == .sqlite else { return [] }
    return [
      Proposal(
        "cache-size",
        "Give SQLite's page cache 100 KiB (NSSQLitePragmasOption: [\"cache_size\": \"-100\"])",
        scene.setting("pragmas", to: "{cache_size: -100}"))
    ]
  }
}
