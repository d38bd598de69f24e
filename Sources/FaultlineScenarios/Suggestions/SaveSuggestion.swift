// Changes are saved as they come, and not all at the end (R3).

import FaultlineMeasures

enum SaveSuggestion: SuggestionKind {
  /// So many objects are inserted between two saves.
  static let batch = 100

  static func proposals(for scene: PeakScene) -> [Proposal] {
    guard scene.isHeld(by: "a pending change") else { return [] }
    return inLoops(scene) + inBatches(scene)
  }

  /// The loop that makes the changes is around the peak, or before a save in which the peak is.
  private static func inLoops(_ scene: PeakScene) -> [Proposal] {
    var found: [Proposal] = []
    for site in scene.sites.compactMap(\.last) where site.keyword == RepeatStep.keyword {
      guard let last = scene.last(of: site), changes(site.step), last[SaveStep.keyword] == nil
      else {
        continue
      }
      found.append(
        Proposal(
          "save-in-loop", "Save in each round of the loop (try context.save())",
          last.following(with: ["\(SaveStep.keyword): {}"])))
    }
    return found
  }

  /// Whether a loop's own steps change objects.
  private static func changes(_ loop: Node) -> Bool {
    let words = [
      InsertStep.keyword, SetStep.keyword, DeleteStep.keyword, RelateStep.keyword, TurnStep.keyword,
    ]
    guard case .list(let steps)? = loop["steps"]?.value else { return false }
    return steps.contains { step in words.contains { step[$0] != nil } }
  }

  /// One step inserts everything.
  private static func inBatches(_ scene: PeakScene) -> [Proposal] {
    scene.sites.compactMap(\.last).compactMap { site in
      guard site.keyword == InsertStep.keyword, case .mapping(let beside) = site.step.value,
        beside.count == 1, let value = site.value, value["into"] == nil,
        value["entity"]?.scalar?.text == scene.part.entity,
        let count = value["count"]?.scalar?.text, rounds(count) != "1",
        let insert = value.rewritten([("count", "\(batch)")])
      else { return nil }
      return Proposal(
        "save-in-batches",
        "Insert \(batch) at a time, and save them (try context.save() after each batch)",
        site.step.becoming(
          loop: rounds(count), as: "batch",
          of: ["\(InsertStep.keyword): \(insert)", "\(SaveStep.keyword): {}"]))
    }
  }

  private static func rounds(_ count: String) -> String {
    let number = NumberLiteral(count).flatMap { Int(exactly: $0.value.double) }
    guard let number else { return "(\(count)) / \(batch)" }
    return number % batch == 0 ? "\(number / batch)" : "1"
  }
}
