// Objects that live on at an end, what holds them, and the way from the holder to them as a drawing.

package import Faultline
package import FaultlineMeasures

/// Objects that live on for the same reason at an end of a scenario: leaked, or held on purpose.
package struct Leak: Sendable {
  /// When they should have been gone.
  package let moment: Moment
  /// What holds them, the one to be suspected first before the others; never empty.
  package let holders: [NamedHolder]
  /// The circle that holds them, where no reason lies outside of it.
  package let cycle: CycleKind?
  /// The ways from the holder, those that keep the most objects first; never empty.
  package let ways: [Retention.Way]

  /// The two ends of a scenario.
  package enum Moment: Sendable {
    /// Every name was let go; context and stores are there.
    case released
    /// Context, coordinator and stores were let go as well.
    case end
    /// A test has returned.
    case test

    fileprivate var verbs: (one: String, many: String) {
      switch self {
      case .released: ("lives on when every name is let go", "live on when every name is let go")
      case .end:
        ("outlives context, coordinator and stores", "outlive context, coordinator and stores")
      case .test: ("outlives the test", "outlive the test")
      }
    }

    fileprivate var expected: String {
      switch self {
      case .released: "should be gone, for every name was let go"
      case .end: "should be gone with its context"
      case .test: "should be gone with the test"
      }
    }
  }

  /// How many objects live on.
  package var count: Int { ways.reduce(0) { $0 + $1.count } }

  /// The same leak in the same words at every moment and in every run, whatever the numbers are.
  package var fingerprint: String {
    Fingerprint.of(
      holders.map(\.words) + (cycle.map { [$0.text] } ?? []) + [shown.entity]
        + shown.path.map(\.description))
  }

  /// Whether something holds them that can let them go: a container, an undo manager, a context.
  ///
  /// A leak has nothing of that kind: its objects hold each other, or nothing that is known leads to them.
  package var isHold: Bool { holders[0].reason.canLetGo }

  /// The finding that a report shows.
  package var finding: Finding {
    Finding(
      kind: isHold ? .hold : .leak, message: message, advice: holders[0].reason.advice,
      evidence: evidence,
      trace: LeakDrawing(shown, holders[0], cycle)
        .lines(ending: isHold ? "lives as long as it is held" : moment.expected),
      fingerprint: fingerprint)
  }

  /// The way that is drawn: one without detours if there is one, for it shows the holder best.
  private var shown: Retention.Way { ways.first { $0.path.isEmpty } ?? ways[0] }

  /// What lives on, and the holder, in one line.
  private var message: String {
    var counts: [(entity: String, count: Int)] = []
    for way in ways {
      if let place = counts.firstIndex(where: { $0.entity == way.entity }) {
        counts[place].count += way.count
      } else {
        counts.append((way.entity, way.count))
      }
    }
    counts.sort { ($1.count, $0.entity) < ($0.count, $1.entity) }
    let kinds = counts.map { "\(NumberText.grouped($0.count)) × \($0.entity)" }
    let shown = kinds.count > 3 ? Array(kinds.prefix(2)) + ["\(kinds.count - 2) more kinds"] : kinds
    let verb = count == 1 ? moment.verbs.one : moment.verbs.many
    let circle = cycle.map { ", \($0.text)" } ?? ""
    return "\(shown.listed) \(verb): held by \(holders[0].words)\(circle)"
  }

  private var evidence: [String] {
    var lines: [String] = []
    if let cycle, cycle.count > 1 {
      lines.append("\(NumberText.grouped(cycle.count - 1)) more of this kind")
    } else if cycle == nil, shown.count > 1 {
      lines.append("\(NumberText.grouped(shown.count - 1)) more of this kind")
    }
    for holder in holders.dropFirst() { lines.append("held by \(holder.words) as well") }
    let others = ways.filter { $0 != shown && !($0.path.isEmpty && $0.cycle != nil) }
    for way in others.prefix(Self.shownWays) {
      lines.append(
        "with \(NumberText.grouped(way.count)) × \(way.entity): "
          + (way.path.isEmpty
            ? "held directly" : way.path.map(\.description).joined(separator: " → ")))
    }
    if others.count > Self.shownWays {
      let rest = others.dropFirst(Self.shownWays)
      let objects = rest.reduce(0) { $0 + $1.count }
      lines.append(
        "with \(NumberText.grouped(objects)) more objects along \(rest.count) longer ways")
    }
    return lines
  }

  private static let shownWays = 3
}

