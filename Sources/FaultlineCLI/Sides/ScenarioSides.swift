// What became of one scenario that was played on both sides, and whose advice turns.

import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// A scenario as the guides have it, and as the framework of today has it.
struct ScenarioSides {
  /// One place where a variant is chosen.
  struct Place {
    let place: String
    let guides: Advice?
    let coreData: Advice?
    /// The differences that turn the advice, each by itself; nothing where only several together do.
    var turnedBy: [String] = []

    /// Whether the best variant is another one.
    var turns: Bool {
      guard let guides, let coreData else { return (guides == nil) != (coreData == nil) }
      return !guides.agrees(with: coreData)
    }
  }

  let name: String
  let file: String
  var places: [Place]
  /// What the sides ended with.
  let verdicts: [(side: Side, verdict: Verdict)]

  init(_ guides: ScenarioResult, _ coreData: ScenarioResult) {
    name = guides.name
    file = guides.file
    let advice = Self.byPlace(guides, coreData)
    places = advice.map { Place(place: $0.place, guides: $0.one, coreData: $0.other) }
    verdicts = [(.guides, guides.verdict), (.coreData, coreData.verdict)]
  }

  private static func byPlace(
    _ one: ScenarioResult, _ other: ScenarioResult
  ) -> [(place: String, one: Advice?, other: Advice?)] {
    let (first, second) = (Advice.all(one), Advice.all(other))
    var places = first.map(\.place)
    for place in second.map(\.place) where !places.contains(place) { places.append(place) }
    return places.map { place in
      (place, first.first { $0.place == place }, second.first { $0.place == place })
    }
  }

  /// Whether the best variant is another one anywhere.
  var turns: Bool { places.contains(where: \.turns) }

  /// Notes what the scenario advises with one difference alone.
  mutating func note(_ alone: ScenarioResult, of behaviour: Behaviour) {
    let advice = Advice.all(alone)
    for index in places.indices where places[index].turns {
      let here = advice.first { $0.place == places[index].place }
      let isThere =
        here.map { here in places[index].coreData.map(here.agrees) ?? false }
        ?? (places[index].coreData == nil)
      if isThere { places[index].turnedBy.append(behaviour.key) }
    }
  }
}

extension ScenarioSides.Place {
  /// What one side advises, in words.
  static func words(_ advice: Advice?) -> String {
    advice?.words ?? "no variant: all cost the same"
  }

  /// What turns the advice, in words.
  var cause: String {
    turnedBy.isEmpty ? "several differences together" : turnedBy.joined(separator: ", ")
  }
}
