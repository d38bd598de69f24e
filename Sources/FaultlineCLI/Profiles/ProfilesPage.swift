// Both sides of many scenarios as a page: what turns first, then all the others.

import FaultlineAnalysis
import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Writes what came of playing both sides.
struct ProfilesPage {
  let scenarios: [ProfileComparison]
  /// Whether the small sizes were played.
  let isQuick: Bool

  /// Whether both ends of what is not known were played.
  let playsRanges: Bool

  private var turned: [ProfileComparison] { scenarios.filter(\.turns) }
  private var moved: [ProfileComparison] { scenarios.filter(\.turnsAtAnEnd) }
  private var choosing: [ProfileComparison] { scenarios.filter { !$0.places.isEmpty } }

  private var headline: String {
    let many = counted(choosing.count, "scenario advises", "scenarios advise")
    let size = isQuick ? "in quick size" : "in full size"
    let ends =
      !playsRanges
      ? ""
      : moved.isEmpty
        ? " No end of a band turns anything."
        : " At the other end of a band it is another one in \(moved.count)."
    return
      (turned.isEmpty
      ? "\(choosing.count == 1 ? "The scenario advises" : "All \(many)") the same on both sides, \(size)."
      : "The best variant is another one in \(turned.count) of \(choosing.count) that advise something, \(size).")
      + ends
  }

  private static let explanation =
    "Played as Core Data's guides describe it (guides), and as the framework was observed to behave today (core-data). "
    + "Variants joined by 'or' tie; each behind a ';' has something that the others have not."

  /// The page: what turns first, then all the others.
  var page: Page {
    var page = Page([.title(headline)])
    page.add([Self.explanation])
    page.add(
      "",
      [
        ("scenario", false), ("place", false), ("best by the guides", false),
        ("best in Core Data of today", false), ("turned by", false),
        ("turned at an end of a band", false),
      ], turning + steady)
    let idle = scenarios.filter(\.places.isEmpty).map(\.name)
    if !idle.isEmpty { page.add(["Nothing to choose: \(idle.joined(separator: ", "))."]) }
    page.add(failures)
    return page
  }

  private var turning: [[String]] { rows { $0.turns || !$0.turningEnds.isEmpty } }
  private var steady: [[String]] { rows { !$0.turns && $0.turningEnds.isEmpty } }

  private func rows(where isWanted: (ProfileComparison.Place) -> Bool) -> [[String]] {
    scenarios.flatMap { profiles in
      profiles.places.filter(isWanted).map { place in
        [
          profiles.name, place.place, Advice.words(place.guides),
          place.turns ? Advice.words(place.coreData) : "the same",
          place.turns ? place.cause : "",
          place.ends.isEmpty ? "" : place.turningEnds.isEmpty ? "by none" : place.endsInWords,
        ]
      }
    }
  }

  /// What did not hold: then the numbers of that side are not what the scenario is about.
  var failures: [String] {
    scenarios.flatMap { sides in
      sides.verdicts.filter { $0.verdict != .held }.map { side, verdict in
        let what = verdict == .died ? "a trial died" : "an expectation broke"
        return
          "\(sides.name): \(what) with 'behaves: \(side.rawValue)'; 'faultline run --behaves \(side.rawValue) "
          + "\(sides.file)' says more."
      }
    }
  }
}
