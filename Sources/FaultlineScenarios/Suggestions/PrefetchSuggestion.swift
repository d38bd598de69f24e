// Destinations come along only where they are used.

import FaultlineMeasures

enum PrefetchSuggestion: SuggestionKind {
  static func proposals(for scene: PeakScene) -> [Proposal] {
    guard scene.part.kind == .objects, let value = scene.fetch?.value,
      let node = value["prefetch"], !node.isOff
    else { return [] }
    return [
      Proposal(
        "prefetch-none",
        "Fetch without its prefetching, and let faults fire where they are used "
          + "(relationshipKeyPathsForPrefetching = [])", value.removing("prefetch"))
    ]
  }
}
