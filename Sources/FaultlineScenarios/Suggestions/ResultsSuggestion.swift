// A results controller whose objects come in batches.

import FaultlineMeasures

enum ResultsSuggestion: SuggestionKind {
  private static let size = "20"

  static func proposals(for scene: PeakScene) -> [Proposal] {
    scene.sites.compactMap(\.last).compactMap { site in
      guard site.keyword == WatchStep.keyword, let value = site.value,
        value["entity"]?.scalar?.text == scene.part.entity
      else { return nil }
      return Proposal(
        "results-batch",
        "Let the results controller fill \(size) objects at a time (fetchBatchSize = \(size))",
        value.setting("batch", to: size))
    }
  }
}
