// Both sides of many scenarios as a page: what turns first, then all the others.

import FaultlineAnalysis
import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Writes what came of playing both sides.
struct SidesPage {
  let scenarios: [ScenarioSides]
  /// Whether the small sizes were played.
  let isQuick: Bool

  /// Whether both ends of what is not known were played.
  let playsBands: Bool

  private var turned: [ScenarioSides] { scenarios.filter(\.turns) }
  private var moved: [ScenarioSides] { scenarios.filter(\.turnsAtAnEnd) }
  private var choosing: [ScenarioSides] { scenarios.filter { !$0.places.isEmpty } }

  private var headline: String {
    let many = counted(choosing.count, "scenario advises", "scenarios advise")
    let size = isQuick ? "in quick size" : "in full size"
    let ends =
      !playsBands
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

  // MARK: - For a terminal

  func text(width: Int) -> String {
    let page = HelpText(width: width)
    var parts = [page.paragraph(headline), page.paragraph(Self.explanation)]
    for sides in scenarios {
      for place in sides.places where place.turns || !place.turningEnds.isEmpty {
        let title = place.place.isEmpty ? sides.name : "\(sides.name), \(place.place)"
        parts.append(
          title + "\n"
            + page.list(
              [
                (Side.guides.rawValue, Advice.words(place.guides)),
                (Side.coreData.rawValue, Advice.words(place.coreData)),
              ] + (place.turns ? [("turned by", place.cause)] : [])
                + place.turningEnds.map { ("with \($0.there)", $0.best) }, indent: 2))
      }
    }
    let same = choosing.filter { !$0.turns && !$0.turnsAtAnEnd }.map(\.name)
    if !same.isEmpty {
      let everywhere = playsBands ? "on both sides and at both ends of every band" : "on both sides"
      parts.append(page.paragraph("The same \(everywhere): \(same.joined(separator: ", "))."))
    }
    let idle = scenarios.filter(\.places.isEmpty).map(\.name)
    if !idle.isEmpty {
      parts.append(page.paragraph("Nothing to choose: \(idle.joined(separator: ", "))."))
    }
    return (parts + failures.map(page.paragraph)).joined(separator: "\n\n")
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

  // MARK: - As Markdown

  var markdown: String {
    var lines = ["# Both sides", "", MarkdownText.line(headline + " " + Self.explanation), ""]
    lines.append(
      "| scenario | place | best by the guides | best in Core Data of today | turned by | turned at an end of a band |"
    )
    lines.append("|---|---|---|---|---|---|")
    for sides in scenarios {
      for place in sides.places {
        let cells = [
          sides.name, place.place, Advice.words(place.guides),
          place.turns ? "**\(cell(Advice.words(place.coreData)))**" : "the same",
          place.turns ? place.cause : "",
          place.ends.isEmpty ? "" : place.turningEnds.isEmpty ? "by none" : place.endsInWords,
        ]
        lines.append(
          "| " + cells.enumerated().map { $0 == 3 ? $1 : cell($1) }.joined(separator: " | ") + " |")
      }
    }
    let idle = scenarios.filter(\.places.isEmpty).map(\.name)
    if !idle.isEmpty {
      lines += ["", MarkdownText.line("Nothing to choose: \(idle.joined(separator: ", ")).")]
    }
    for failure in failures { lines += ["", MarkdownText.line(failure)] }
    return lines.joined(separator: "\n")
  }

  private func cell(_ text: String) -> String { MarkdownText.escaped(text) }
}
