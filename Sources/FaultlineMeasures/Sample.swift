// What one measured pass read: quantities, gathered at checkpoints.

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
  /// The step that took it, as far as that is known.
  package var origin: CheckpointOrigin?
  /// Whether something was left out that a pass before this one has read here: every object, or the peak.
  package var isPartial: Bool

  /// Gathers readings under a name.
  package init(
    name: String, readings: [Reading], origin: CheckpointOrigin? = nil, isPartial: Bool = false
  ) {
    self.name = name
    self.readings = readings
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
    return base != metric && readings.contains { $0.metric == base } ? .integer(0) : nil
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
