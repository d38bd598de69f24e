// What held the memory at its worst moment, a variant after the other, with the difference to the reference.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// With more groups of variants only the highest and the lowest peak are shown.
  private static let mostPeaks = 8

  /// Returns the parts of the reference's peak, and what makes the difference in each other variant.
  func peaks(_ scenario: ScenarioResult) -> [Report.Block] {
    let names = TrialNames(scenario)
    var groups: [PeakGroup] = []
    for trial in scenario.trials {
      guard let peak = trial.peak?.withoutTimeline else { continue }
      let name = names.name(of: trial)
      let isReference = scenario.isReference(trial) && trial.place == nil
      if let place = groups.firstIndex(where: { $0.peak == peak }) {
        groups[place].names.append(name)
        groups[place].isReference = groups[place].isReference || isReference
      } else {
        groups.append(PeakGroup(peak: peak, names: [name], isReference: isReference))
      }
    }
    guard let base = base(of: groups) else { return [] }
    let others = groups.filter { $0 != base }
    var items = base.peak.parts(atMost: Self.mostParts).map { part in
      Report.Item(label: part.size, tone: .plain, text: part.words)
    }
    if base.peak.failureReason != nil { items = [base.failure] }
    items += shown(others).map { $0.item(beside: base) }
    if others.count > Self.mostPeaks {
      items.append(
        Report.Item(
          label: "left out", tone: .same,
          text:
            "\(counted(others.count - 2, "more peak")) between the highest and the lowest; the JSON has all"
        ))
    }
    return [.list(Report.List(title: base.title, items: items))]
  }

  /// The most parts of a peak that are named; the JSON has all of them, and the bytes of each owner.
  private static let mostParts = 4

  /// The reference's peak, or the highest where the reference's is not known.
  private func base(of groups: [PeakGroup]) -> PeakGroup? {
    groups.first { $0.isReference && $0.peak.failureReason == nil }
      ?? groups.filter { $0.peak.failureReason == nil }.max { $0.peak.bytes < $1.peak.bytes }
      ?? groups.first
  }

  private func shown(_ groups: [PeakGroup]) -> [PeakGroup] {
    guard groups.count > Self.mostPeaks else { return groups }
    let sorted = groups.sorted { $0.peak.bytes > $1.peak.bytes }
    return [sorted[0], sorted[sorted.count - 1]]
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
private struct PeakGroup: Equatable {
  let peak: PeakExplanation
  var names: [String]
  var isReference: Bool

  private var name: String { TrialNames.listed(names) }

  /// Whose peak it is, how high, where, and when.
  var title: String {
    "Peak of \(name): \(NumberText.bytes(peak.bytes))"
      + (peak.failureReason == nil ? " \(peak.moment)" : "")
      + (peak.failureReason == nil && !peak.isExact ? ", not fully attributed" : "")
  }

  /// Why its parts are not known.
  var failure: Report.Item {
    Report.Item(
      label: name, tone: .neutral, text: "not explained: \(peak.failureReason ?? "")",
      cases: TrialNames.unlisted(names))
  }

  /// Returns the difference from another peak, and the parts that make it.
  func item(beside base: PeakGroup) -> Report.Item {
    guard peak.failureReason == nil, base.peak.failureReason == nil else { return failure }
    let parts = PeakDifference(of: peak, from: base.peak)
    return Report.Item(
      label: name, tone: .plain, text: parts.sentence, cases: TrialNames.unlisted(names))
  }
}

/// The difference of two peaks by what makes it, in parts that add up to it as they are printed.
struct PeakDifference {
  /// The whole difference in bytes.
  let bytes: Int
  /// What makes it, the largest first; what is small is one part.
  let parts: [(words: String, bytes: Int)]

  init(of peak: PeakExplanation, from base: PeakExplanation) {
    bytes = peak.bytes &- base.bytes
    var changes: [[String]: (part: PeakExplanation.Part, count: Int, bytes: Int)] = [:]
    for (parts, sign) in [(peak.parts, 1), (base.parts, -1)] {
      for part in parts {
        var change = changes[part.identity] ?? (part, 0, 0)
        change.count &+= sign &* part.count
        change.bytes &+= sign &* part.bytes
        changes[part.identity] = change
      }
    }
    let sorted = changes.values.filter { $0.bytes != 0 }.sorted {
      ($1.bytes.magnitude, $0.part.identity.joined()) < (
        $0.bytes.magnitude, $1.part.identity.joined()
      )
    }
    let least = (sorted.first?.bytes.magnitude ?? 0) / 10
    let named = sorted.prefix(Self.most).filter { $0.bytes.magnitude >= least }
    var shown = named.map { (words: $0.part.name(of: $0.count.magnitude), bytes: $0.bytes) }
    let rest = bytes &- shown.reduce(0) { $0 &+ $1.bytes }
    if rest != 0 { shown.append((words: "others", bytes: rest)) }
    parts = shown
  }

  /// So many parts are named.
  private static let most = 3

  /// The difference and its parts, in one unit and rounded so that the parts add up.
  var sentence: String {
    guard bytes != 0 else { return "as high, of other parts" }
    let unit = PeakUnit(of: max(bytes.magnitude, parts.map(\.bytes.magnitude).max() ?? 0))
    // In the unit of its parts it would be nothing.
    guard unit.tenths(bytes) != 0 else {
      return "\(PeakUnit(of: bytes.magnitude).signed(bytes)), of other parts"
    }
    let whole = unit.signed(bytes)
    let rounded = unit.rounded(parts.map(\.bytes), to: bytes)
    let named = zip(parts, rounded).filter { $0.1 != 0 }.map {
      "\($0.words) \(unit.signed(tenths: $1))"
    }
    return named.isEmpty ? whole : "\(whole): \(named.joined(separator: ", "))"
  }
}

/// A unit of bytes in which several numbers are printed, with one decimal; bytes have none.
struct PeakUnit {
  private let size: Int
  private let name: String

  /// The unit in which a number of bytes is printed.
  init(of bytes: UInt) {
    let units = [(1, "B"), (1 << 10, "KiB"), (1 << 20, "MiB"), (1 << 30, "GiB"), (1 << 40, "TiB")]
    let words = NumberText.bytes(Int(clamping: bytes))
    (size, name) = units.last { words.hasSuffix(" \($0.1)") } ?? units[0]
  }

  /// The tenths of the unit in a number of bytes, rounded.
  func tenths(_ bytes: Int) -> Int {
    let tenths = (Double(bytes) / Double(size) * 10).rounded()
    return Int(min(max(tenths, -1e18), 1e18))
  }

  /// The same for parts, of which the last takes what rounding leaves of the whole.
  func rounded(_ parts: [Int], to whole: Int) -> [Int] {
    var tenths = parts.map(tenths)
    guard let last = tenths.indices.last else { return [] }
    tenths[last] &+= self.tenths(whole) &- tenths.reduce(0, &+)
    return tenths
  }

  /// A number of tenths as it is printed, without its unit.
  func text(tenths: Int) -> String {
    size == 1
      ? NumberText.grouped(tenths / 10)
      : NumberText.decimal(Double(tenths) / 10, places: 1)
  }

  /// The same with its sign.
  func signed(tenths: Int) -> String {
    (tenths < 0 ? "−" : "+") + text(tenths: Int(clamping: tenths.magnitude))
  }

  /// A number of bytes with its sign and the unit.
  func signed(_ bytes: Int) -> String { "\(signed(tenths: tenths(bytes))) \(name)" }

  /// A number of tenths with the unit.
  func whole(tenths: Int) -> String { "\(text(tenths: tenths)) \(name)" }
}

// A peak in words: what its bytes are, and what holds them.
extension PeakExplanation {
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

  /// Its largest parts with their sizes, and the others as one; as they are printed they add up to the peak.
  func parts(atMost most: Int) -> [(size: String, words: String)] {
    let unit = PeakUnit(of: bytes.magnitude)
    let large = parts.prefix { unit.tenths($0.bytes) != 0 }
    let named = large.prefix(parts.count <= most + 1 ? most + 1 : most)
    let rest = parts.dropFirst(named.count)
    let others = bytes &- named.reduce(0) { $0 &+ $1.bytes }
    let hasRest = unit.tenths(others) != 0
    let rounded = unit.rounded(named.map(\.bytes) + (hasRest ? [others] : []), to: bytes)
    let words = named.map { $0.words() } + (hasRest ? [counted(rest.count, "other")] : [])
    return zip(rounded, words).map { (unit.whole(tenths: $0), $1) }
  }
}

extension PeakExplanation.Part {
  /// What distinguishes it from the other parts of any peak.
  var identity: [String] {
    [kind.rawValue, entity ?? "", operation ?? ""] + holders
  }

  /// What it is and what holds it.
  func words() -> String { words(calling: entity ?? "") }

  /// What it is, in a word or two, without what holds it.
  func name(of count: UInt) -> String {
    switch kind {
    case .objects:
      // As many objects with more bytes, or none yet: the bytes are those of rows.
      (count == 0 ? "rows of \(entity ?? "")" : "\(NumberText.grouped(count)) \(entity ?? "")")
        + (holders.isEmpty ? "" : holders.count == 1 ? " (\(holders[0]))" : "")
    case .forgotten: "forgotten objects"
    case .undo: "undo records"
    case .rowCache: "row cache"
    case .registry: "tables"
    case .store: "in-memory store"
    case .script: "the scenario"
    case .app: "memory of the app"
    case .passing: operation ?? "step"
    case .sqlite: "SQLite"
    case .other: "unattributed"
    }
  }

  private func words(calling name: String) -> String {
    switch kind {
    case .objects where count == 0 && holders.isEmpty: "what \(name) objects have left behind"
    // The peak falls before their objects are there.
    case .objects where count == 0: "rows of \(name)" + held
    case .objects: subject(name) + held
    case .forgotten: "objects that no context finds any more"
    case .undo: "undo records"
    case .rowCache: "the row cache, rows that no object uses and its tables"
    case .registry: "tables of contexts, containers and results"
    case .store: "in-memory store (rows and indexes)"
    case .script: "the scenario's own names and steps"
    case .app: "memory of the app, beside Core Data"
    case .passing: "taken and given back by the \(operation ?? "step")"
    case .sqlite: "SQLite page cache and statements"
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
