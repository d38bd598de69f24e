// What became of the bytes of one name between two sides, said so that the sides cannot be exchanged.

package import FaultlineMeasures

/// Bytes of an owner or a function: on the side that is compared with, and on the one that is looked at.
package struct Gain: Sendable, Hashable {
  /// The owner or the function.
  package var name: String
  /// The bytes on the side that is compared with.
  package var base: Int
  /// The bytes on the side that is looked at.
  package var head: Int

  /// How much more the side that is looked at has.
  package var change: Int { head.subtractingSaturated(base) }

  /// What became of it.
  package var way: Way {
    if base == head { return .same }
    if base == 0 { return .new }
    if head == 0 { return .gone }
    return head > base ? .grew : .shrank
  }

  /// The ways there are.
  package enum Way: String, Sendable, Codable, Hashable, CaseIterable {
    case grew, shrank, gone, new, same
  }

  /// Pairs the bytes of both sides.
  package init(_ name: String, base: Int, head: Int) {
    self.name = name
    self.base = base
    self.head = head
  }

  /// The difference with the side that it is a difference to: `+1.2 MiB, more than 'let go'`.
  package func words(than side: String) -> String {
    guard change != 0 else { return "as much as \(side)" }
    return NumberText.signed(.integer(change), .bytes)
      + ", \(change > 0 ? "more" : "less") than \(side)"
  }

  /// Those that differ, the largest difference first.
  package static func ranked(_ gains: [Gain]) -> [Gain] {
    gains.filter { $0.change != 0 }.sorted {
      ($1.change.magnitude, $0.name) < ($0.change.magnitude, $1.name)
    }
  }
}

/// What each owner of bytes has more or less than on another side, at one checkpoint.
package struct OwnerGains: Sendable, Hashable {
  /// The checkpoint: of those that both sides have, the one at which either holds the most.
  package var checkpoint: String
  /// All bytes that live.
  package var whole: Gain
  /// The owners that differ, the largest difference first.
  package var owners: [Gain]

  /// Compares a variant with another of the same scenario.
  package init?(of trial: TrialResult, against other: TrialResult, in scenario: ScenarioResult) {
    guard trial.death == nil, other.death == nil, let head = trial.samples.first,
      let base = other.samples.first
    else { return nil }
    self.init(head, against: base) { scenario.metric($0) ?? .unknown($0) }
  }

  /// Compares two samples; nil where they have no checkpoint in common, or the same bytes everywhere.
  package init?(_ head: Sample, against base: Sample, metric: (String) -> Metric) {
    var most: (old: Checkpoint, new: Checkpoint, whole: Gain)?
    // With threads the bytes only inform, and a baseline does not have them: nothing can be said of a difference.
    guard metric(MetricName.bytesLive).exactness == .exact else { return nil }
    for new in head.checkpoints {
      guard let old = base[new.name], old[MetricName.bytesLive] != nil,
        new[MetricName.bytesLive] != nil, let whole = Self.gain(MetricName.bytesLive, new, old),
        most.map({ max($0.whole.base, $0.whole.head) < max(whole.base, whole.head) }) ?? true
      else { continue }
      most = (old, new, whole)
    }
    guard let (old, new, whole) = most else { return nil }
    var names = new.readings.map(\.metric)
    let known = Set(names)
    names += old.readings.map(\.metric).filter { !known.contains($0) }
    var gains = names.filter { Self.isOwner(metric($0)) }.compactMap { Self.gain($0, new, old) }
    gains.append(
      Gain(
        "other", base: gains.reduce(whole.base) { $0.subtractingSaturated($1.base) },
        head: gains.reduce(whole.head) { $0.subtractingSaturated($1.head) }))
    let owners = Gain.ranked(gains)
    guard !owners.isEmpty else { return nil }
    checkpoint = new.name
    self.whole = whole
    self.owners = owners
  }

  /// Compares a sample with the owners that a baseline keeps; of several totals, the bytes that live go first.
  package init?(_ head: Sample, against totals: [OwnedTotal], metric: (String) -> Metric) {
    let ranked = totals.sorted { one, other in
      (one.metric == MetricName.bytesLive ? 0 : 1, -one.total)
        < (other.metric == MetricName.bytesLive ? 0 : 1, -other.total)
    }
    var found: (OwnedTotal, [Gain])?
    for total in ranked where found == nil {
      guard metric(total.metric).exactness == .exact, let checkpoint = head[total.checkpoint],
        let gains = total.gains(to: checkpoint), !Gain.ranked(gains).isEmpty
      else { continue }
      found = (total, gains)
    }
    guard let (total, gains) = found else { return nil }
    checkpoint = total.checkpoint
    whole = Gain(
      total.metric, base: total.total, head: gains.reduce(0) { $0 + $1.head })
    owners = Gain.ranked(gains)
  }

  /// What is not an owner but a sum.
  private static let sums = [MetricName.bytesLive, MetricName.bytesOther]

  /// Whether a metric says what one owner holds now.
  package static func isOwner(_ metric: Metric) -> Bool {
    metric.family == .bytes && metric.group == .heap && metric.exactness == .exact
      && !sums.contains(metric.name) && !metric.isPeak
  }

  /// A reading of both sides; what only one has read is nothing on the other.
  private static func gain(_ name: String, _ head: Checkpoint, _ base: Checkpoint) -> Gain? {
    let sides = [base, head].map { side in
      side.readings.first { $0.metric == name }.map(\.quantity.whole)
    }
    guard sides.contains(where: { $0 != nil }) else { return nil }
    return Gain(name, base: sides[0] ?? 0, head: sides[1] ?? 0)
  }
}

extension OwnedTotal {
  /// The gains of a later checkpoint, whose sum is the difference of the totals.
  package func gains(to head: Checkpoint) -> [Gain]? {
    guard let later = OwnedTotal(metric, at: head) else { return nil }
    var named = parts.keys.filter { $0 != Self.others }.sorted().map { name in
      Gain(name, base: parts[name] ?? 0, head: later.parts[name] ?? 0)
    }
    named.append(
      Gain(
        Self.others, base: parts[Self.others] ?? 0,
        head: named.reduce(later.total) { $0 - $1.head }))
    return named
  }
}
