// The context forgets its objects in each round of a loop.

import FaultlineMeasures

enum LoopResetSuggestion: SuggestionKind {
  static func proposals(for scene: PeakScene) -> [Proposal] {
    guard [.objects, .rowCache, .registry].contains(scene.part.kind),
      let loop = scene.loop, let last = scene.last(of: loop),
      last[ResetStep.keyword] == nil
    else { return [] }
    // Changes that wait to be saved would be lost with it; behind a save there are none.
    let isWaiting = scene.peak.parts.contains { $0.isHeld(by: "a pending change") }
    guard !isWaiting || last[SaveStep.keyword] != nil else { return [] }
    return [
      Proposal(
        "refresh-in-loop",
        "Turn objects into faults in each round of the loop (context.refreshAllObjects())",
        last.following(with: ["\(RefreshStep.keyword): {}"])),
      Proposal(
        "reset-in-loop", "Reset the context in each round of the loop (context.reset())",
        last.following(with: ["\(ResetStep.keyword): {}"])),
    ]
  }
}