/// Looks for everything that is alive and says why, those that keep the most objects first.
package enum LeakSearch {
  /// The most that are reported of a moment; what lies beyond keeps the fewest objects.
  private static let most = 5

  /// Searches all objects made since a moment; linear in objects and references.
  ///
  /// - Parameters:
  ///   - moment: The end at which every one of them should be gone.
  ///   - start: Objects of contexts made after this are counted, those that no context finds any more as well.
  ///   - objects: Those of them that contexts find, also contexts that are gone.
  ///   - contexts: Those that are still there.
  ///   - named: Reports what else holds some, a mention a reference.
  /// - Returns: The leaks, those of the most objects first.
  package static func leaks(
    at moment: Leak.Moment, since start: Population.Moment, among objects: ObjectGraph,
    contexts: [ManagedObjectContext], named: OutsideHolds.Named
  ) -> [Leak] {
    let alive = Population.liveCount(since: start)
    guard alive > 0 else { return [] }
    let holds = OutsideHolds(of: objects, contexts: contexts, named: named)
    var holdersOf: [String: [NamedHolder]] = [:]
    var wordsOf: [UInt64: String] = [:]
    var roots: [(node: Int, holder: String)] = []
    for place in objects.snapshot.entries.indices {
      let mask = holds.mask(at: place)
      guard mask != 0 else { continue }
      // Many objects have the same holders; these are put into words once.
      let words: String
      if let known = wordsOf[mask] {
        words = known
      } else {
        let holders = holds.holders(mask)
        words = holders.map(\.words).joined(separator: "; ")
        (wordsOf[mask], holdersOf[words]) = (words, holders)
      }
      roots.append((place, words))
    }
    let retention = Retention(of: objects.references, from: roots, cycles: objects.cycles)
    for holder in holds.forgottenHolders { holdersOf[holder.words] = [holder] }
    var groups: [(key: Key, ways: [Retention.Way])] = []
    var groupOf: [Key: Int] = [:]
    let lost = alive - objects.snapshot.entries.count
    for way in retention.ways + holds.forgotten(lost) {
      let key = Key(holder: way.holder, cycle: way.cycle)
      if let place = groupOf[key] {
        groups[place].ways.append(way)
      } else {
        groupOf[key] = groups.count
        groups.append((key, [way]))
      }
    }
    let leaks = groups.map { key, ways in
      let holders = holdersOf[key.holder] ?? [key.cycle == nil ? .stranger : .cycle]
      return Leak(moment: moment, holders: holders, cycle: key.cycle, ways: ways)
    }
    return Array(
      leaks.sorted { ($1.count, $0.fingerprint) < ($0.count, $1.fingerprint) }.prefix(most))
  }

  /// What is found at both ends is reported at the second, where it is worse.
  package static func merged(_ leaks: [Leak]) -> [Leak] {
    let atEnd = Set(leaks.filter { $0.moment == .end }.map(\.fingerprint))
    return leaks.filter { $0.moment == .end || !atEnd.contains($0.fingerprint) }
  }

  private struct Key: Hashable {
    let holder: String
    let cycle: CycleKind?
  }
}

/// Draws a way as a trace: the holder, each reference with its reason, and the suspect one underlined.
///
/// ```
/// ┬─ the undo manager, for what can be undone
/// │  ~~~~~~~~~~~~~~~~
/// ├─ Employee
/// │    ↓ department, a realized relationship
/// ╰→ Department: should be gone, for every name was let go
/// ```
struct LeakDrawing {
  private let root: String
  private let suspect: String?
  private let steps: [ReferenceStep]
  /// What stands for steps that are left out.
  private let cut: String?
  private let last: String
  /// Whether the last object is the one with which the steps began.
  private let closes: Bool

  init(_ way: Retention.Way, _ holder: NamedHolder, _ cycle: CycleKind?) {
    if let cycle, way.path.isEmpty {
      root = "a retain cycle: each object holds the next, and nothing else holds any"
      suspect = nil
      steps = cycle.steps
      cut = cycle.cut
      last = cycle.steps.first?.entity ?? way.entity
      closes = true
    } else {
      root = holder.words + (cycle.map { ": \($0.text)" } ?? "")
      suspect = cycle?.steps.first?.description ?? holder.name
      steps = way.path
      cut = nil
      last = way.entity
      closes = false
    }
  }

  /// The lines, with what should have become of the last object.
  func lines(ending expected: String) -> [String] {
    var lines = ["┬─ \(root)"]
    if let suspect { lines.append("│  " + Self.underline(suspect, in: root)) }
    for (index, step) in steps.enumerated() {
      lines.append("├─ \(step.entity)")
      lines.append("│    ↓ \(step.relationship), a realized relationship")
      // In a circle any reference may be the one to drop; the first stands for all.
      if closes, index == 0 {
        lines.append("│      " + String(repeating: "~", count: step.relationship.count))
      }
    }
    if let cut { lines.append("├─ \(cut)") }
    lines.append("╰→ \(last)\(closes ? ", where it began" : ""): \(expected)")
    return lines
  }

  private static func underline(_ suspect: String, in text: String) -> String {
    guard let range = text.firstRange(of: suspect) else { return "" }
    return String(repeating: " ", count: text.distance(from: text.startIndex, to: range.lowerBound))
      + String(repeating: "~", count: suspect.count)
  }
}
