// What one measured pass read: quantities, gathered at checkpoints.

import Synchronization

/// One quantity of one metric.
package struct Reading: Sendable, Codable, Hashable {
  /// The metric's name.
  package var metric: String
  /// What was read.
  package var quantity: Quantity

  /// Pairs a metric with what was read.
  package init(metric: String, quantity: Quantity) {
    self.metric = metric
    self.quantity = quantity
  }
}

/// A loop and which of its rounds was played.
package struct LoopRound: Sendable, Codable, Hashable {
  /// The loop's name, if it has one.
  package var loop: String?
  /// The round, from 0.
  package var number: Int

  /// Names a round.
  package init(loop: String?, number: Int) {
    self.loop = loop
    self.number = number
  }
}

/// The step that took a checkpoint, and the rounds of the loops around it.
package struct CheckpointOrigin: Sendable, Codable, Hashable {
  /// The name as it is written, such as `batch-{i}`.
  package var template: String
  /// The rounds, outermost loop first.
  package var rounds: [LoopRound]

  /// Says where a checkpoint comes from.
  package init(template: String, rounds: [LoopRound]) {
    self.template = template
    self.rounds = rounds
  }

  /// The round of a loop; that of the inner one where two have the same name.
  package func round(of loop: String) -> Int? {
    rounds.last { $0.loop == loop }?.number
  }
}

/// The readings taken at one named moment; names are unique within a sample.
package struct Checkpoint: Sendable, Hashable {
  /// The moment's name; the last one is `end`.
  package var name: String
  /// The readings in the order they were taken.
  package var readings: [Reading]
  /// The parts of readings by context and by entity, by metric; nothing where a reading is zero.
  package var parts: [String: ReadingParts]
  /// The step that took it, as far as that is known.
  package var origin: CheckpointOrigin?
  /// Whether something was left out that a pass before this one has read here: every object, or the peak.
  package var isPartial: Bool

  /// Gathers readings under a name.
  package init(
    name: String, readings: [Reading], parts: [String: ReadingParts] = [:],
    origin: CheckpointOrigin? = nil, isPartial: Bool = false
  ) {
    self.name = name
    self.readings = readings
    self.parts = parts
    self.origin = origin
    self.isPartial = isPartial
  }

  /// Whether a later pass has read the same of exact metrics, in the same order, and left out nothing that it owes.
  func agrees(with later: Checkpoint, on exact: ExactMetrics) -> Bool {
    guard name == later.name else { return false }
    var rest = later.readings[...]
    for reading in readings {
      if let other = rest.first, other.metric == reading.metric {
        rest.removeFirst()
        if other.quantity != reading.quantity, exact.contains(reading.metric) { return false }
      } else if !later.isPartial, exact.contains(reading.metric) {
        return false
      }
    }
    return !rest.contains { exact.contains($0.metric) }
  }

  /// What was read of a metric here, if it was read; of an argument that was not met, nothing was counted.
  package subscript(_ metric: String) -> Quantity? {
    if let found = readings.first(where: { $0.metric == metric }) { return found.quantity }
    let base = MetricName.base(of: metric)
    guard base != metric, readings.contains(where: { $0.metric == base }) else { return nil }
    let arguments = MetricName.arguments(of: metric)
    guard arguments.count == 1 else { return .integer(0) }
    // A cause is read under its name alone.
    let cause = MetricName.name(
      base, of: arguments.map { $0.hasPrefix("cause ") ? String($0.dropFirst(6)) : $0 })
    return readings.first { $0.metric == cause }?.quantity
      ?? .integer(parts[base]?.part(of: arguments[0]) ?? 0)
  }
}

