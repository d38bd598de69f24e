// The picture that a page begins with: the memory of each variant along its run, by owner, and where its peak was.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// More pictures side by side are too small to be read.
  private static let mostPictures = 4

  /// The memory along the run, or along the checkpoints where the run was not followed, and the pictures of owners that
  /// are left for later; of several sizes the largest comes first.
  func firstPicture(
    _ scenario: ScenarioResult
  ) -> (blocks: [Report.Block], others: [Report.Block]) {
    let owners = owners(scenario)
    if let chart = memory(scenario) { return ([.chart(chart)], owners.map { .more($0) }) }
    return (owners.first?.blocks ?? [], owners.dropFirst().map { .more($0) })
  }

  /// The memory along the run; nil where no pass has followed it.
  func memory(_ scenario: ScenarioResult) -> Report.Chart? {
    guard let group = SizeGroup.drawn(in: scenario).first(where: { !$0.followed.isEmpty }) else {
      return nil
    }
    let followed = group.followed
    let shown = chosen(followed, group.scenario)
    let names = TrialNames(scenario)
    let parts = MemoryParts(shown.map(\.timeline))
    let panels = shown.map { one in
      Report.Panel(
        title: followed.count > 1 ? names.name(of: one.trial) : "",
        series: parts.series(of: one.timeline), across: one.timeline.axis,
        marks: one.mark.map { [$0] } ?? [])
    }
    let tops = shown.flatMap { $0.timeline.bytes + [$0.peak.bytes] }.map(Double.init)
    let count = followed.count > shown.count ? ", \(shown.count) of \(followed.count) variants" : ""
    return Report.Chart(
      title: group.title("Memory from the first step to the last") + count,
      summary: shown.map { "\(names.name(of: $0.trial)): \($0.summary)" }.joined(separator: " "),
      kind: .stack, across: panels[0].across ?? Report.Axis(title: "", range: 0...1, ticks: []),
      up: Report.Axis(title: MetricName.bytesLive, holding: tops, scale: .bytes), panels: panels,
      table: parts.table(shown.map { (names.cell(of: $0.trial), $0.timeline) }, names.column))
  }

  /// The reference first, then the highest peak and the lowest, then the others, as many as have room.
  private func chosen(_ all: [FollowedTrial], _ scenario: ScenarioResult) -> [FollowedTrial] {
    let reference = all.filter { scenario.isReference($0.trial) }.prefix(1)
    let highest = all.max { $0.peak.bytes < $1.peak.bytes }
    let lowest = all.min { $0.peak.bytes < $1.peak.bytes }
    let first = reference + [highest, lowest].compactMap(\.self) + all
    var known: Set<String> = []
    let keys = Set(
      first.filter { known.insert($0.trial.id).inserted }.prefix(Self.mostPictures).map(\.trial.id))
    return all.filter { keys.contains($0.trial.id) }
  }
}

/// A trial whose memory was followed along its run.
struct FollowedTrial {
  let trial: TrialResult
  let peak: PeakExplanation
  let timeline: MemoryTimeline

  /// Where the peak was, between two moments that were looked at.
  var mark: Report.Point? {
    guard peak.failureReason == nil, let place = timeline.place(ofPeak: peak) else { return nil }
    return Report.Point(
      x: Double(timeline.at[place]), y: Double(peak.bytes),
      label: "peak \(NumberText.bytes(peak.bytes))", place: "the peak, \(peak.moment)",
      value: NumberText.exact(.integer(peak.bytes), .bytes))
  }

  var summary: String {
    let last = timeline.bytes.last ?? 0
    return
      "at most \(NumberText.bytes(peak.bytes)) \(peak.moment), and \(NumberText.bytes(last)) at the end."
  }
}

extension SizeGroup {
  /// The trials that were followed.
  var followed: [FollowedTrial] {
    scenario.trials.compactMap { trial in
      guard let peak = trial.peak, let timeline = peak.timeline, timeline.isWhole else {
        return nil
      }
      return FollowedTrial(trial: trial, peak: peak, timeline: timeline)
    }
  }
}

extension MemoryTimeline {
  /// The moment of the same step and round at which the most was held; the highest of all where none is.
  func place(ofPeak peak: PeakExplanation) -> Int? {
    let round = peak.rounds.first?.number ?? -1
    // Of a long run not every step was looked at.
    guard let step = peak.step.flatMap(titles.firstIndex) else {
      return at.indices.max { bytes[$0] < bytes[$1] }
    }
    let same = at.indices.filter { steps[$0] == step && rounds[$0] == round }
    let near = same.isEmpty ? at.indices.filter { steps[$0] == step } : same
    return (near.isEmpty ? Array(at.indices) : near).max { bytes[$0] < bytes[$1] }
  }

