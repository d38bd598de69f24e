// A fetch of everything becomes a loop of fetches with a limit and an offset.

import FaultlineMeasures

enum PagedFetchSuggestion: SuggestionKind {
  /// So many objects come at a time.
  static let page = 100

  static func proposals(for scene: PeakScene) -> [Proposal] {
    guard scene.part.kind == .objects, scene.part.count >= 2 * page, let site = scene.path.last,
      site.keyword == FetchStep.keyword, case .mapping(let beside) = site.step.value,
      beside.count == 1, let value = site.value, value["entity"]?.scalar?.text == scene.part.entity,
      !["into", "limit", "offset", "batch"].contains(where: { value[$0] != nil }),
      let fetch = value.rewritten([
        ("limit", "\(page)"), ("offset", "page * \(page)"),
      ])
    else { return [] }
    let rounds = (scene.part.count + page - 1) / page
    let isInTurn = scene.path.contains { $0.keyword == TurnStep.keyword }
    let steps = ["fetch: \(fetch)"] + (isInTurn ? ["\(DrainStep.keyword): {}"] : [])
    return [
      Proposal(
        "fetch-in-pages",
        "Fetch \(page) at a time, each in a pool of its own (fetchLimit, fetchOffset, "
          + "autoreleasepool { … })",
        site.step.becoming(loop: "\(rounds)", as: "page", of: steps))
    ]
  }
}