/// One measured pass over a scenario's steps.
package struct Sample: Sendable, Hashable {
  /// The most passes that a file may have: one that claims a billion identical ones must not cost a billion samples.
  package static let mostPasses = 1_000_000

  /// The number of the measured pass, from 1.
  package var pass: Int
  /// The checkpoints in the order they were reached.
  package var checkpoints: [Checkpoint] { didSet { places = CheckpointPlaces() } }
  /// Where each checkpoint stands, found out when it is asked for.
  private var places = CheckpointPlaces()

  /// Gathers the checkpoints of a pass.
  package init(pass: Int, checkpoints: [Checkpoint]) {
    self.pass = pass
    self.checkpoints = checkpoints
  }

  /// Whether a later pass came to the same on exact metrics.
  func agrees(with later: Sample, on exact: ExactMetrics) -> Bool {
    checkpoints.count == later.checkpoints.count
      && zip(checkpoints, later.checkpoints).allSatisfy { $0.agrees(with: $1, on: exact) }
  }

  /// The checkpoint of that name, if the pass reached it.
  package subscript(_ checkpoint: String) -> Checkpoint? {
    places.place(of: checkpoint, in: checkpoints).map { checkpoints[$0] }
  }
}

/// A pass has a hundred checkpoints and each of them a hundred readings, mostly of the same metrics in the same order.
extension Sample: Codable {
  private enum CodingKeys: String, CodingKey {
    case pass, metrics, checkpoints
  }

  private struct Sent: Codable {
    let name: String
    let origin: CheckpointOrigin?
    let isPartial: Bool?
    /// The place of its metrics among the lists of them.
    let metrics: Int
    /// Their quantities, in one text: a library for JSON makes a box of each number.
    let quantities: String
    /// Nil where there are none.
    let parts: [String: ReadingParts]?
  }

  /// Writes each list of metrics once.
  package func encode(to encoder: any Encoder) throws {
    var lists: [[String]] = []
    func place(of readings: [Reading]) -> Int {
      let known = lists.firstIndex { $0.elementsEqual(readings.lazy.map(\.metric)) }
      if known == nil { lists.append(readings.map(\.metric)) }
      return known ?? lists.count - 1
    }
    func text(_ readings: [Reading]) -> String {
      readings.map(\.quantity.description).joined(separator: " ")
    }
    let sent = checkpoints.map { checkpoint in
      Sent(
        name: checkpoint.name, origin: checkpoint.origin,
        isPartial: checkpoint.isPartial ? true : nil, metrics: place(of: checkpoint.readings),
        quantities: text(checkpoint.readings),
        parts: checkpoint.parts.isEmpty ? nil : checkpoint.parts)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(pass, forKey: .pass)
    try container.encode(lists, forKey: .metrics)
    try container.encode(sent, forKey: .checkpoints)
  }

  /// Reads a pass; a checkpoint with more or fewer numbers than metrics is an error.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let lists = try container.decode([[String]].self, forKey: .metrics)
    let sent = try container.decode([Sent].self, forKey: .checkpoints)
    func readings(_ place: Int, _ text: String, of name: String) throws -> [Reading] {
      let quantities = text.split(separator: " ").compactMap { Quantity($0) }
      guard lists.indices.contains(place), lists[place].count == quantities.count else {
        throw DecodingError.dataCorruptedError(
          forKey: .checkpoints, in: container,
          debugDescription: "'\(name)' has not a number for each of its metrics")
      }
      return zip(lists[place], quantities).map { Reading(metric: $0, quantity: $1) }
    }
    let checkpoints = try sent.map { sent in
      Checkpoint(
        name: sent.name, readings: try readings(sent.metrics, sent.quantities, of: sent.name),
        parts: sent.parts ?? [:], origin: sent.origin, isPartial: sent.isPartial ?? false)
    }
    self.init(pass: try container.decode(Int.self, forKey: .pass), checkpoints: checkpoints)
  }
}

/// Where checkpoints stand by their names: found out once, and only for a pass that has many.
final class CheckpointPlaces: Sendable {
  /// So many are looked through faster than a table of them is made.
  private static let fewest = 16
  private let table = Mutex<[String: Int]?>(nil)

