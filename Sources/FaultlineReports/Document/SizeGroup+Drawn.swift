// The sizes that are worth a picture.

import FaultlineAnalysis
import FaultlineMeasures

extension SizeGroup {
  /// More sizes make a page too long.
  private static let mostDrawn = 4

  /// The groups that are drawn, the largest first: all of a few variants, and of many so many that a page can be read.
  static func drawn(in scenario: ScenarioResult) -> [SizeGroup] {
    let groups = all(in: scenario)
    return scenario.trials.count < CellGrid.fewest
      ? groups.reversed() : groups.suffix(mostDrawn).reversed()
  }
}
