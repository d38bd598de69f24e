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
    /// What is best in Core Data at the other end of each band.
    let ends: [AdviceElsewhere]

    /// The ends at which the best variant in Core Data is another one.
    var turningEnds: [AdviceElsewhere] { ends.filter { !$0.holds } }

    /// Whether the best variant is another one on the other side.
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
    places = advice.map { advice in
      Place(
        place: advice.place, guides: advice.one, coreData: advice.other,
        ends: coreData.elsewhere.filter { $0.place == advice.place })
    }
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

  /// Whether the best variant is another one on the other side, anywhere.
  var turns: Bool { places.contains(where: \.turns) }
  /// Whether it is another one at the other end of a band, anywhere.
  var turnsAtAnEnd: Bool { places.contains { !$0.turningEnds.isEmpty } }

  /// What the scenario advises everywhere, beside what one side does.
  func elsewhere(than side: Side) -> [AdviceElsewhere] {
    places.flatMap { place in
      let here = Place.words(side == .guides ? place.guides : place.coreData)
      let sides = [(Side.guides, place.guides), (.coreData, place.coreData)].map { other, advice in
        let best = Place.words(advice)
        return AdviceElsewhere(
          there: "\(Side.key): \(other.rawValue)", place: place.place, best: best,
          holds: best == here, turnedBy: best == here ? [] : place.turnedBy)
      }
      let ends = place.ends.map { end in
        AdviceElsewhere(
          there: end.there, place: end.place, best: end.best, holds: end.best == here)
      }
      return sides + ends
    }
  }

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
  static func words(_ advice: Advice?) -> String { Advice.words(advice) }

  /// What turns it at other ends, each with what is best there.
  var endsInWords: String {
    turningEnds.map { "\($0.there): \($0.best)" }.joined(separator: "; with ")
  }

  /// What turns the advice, in words.
  var cause: String {
    turnedBy.isEmpty ? "several differences together" : turnedBy.joined(separator: ", ")
  }
}