  /// The place of the first checkpoint of that name.
  func place(of name: String, in checkpoints: [Checkpoint]) -> Int? {
    guard checkpoints.count >= Self.fewest else {
      return checkpoints.firstIndex { $0.name == name }
    }
    return table.withLock { table in
      if let table { return table[name] }
      let places = Dictionary(
        checkpoints.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
      table = places
      return places[name]
    }
  }
}

/// It follows from the checkpoints, so that two passes with equal ones are equal.
extension CheckpointPlaces: Hashable {
  static func == (one: CheckpointPlaces, other: CheckpointPlaces) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

// The shapes that samples have in documents: readings as an object keyed by metric, which is short to read and whose
// differences are short to review.

/// The order in which readings are shown again: that of the definitions, then by name.
struct ReadingOrder {
  private let ranks: [String: Int]

  init(_ metrics: [Metric]) {
    ranks = Dictionary(
      metrics.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func sorted(_ sample: Sample) -> Sample {
    var sample = sample
    for place in sample.checkpoints.indices { sort(&sample.checkpoints[place].readings) }
    return sample
  }

  private func sort(_ readings: inout [Reading]) {
    readings.sort { left, right in
      let ranks = (ranks[left.metric] ?? Int.max, ranks[right.metric] ?? Int.max)
      return ranks.0 == ranks.1 ? left.metric < right.metric : ranks.0 < ranks.1
    }
  }
}

/// A checkpoint in a document.
struct CheckpointRecord: Sendable, Codable, Hashable {
  var name: String
  var readings: [String: Quantity]
  /// Left out where there are none.
  var parts: [String: ReadingParts]?
  /// Only ever true: a checkpoint at which every object was looked at does not say so.
  var partial: Bool?
  /// Where it comes from, unless its name says it all.
  var origin: CheckpointOrigin?

  init(_ checkpoint: Checkpoint) {
    name = checkpoint.name
    partial = checkpoint.isPartial ? true : nil
    origin = checkpoint.origin.flatMap { origin in
      origin == CheckpointOrigin(template: checkpoint.name, rounds: []) ? nil : origin
    }
    readings = Dictionary(
      checkpoint.readings.map { ($0.metric, $0.quantity) }, uniquingKeysWith: { first, _ in first })
    parts = checkpoint.parts.isEmpty ? nil : checkpoint.parts
  }

  /// The checkpoint, whose readings have no order yet.
  var checkpoint: Checkpoint {
    Checkpoint(
      name: name, readings: readings.map { Reading(metric: $0.key, quantity: $0.value) },
      parts: parts ?? [:], origin: origin, isPartial: partial ?? false)
  }
}

/// A pass in a document.
struct SampleRecord: Sendable, Codable, Hashable {
  var pass: Int
  var checkpoints: [CheckpointRecord]

  init(_ sample: Sample) {
    pass = sample.pass
    checkpoints = sample.checkpoints.map(CheckpointRecord.init)
  }

  var sample: Sample { Sample(pass: pass, checkpoints: checkpoints.map(\.checkpoint)) }
}

/// The passes of a trial in a document: `checkpoints` once when all of them agree, else every one of `samples`.
struct PassesRecord: Sendable, Codable, Hashable {
  var passes: Int
  var identical: Bool
  var checkpoints: [CheckpointRecord]?
  var samples: [SampleRecord]?

  /// Records passes of which each reading counts.
  init(_ passes: [Sample]) {
    self.passes = passes.count
    let numbered = passes.enumerated().allSatisfy { $1.pass == $0 + 1 }
    let exact = ExactMetrics([])
    identical = numbered && passes.allSatisfy { passes[0].agrees(with: $0, on: exact) }
    checkpoints = identical ? passes.first.map { SampleRecord($0).checkpoints } ?? [] : nil
    samples = identical ? nil : passes.map(SampleRecord.init)
  }

  func passes(at path: [any CodingKey]) throws -> [Sample] {
    guard (0...Sample.mostPasses).contains(passes) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: path + [FieldName(stringValue: "passes")],
          debugDescription: "\(passes) passes; 0 to \(Sample.mostPasses) are possible"))
    }
    if let samples { return samples.map(\.sample) }
    let checkpoints = (checkpoints ?? []).map(\.checkpoint)
    return (0..<passes).map { Sample(pass: $0 + 1, checkpoints: checkpoints) }
  }
}
