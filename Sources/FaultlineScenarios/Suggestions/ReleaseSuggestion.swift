// Names let go of their objects when they are used no more (R5).

enum ReleaseSuggestion: SuggestionKind {
  static func proposals(for scene: PeakScene) -> [Proposal] {
    let proposals = scene.names.compactMap { name -> Proposal? in
      release(name, in: scene).map {
        Proposal(
          "release-\(name)", "Let go of '\(name)' after its last use (\(name) = nil)", $0)
      }
    }
    guard proposals.count > 1 else { return proposals }
    let words = scene.names.map { "'\($0)'" }.joined(separator: " and ")
    return [
      Proposal(
        "release-all", "Let go of \(words) after their last use",
        proposals.compactMap(\.edits).flatMap(\.self))
    ] + proposals
  }

  /// Behind the last step before the peak that uses it, if none does so later; a loop counts as one step.
  private static func release(_ name: String, in scene: PeakScene) -> [TextEdit]? {
    guard let peak = scene.path.last?.step.range.start,
      let use = scene.sites.last(where: { way in
        way.last.map { $0.mentions(name) && $0.keyword != ReleaseStep.keyword } ?? false
      }), let step = use.last?.step, step.range.start < peak
    else { return nil }
    let around = Set(scene.path.map(\.step.range.start))
    // A step in a loop is used again in the next round, unless the peak is in the same round.
    let loops = use.dropLast().filter { !around.contains($0.step.range.start) }
    let isInLoopOfPeak = use.dropLast().contains {
      around.contains($0.step.range.start) && $0.keyword == RepeatStep.keyword
    }
    guard !isInLoopOfPeak else { return nil }
    return (loops.first?.step ?? step).following(with: ["\(ReleaseStep.keyword): \(name)"])
  }
}
