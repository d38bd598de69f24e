// What held the memory at its worst moment, a variant after the other, with the difference to the reference.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// With more groups of variants only the highest and the lowest peak are shown.
  private static let mostPeaks = 8
  /// How many parts of a peak are named; the JSON has all of them, and what each owner has.
  private static let mostParts = 3

  /// The peaks that were explained; its first line says the highest and its first cause.
  func peaks(_ scenario: ScenarioResult) -> [Report.Block] {
    let names = TrialNames(scenario)
    let explained = scenario.trials.compactMap { trial in
      trial.peak.map { (trial, $0.withoutTimeline) }
    }
    guard let worst = explained.map(\.1).max(by: { $0.bytes < $1.bytes }) else { return [] }
    var groups: [PeakGroup] = []
    for (trial, peak) in explained {
      let name = names.name(of: trial)
      if let place = groups.firstIndex(where: { $0.peak == peak }) {
        groups[place].names.append(name)
      } else {
        groups.append(PeakGroup(peak: peak, names: [name]))
      }
    }
    let reference = explained.first { scenario.isReference($0.0) && $0.0.place == nil }
    let base = reference.map { (peak: $0.1, name: names.name(of: $0.0)) }
    var items = shown(groups).map { item($0, base) }
    if groups.count > Self.mostPeaks {
      items.append(
        Report.Item(
          label: "left out", tone: .same,
          text: "\(counted(groups.count - items.count, "more peak")) of "
            + "\(counted(explained.count, "variant")) lie between these two; the JSON has all"))
    }
    return [.list(Report.List(title: worst.headline, items: items))]
  }

  private func shown(_ groups: [PeakGroup]) -> [PeakGroup] {
    guard groups.count > Self.mostPeaks else { return groups }
    let sorted = groups.enumerated().sorted {
      ($1.element.peak.bytes, $0.offset) < ($0.element.peak.bytes, $1.offset)
    }
    return [sorted[0].element, sorted[sorted.count - 1].element]
  }

  private func item(
    _ group: PeakGroup, _ base: (peak: PeakExplanation, name: String)?
  ) -> Report.Item {
    let peak = group.peak
    let label = TrialNames.listed(group.names)
    let cases = TrialNames.unlisted(group.names)
    let size = NumberText.bytes(peak.bytes)
    if let failureReason = peak.failureReason {
      return Report.Item(
        label: label, tone: .neutral,
        text: (peak.bytes > 0 ? "\(size), " : "") + "not explained: \(failureReason)", cases: cases)
    }
    return Report.Item(
      label: label, tone: .plain,
      text: "\(size) \(peak.moment), "
        + (peak.isExact ? "explained to the byte" : "not all explained"),
      details: details(peak) + differences(group, base), cases: cases)
  }

  private func details(_ peak: PeakExplanation) -> [String] {
    var lines = peak.parts.shown(atMost: Self.mostParts).map { part in
      "\(NumberText.bytes(part.bytes)) \(part.words())"
    }
    let rest = peak.parts.dropFirst(lines.count)
    if !rest.isEmpty {
      let bytes = rest.reduce(0) { $0 + $1.bytes }
      lines.append("\(NumberText.bytes(bytes)) in \(counted(rest.count, "smaller part"))")
    }
    if let path = peak.parts.first(where: { !$0.path.isEmpty })?.path {
      lines.append("the way to one: " + path.joined(separator: " → "))
    }
    return lines
  }

  private func differences(
    _ group: PeakGroup, _ base: (peak: PeakExplanation, name: String)?
  ) -> [String] {
    guard let base, !group.names.contains(base.name) else { return [] }
    return group.peak.difference(from: base.peak, called: base.name).map { [$0] } ?? []
  }
}

extension PeakExplanation {
  /// The peak alone: what the run was before it does not make it another.
  fileprivate var withoutTimeline: PeakExplanation {
    var peak = self
    peak.timeline = nil
    return peak
  }
}

/// Variants whose peak is explained in the same way.
private struct PeakGroup {
  let peak: PeakExplanation
  var names: [String]
}

// A peak in words: what its bytes are, and what holds them.
extension PeakExplanation {
  /// The peak and the first cause of it in one line: `peak 22.3 MiB: 100,000 Item held only by the pool`.
  var headline: String {
    let size = "peak \(NumberText.bytes(bytes))"
    guard failureReason == nil, let first = parts.first else { return size }
    return "\(size): " + first.words(within: Self.columns - size.count - 2)
  }

