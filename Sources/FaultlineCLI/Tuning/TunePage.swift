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

// The sentences of a search's page: what to take, what it costs, what was left out and why.
extension TunePage {
  private static let mostObjections = 4
  private static let mostCovers = 4

  var headline: String {
    guard let point = document.recommended else {
      return document.cells.unsound > 0
        ? "Nothing to take: every cell of '\(document.scenario)' that was run has something against it."
        : "No cell of '\(document.scenario)' has a result."
    }
    let costs = point.readings.map { "\(text($0.quantity, $0.metric)) \($0.metric)" }.listed
    return document.fits
      ? "Take \(name(point)): \(costs)."
      : "Nothing fits. The nearest is \(name(point)): \(costs)."
  }

  func name(_ point: TuneDocument.Point) -> String { axes.name(of: point.settings) }

  var misses: [String] {
    document.misses.map { miss in
      let over = NumberText.signed(miss.quantity.subtracting(miss.budget), scale(miss.metric))
      let share = NumberText.percent(from: miss.budget, to: miss.quantity).map { " (\($0))" } ?? ""
      return
        "\(miss.metric) is \(text(miss.quantity, miss.metric)), and the budget \(text(miss.budget, miss.metric)): missed by \(over)\(share)."
    }
  }

  /// What keeps cells from being taken, and what to do where that is an expectation.
  var objections: [String] {
    guard !document.objections.isEmpty else { return [] }
    let shown = document.objections.prefix(Self.mostObjections).map {
      "\($0.reason) (\(counted($0.cells, "cell", "cells")))"
    }
    let rest = document.objections.count - shown.count
    let more = rest > 0 ? "; \(counted(rest, "more reason", "more reasons")) in --format json" : ""
    let hint =
      document.objections.contains(where: \.isExpectation)
      ? " With --no-expectations expectations are left aside." : ""
    return ["Not to be taken: \(shown.joined(separator: "; "))\(more).\(hint)"]
  }

  var refusals: [String] {
    document.refusals.map { refusal in
      let what =
        refusal.axis.map { "\(counted(refusal.count, "value", "values")) of \($0)" }
        ?? counted(refusal.count, "cell", "cells")
      return
        "\(what) \(refusal.count == 1 ? "makes" : "make") no plan, such as \(refusal.example): \(refusal.reason)."
    }
  }

  var otherWork: [String] {
    guard !document.otherWork.isEmpty else { return [] }
    let parts = document.otherWork.map {
      "\(NumberText.text($0.recommended, .count)) \($0.metric) instead of \(NumberText.text($0.start, .count))"
    }
    return ["This is other work than at \(start): \(parts.listed)."]
  }

  var cliffs: [String] {
    document.cliffs.map { cliff in
      let factor =
        NumberText.percent(from: cliff.recommended, to: cliff.quantity).map { " (\($0))" } ?? ""
      return
        "At \(cliff.axis)=\(TuneAxes.shown(cliff.value)), \(cliff.metric) is \(text(cliff.quantity, cliff.metric)) instead of "
        + "\(text(cliff.recommended, cliff.metric))\(factor)\(cliff.breaksBudget ? ", which breaks the budget" : "")."
    }
  }

  var worth: [String] {
    document.worth.map { worth in
      let changes = zip(worth.before, worth.after).map { before, after in
        let change = after.quantity.subtracting(before.quantity)
        return change == 0
          ? "\(before.metric) unchanged"
          : "\(before.metric) \(NumberText.signed(change, scale(before.metric)))"
      }
      let what = changes.isEmpty ? "has no result" : changes.joined(separator: ", ")
      return
        "\(worth.axis) \(TuneAxes.shown(worth.from)) → \(TuneAxes.shown(worth.to)): \(what)"
    }
  }

  var start: String { axes.name(of: axes.start) }

  var coverage: String {
    let cells = document.cells
    func number(_ count: Int) -> String { NumberText.grouped(count) }
    let share = Double(cells.known) / Double(max(cells.all, 1)) * 100
    var text =
      "\(number(cells.all)) cells: \(number(cells.known)) known (\(NumberText.decimal(share, places: 1)) %), "
      + "\(number(cells.run)) of them run now"
    if cells.swept > 0 { text += " and \(number(cells.swept)) by the sweep" }
    if cells.absent > 0 { text += "; \(number(cells.absent)) are excluded or make no plan" }
    if document.isComplete, cells.leftOut > 0 {
      text += "; \(number(cells.leftOut)) left out, since nothing better is expected there"
    }
    text += "."
    if cells.checked > 0 {
      text +=
        " Of what was to be left out \(counted(cells.checked, "cell was", "cells were")) run to check that, "
        + (cells.surprises > 0
          ? "\(number(cells.surprises)) with a surprise that widened the search."
          : "without a surprise.")
    }
    if let small = document.smallSizes { text += " " + sentence(small) }
    if cells.died > 0 {
      text += " \(counted(cells.died, "cell", "cells")) died and are not recommended."
    }
    if !document.isComplete { text += " The search was cut short: this is what is known so far." }
    return text
  }

  private func sentence(_ small: TuneDocument.SmallSizes) -> String {
    let died = small.died > 0 ? ", of which \(NumberText.grouped(small.died)) died" : ""
    let first = "\(counted(small.cells, "cell", "cells")) in small sizes came first\(died): "
    if small.pairs == 0 { return first + "they say nothing of full size." }
    let pairs = counted(small.pairs, "pair", "pairs")
    return small.turned == 0
      ? first
        + "the order of \(pairs) of readings is the same in full size, so what was worse there was only sampled."
      : first
        + "of \(pairs) of readings \(NumberText.grouped(small.turned)) stand the other way round in full size, so nothing was left out for them."
  }

  var covers: String {
    guard !document.covers.isEmpty else { return "" }
    let names = document.covers.prefix(Self.mostCovers).map { axes.name(of: $0.settings) }
    let rest = document.covers.count - names.count
    let more = rest > 0 ? " and \(NumberText.grouped(rest)) more" : ""
    return
      "Read nowhere worse than other settings, which were only sampled: \(names.joined(separator: "; "))\(more)."
  }

  var turns: String {
    guard !document.turns.isEmpty else { return "" }
    let parts = document.turns.map { turn in
      let depth =
        turn.share.map { "by up to \(NumberText.decimal($0 * 100, places: 2)) %" }
        ?? "without a bound"
      return "\(turn.metric) along \(turn.axis) (\(depth))"
    }
    return "Not monotone, which was allowed for: \(parts.listed)."
  }

  var died: [String] {
    deaths.sorted { $0.key.lexicographicallyPrecedes($1.key) }.prefix(3).map { cell, sentence in
      let parts = axes.varied.map { "\(axes.axes[$0].name)=\(axes.value(cell, $0))" }
      return "\(parts.joined(separator: " · ")) \(sentence)."
    }
  }
}

// The sentences about whose behaviour the answer of a search shows, and how far it holds.
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
