// The objects of a fetch are filled a few at a time, and go when the next ones come (F5).

import FaultlineMeasures

enum FetchBatchSuggestion: SuggestionKind {
  private static let size = "100"

  static func proposals(for scene: PeakScene) -> [Proposal] {
    guard scene.part.kind == .objects, let value = scene.fetch?.value, value["into"] != nil,
      let edits = value.setting("batch", to: size)
    else { return [] }
    let advice = "Let \(size) objects be filled at a time (fetchBatchSize = \(size))"
    guard scene.hasPool, let pool = scene.setting("pool", to: "false") else {
      return [Proposal("fetch-batch", advice, edits)]
    }
    return [
      Proposal("fetch-batch", advice, edits),
      Proposal(
        "fetch-batch-pool",
        "Let \(size) objects be filled at a time, and let go of each at once (fetchBatchSize = "
          + "\(size), autoreleasepool { … } around each use)", edits + pool),
    ]
  }
}
