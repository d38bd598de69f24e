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
