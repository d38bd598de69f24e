// Whether what a search recommends is best elsewhere too: in the other description of Core Data, and at the other end of
// what nothing public settles.

package import FaultlineAnalysis
package import FaultlineMeasures
import FaultlineScenarios

/// Weighs some points of a search again where Core Data is otherwise.
package struct TuneScope {
  /// More points than this are not weighed again, for each is a trial in every place.
  private static let most = 12
  /// So many of them differ from the recommended one in one setting.
  private static let mostNeighbours = 6

  /// The points, the recommended one first.
  package let points: [SearchCell]
  private let request: TuneRequest
  private let behaves: String
  private let playsRanges: Bool
  private let player: Player
  private let folder: String?

  /// Weighs the recommended point of a search, its start, what differs in one setting, and some of each part of the
  /// front.
  package init(
    _ advice: TuneAdvice, _ player: Player, keptIn folder: String?, playingRanges: Bool
  ) {
    let axes = advice.run.axes
    points =
      advice.recommended.map { recommended in
        let near = axes.neighbours(of: recommended).filter { $0 != axes.start }
        let given = [recommended, axes.start] + near.spread(over: Self.mostNeighbours)
        let front = advice.front.map(\.cell).filter { !given.contains($0) }
        return (given + front.spread(over: Self.most - given.count)).withoutRepeats
      } ?? []
    request = advice.run.request
    behaves = advice.run.behaves
    playsRanges = playingRanges
    self.player = player
    self.folder = folder
  }

  /// What the points come to in one place.
  private struct Weighed {
    /// The best of them; nil where none may be taken.
    package var best: SearchCell?
    package var words: String
    /// Whether the recommended one is as good.
    package var holds: Bool

    package func advice(_ key: String, _ value: String, turnedBy: [String] = []) -> AdviceElsewhere
    {
      AdviceElsewhere(
        key: key, value: value, place: "", best: words, holds: holds, turnedBy: turnedBy)
    }
  }

  /// What is best elsewhere; where that is another point, each difference of the framework is tried by itself.
  package func elsewhere() throws -> [AdviceElsewhere] {
    guard points.count > 1 else { return [] }
    var all: [AdviceElsewhere] = []
    for side in BehaviorProfile.allCases where side.rawValue != behaves {
      let there = try weigh([.init(side)], "\(BehaviorProfile.key): \(side.rawValue)")
      let switches = there.holds ? [] : try switches(turningTo: there, on: side)
      all.append(there.advice(BehaviorProfile.key, side.rawValue, turnedBy: switches))
    }
    for band in playsRanges ? request.under([.init(.coreData)]).metBehaviors(of: points) : [] {
      let there = try weigh(
        [.init(.coreData), .init(band, atOtherEnd: true)], "\(band.key): \(band.coreData)")
      all.append(there.advice(band.key, band.coreData))
    }
    return all
  }

  /// The differences that turn the answer by themselves, from what is best by the guides to what is best in Core Data.
  private func switches(turningTo there: Weighed, on side: BehaviorProfile) throws -> [String] {
    try Behavior.all.filter(\.isOfCoreData).filter { behaviour in
      let alone = try weigh(
        [.init(.guides), .init(only: behaviour)], "\(behaviour.key): \(behaviour.coreData)")
      return side == .coreData ? alone.best == there.best : alone.holds
    }.map(\.key)
  }

  private func weigh(_ behaves: [BehaviorChoice], _ place: String) throws -> Weighed {
    let run = try TuneRun(
      request.under(behaves), player, keptIn: folder, note: "weighed with \(place)")
    let readings = try run.measure(points)
    let sound = points.indices.filter { readings[$0].isSound }
    let values = sound.compactMap { readings[$0].values }
    guard let best = request.axes.space.best(of: values).map({ points[sound[$0]] }) else {
      let reason = run.objection(to: points[0]).map { ", for the recommended one \($0)" } ?? ""
      return Weighed(words: "none of them" + reason, holds: false)
    }
    let costs = run.goals.indices.compactMap { goal in
      run.reading(best, goal).map { run.goals[goal].words($0) }
    }
    return Weighed(
      best: best, words: "\(request.axes.name(of: best)): \(costs.listed)",
      holds: readings[0].isSound && isAsGood(points[0], as: best, run))
  }

  /// Whether a point is as good as another in every goal, and keeps the budgets that the other keeps.
  private func isAsGood(_ point: SearchCell, as other: SearchCell, _ run: TuneRun) -> Bool {
    run.goals.indices.allSatisfy { goal in
      guard let mine = run.reading(point, goal), let theirs = run.reading(other, goal) else {
        return false
      }
      let (cost, least) = (run.goals[goal].cost(mine), run.goals[goal].cost(theirs))
      let keeps = request.axes.space.budgets[goal].map { cost <= $0 || least > $0 } ?? true
      return keeps && (cost <= least || Tie.areTied(mine, theirs))
    }
  }
}

extension TuneAxes {
  /// Cells that differ in one setting: by another word, or by the least or the greatest number.
  fileprivate func neighbours(of cell: SearchCell) -> [SearchCell] {
    varied.flatMap { axis in
      let places = 0..<space.axes[axis].count
      let others =
        space.axes[axis].isOrdered ? [places.lowerBound, places.upperBound - 1] : Array(places)
      return others.filter { $0 != cell[axis] }.map { cell.with($0, at: axis) }
    }
  }
}

extension TuneRequest {
  /// The bands that some of the points can meet.
  fileprivate func metBehaviors(of points: [SearchCell]) -> [Behavior] {
    let met = Set(points.flatMap { (try? plan($0))?.metBehaviors.map(\.key) ?? [] })
    return Behavior.bands.filter { met.contains($0.key) }
  }
}
