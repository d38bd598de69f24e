// Faults without their rows in the row cache (F3).

import FaultlineMeasures

/// A fetch that asks for realized objects, or for some properties, wants their values, and is left alone.
enum KeysSuggestion: SuggestionKind {
  static func proposals(for scene: PeakScene) -> [Proposal] {
    let part = scene.part
    let isRows = part.kind == .rowCache || part.faults * 2 > part.count
    guard part.kind == .objects || part.kind == .rowCache, isRows, let value = scene.fetch?.value,
      value["properties"] == nil,
      value["as"].map({ $0.scalar?.text == FetchForm.faults.rawValue }) ?? true
    else { return [] }
    return [
      Proposal(
        "fetch-keys", "Fetch no values that are not read (includesPropertyValues = false)",
        value.setting("as", to: FetchForm.keys.rawValue))
    ]
  }
}