  /// The first line of a peak names its cause in so many columns, or cuts the name of the entity.
  static let columns = 60

  /// When it was: the step, the rounds of its loops, and what the engine was doing.
  var moment: String {
    var words = [step.map { "in \($0)" } ?? "before the first step or after the last"]
    for round in rounds {
      words.append(
        "round \(NumberText.grouped(round.number))" + (round.loop.map { " of '\($0)'" } ?? ""))
    }
    if let operation { words.append("during the \(operation)") }
    return words.joined(separator: ", ")
  }

  /// The difference to another peak in one sentence, which names what makes the most of it.
  func difference(from reference: PeakExplanation, called name: String) -> String? {
    guard failureReason == nil, reference.failureReason == nil else { return nil }
    let difference = bytes - reference.bytes
    let own = Dictionary(parts.map { ($0.identity, $0.bytes) }, uniquingKeysWith: +)
    let other = Dictionary(reference.parts.map { ($0.identity, $0.bytes) }, uniquingKeysWith: +)
    guard difference != 0 else {
      return own == other ? "the same as '\(name)'" : "as many bytes as '\(name)', of other parts"
    }
    let pool = difference > 0 ? parts : reference.parts
    let cause = pool.max { one, another in
      let gains = [one, another].map { part in
        abs((own[part.identity] ?? 0) - (other[part.identity] ?? 0))
      }
      return gains[0] < gains[1]
    }
    let word = difference > 0 ? "more" : "less"
    let size = "\(NumberText.bytes(abs(difference))) \(word) than '\(name)'"
    guard let cause else { return size }
    return "\(size): \(difference > 0 ? "" : "without ")\(cause.words())"
  }
}

extension PeakExplanation.Part {
  /// What distinguishes it from the other parts of any peak.
  fileprivate var identity: [String] {
    [kind.rawValue, entity ?? "", operation ?? ""] + holders
  }

  /// What it is and what holds it; where there is too little room, the name of the entity is cut.
  func words(within columns: Int = .max) -> String {
    let whole = words(calling: entity ?? "")
    guard let entity, whole.count > columns else { return whole }
    let room = max(Self.shortestName, entity.count - (whole.count - columns))
    return room < entity.count ? words(calling: entity.prefix(room - 1) + "…") : whole
  }

  private static let shortestName = 8

  private func words(calling name: String) -> String {
    switch kind {
    case .objects where count == 0 && holders.isEmpty: "what \(name) objects have left behind"
    // The peak falls before their objects are there.
    case .objects where count == 0: "rows of \(name)" + held
    case .objects: subject(name) + held
    case .forgotten: "objects that no context finds any more"
    case .undo: "undo, what it notes besides the objects it holds"
    case .rowCache: "the row cache, rows that no object uses and its tables"
    case .registry: "tables of contexts, containers and results"
    case .store: "the store, rows in memory and what it keeps to be asked"
    case .script: "the scenario's own names and steps"
    case .app: "memory of the app's own, beside Core Data"
    case .passing: "taken and given back by the \(operation ?? "step")"
    case .sqlite: "SQLite, its page cache and statements"
    case .other: "what no owner accounts for"
    }
  }

  /// The objects, or the part of them that takes most of the bytes where that is not the objects.
  private func subject(_ name: String) -> String {
    let objects = "\(NumberText.grouped(count)) \(name)"
    if bytes(of: "sets") * 2 > bytes { return "relationship sets of \(objects)" }
    if bytes(of: "snapshots") * 2 > bytes, faults * 2 > count { return "cached rows of \(objects)" }
    return objects
  }

  private func bytes(of owner: String) -> Int {
    owners.first { $0.owner == owner }?.bytes ?? 0
  }

  private var held: String {
    if holders.isEmpty { return ", held by nothing that is known" }
    if holders.count == 1 { return " held only by \(holders[0])" }
    let shown = Array(holders.shown(atMost: 2))
    let more = holders.count - shown.count
    return " held by "
      + (more > 0 ? "\(shown.joined(separator: ", ")) and \(more) more" : shown.listed)
  }
}