  /// Where a moment is, in words.
  func words(at place: Int) -> String {
    var words = [
      "step \(NumberText.grouped(played[place])) of \(NumberText.grouped(played.last ?? 0))"
    ]
    if steps[place] >= 0 { words.append(titles[steps[place]]) }
    if rounds[place] >= 0 { words.append("round \(NumberText.grouped(rounds[place]))") }
    return words.joined(separator: ", ")
  }

  /// The moments from left to right, with the names of the checkpoints that have room.
  var axis: Report.Axis {
    let last = Double(max(1, at.last ?? 1))
    var ticks: [Report.Tick] = []
    for mark in checkpoints.reversed() {
      let place = min(last, Double(mark.moment))
      if ticks.allSatisfy({ $0.value - place > last / 4 }) {
        ticks.append(Report.Tick(value: place, label: mark.name))
      }
    }
    let steps = "\(NumberText.grouped(played.last ?? 0)) steps"
    // The last level lasts for a while, so that it can be seen.
    return Report.Axis(title: steps, range: 0...last * 1.05, ticks: ticks.reversed())
  }
}

/// What the pictures of a scenario's memory are made of: the same parts in the same colours in each.
struct MemoryParts {
  /// The owners in the order in which they lie upon each other, with what a legend calls them.
  private static let words: [(owner: String, words: String)] = [
    ("sqlite", "SQLite"), ("store", "store"), ("snapshots", "rows"), ("objects", "objects"),
    ("faults", "faults"), ("values", "changed values"), ("sets", "relationships"),
    ("undo", "undo"), ("registry", "contexts' tables"),
  ]
  private static let rest = "the rest"

  /// The places of the owners that have a part of their own.
  private let shown: [Int]

  /// Finds the owners that have at least a fiftieth of the most that was held.
  init(_ timelines: [MemoryTimeline]) {
    let most = timelines.flatMap(\.bytes).max() ?? 0
    shown = Self.words.indices.filter { place in
      timelines.contains { timeline in
        timeline.bytes(of: Self.words[place].owner).contains { $0 > 0 && $0 * 50 >= most }
      }
    }
  }

  /// The parts of one timeline; the last is the rest, so that the sum is exact.
  private func parts(of timeline: MemoryTimeline) -> [(name: String, style: Int, bytes: [Int])] {
    let named = shown.map { place in
      (Self.words[place].words, place, timeline.bytes(of: Self.words[place].owner))
    }
    let rest = timeline.at.indices.map { moment in
      named.reduce(timeline.bytes[moment]) { $0.subtractingSaturated($1.2[moment]) }
    }
    return named + [(Self.rest, Self.words.count, rest)]
  }

  func series(of timeline: MemoryTimeline) -> [Report.Series] {
    parts(of: timeline).map { part in
      let points = timeline.at.indices.map { moment in
        let value = NumberText.exact(.integer(part.bytes[moment]), .bytes)
        return Report.Point(
          x: Double(timeline.at[moment]), y: Double(max(0, part.bytes[moment])), label: value,
          place: timeline.words(at: moment), value: value)
      }
      return Report.Series(name: part.name, style: part.style, points: points)
    }
  }

  /// A row a moment.
  func table(
    _ all: [(name: Report.Cell, timeline: MemoryTimeline)], _ column: Report.Column
  ) -> Report.Table {
    let heads = shown.map { Self.words[$0].words } + [Self.rest, "all"]
    let columns =
      [column, Report.Column(title: "moment", alignment: .leading, priority: 1)]
      + heads.enumerated().map { place, head in
        Report.Column(title: head, alignment: .trailing, priority: place + 2)
      }
    let rows = all.flatMap { name, timeline in
      let parts = parts(of: timeline)
      return timeline.at.indices.map { moment in
        Report.Row(
          cells: [name, Report.Cell(timeline.words(at: moment))]
            + (parts.map { $0.bytes[moment] } + [timeline.bytes[moment]]).map {
              Report.Cell(.integer($0), .bytes)
            })
      }
    }
    return Report.Table(title: "Memory along the run, by owner", columns: columns, rows: rows)
  }
}

extension MemoryTimeline {
  /// The bytes of an owner at each moment; zeros where it never had any.
  fileprivate func bytes(of owner: String) -> [Int] {
    owners.first { $0.owner == owner }?.bytes ?? at.map { _ in 0 }
  }
}
