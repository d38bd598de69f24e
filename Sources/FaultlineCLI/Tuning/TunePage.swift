// What a search found as a page: the front, the point to take, what lies beside it, and how much was looked at.

import FaultlineAnalysis
import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Writes the advice of a search.
struct TunePage {
  let document: TuneDocument
  let axes: TuneAxes
  let goals: [TuneGoal]
  let deaths: [SearchCell: String]
  private static let mostRows = 24

  var varied: [String] { axes.varied.map { axes.axes[$0].name } }

  func text(_ quantity: Quantity, _ metric: String) -> String {
    NumberText.text(quantity, scale(metric))
  }

  func scale(_ metric: String) -> Metric.Scale {
    goals.first { $0.metric.name == metric }?.metric.scale ?? .count
  }

  // MARK: - The table

  private var headings: [(title: String, isNumber: Bool)] {
    [("", false)] + varied.map { ($0, false) } + goals.map { ($0.metric.name, true) } + [
      ("alike", true)
    ]
  }

  private func cells(_ point: TuneDocument.Point) -> [String] {
    let isTaken = point.settings == document.recommended?.settings
    let settings = point.settings.filter { varied.contains($0.name) }
    return [isTaken ? "★" : ""] + settings.map { TuneAxes.shown($0.value.plain) }
      + point.readings.map { text($0.quantity, $0.metric) } + ["\(point.alike)"]
  }

  /// The rows that are shown, some from each part of a long front.
  private var rows: [TuneDocument.Point] {
    let front = document.front
    let places = Set(front.indices.spread(over: Self.mostRows))
    return front.indices.filter {
      places.contains($0) || front[$0].settings == document.recommended?.settings
    }.map { front[$0] }
  }

  private var caption: String {
    let hidden = document.front.count - rows.count
    let what = document.fits ? "The front" : "The front, of which nothing fits"
    return
      "\(what): \(counted(document.front.count, "point", "points")) that no other beats"
      + (hidden > 0 ? "; \(NumberText.grouped(hidden)) between these are in --format json." : ".")
  }

  /// The page: what to take, the front, and how much was looked at.
  var page: Page {
    var page = Page([.title(headline)])
    page.add([document.reason ?? ""] + scope + misses + otherWork)
    page.add(caption, headings, rows.map(cells))
    page.add(cliffs)
    page.add("What each setting is worth alone, from \(start):", worth)
    if let yaml = document.yaml {
      page.blocks.append(.code(yaml, title: "To paste:", language: "yaml"))
    }
    page.add(objections + refusals + died + [turns, covers, coverage])
    return page
  }
}
