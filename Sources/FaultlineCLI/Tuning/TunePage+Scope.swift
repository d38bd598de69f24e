// The sentences about whose behaviour the answer of a search shows, and how far it holds.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineScenarios

extension TunePage {
  /// Whether the same point is best elsewhere; where that was not asked, what would say it.
  var scope: [String] {
    guard document.recommended != nil else { return [] }
    guard let elsewhere = document.elsewhere else {
      return [
        "The readings show Core Data with '\(here)'; --sides says whether it holds elsewhere."
      ]
    }
    guard !elsewhere.isEmpty else {
      return [
        "The readings show Core Data with '\(here)'; there is no other point to weigh elsewhere."
      ]
    }
    let points = counted(document.weighed ?? 0, "point", "points")
    let turning = elsewhere.filter { !$0.holds }
    let held = ([here] + elsewhere.filter(\.holds).map(\.there)).map { "'\($0)'" }.listed
    guard !turning.isEmpty else {
      return ["Also in Core Data: of \(points) weighed none is better with \(held)."]
    }
    return ["Of \(points) weighed none is better with \(held)."] + turning.map(sentence)
  }

  private var here: String { "\(BehaviorProfile.key): \(document.behaves)" }

  private func sentence(_ turning: AdviceElsewhere) -> String {
    let cause =
      turning.key != BehaviorProfile.key
      ? ""
      : turning.turnedBy.isEmpty
        ? " Several differences together turn it."
        : " By itself \(turning.turnedBy.listed) \(turning.turnedBy.count == 1 ? "turns" : "turn") it."
    return "Elsewhere: with '\(turning.there)' the best one is \(turning.best).\(cause)"
  }
}
