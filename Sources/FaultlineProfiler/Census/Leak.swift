// Objects that live on at an end, what holds them, and the way from the holder to them as a drawing.

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
