// What one measured pass read: quantities, gathered at checkpoints.

/// One quantity of one metric.
public struct Reading: Sendable, Codable, Hashable {
  /// The metric's name.
  public var metric: String
  /// What was read.
  public var quantity: Quantity

  /// Pairs a metric with what was read.
  public init(metric: String, quantity: Quantity) {
    self.metric = metric
    self.quantity = quantity
  }
}

/// A loop and which of its rounds was played.
public struct LoopRound: Sendable, Codable, Hashable {
  /// The loop's name, if it has one.
  public var loop: String?
  /// The round, from 0.
  public var number: Int

  /// Names a round.
  public init(loop: String?, number: Int) {
    self.loop = loop
    self.number = number
  }
}

/// The step that took a checkpoint, and the rounds of the loops around it.
public struct CheckpointOrigin: Sendable, Codable, Hashable {
  /// The name as it is written, such as `batch-{i}`.
  public var template: String
  /// The rounds, outermost loop first.
  public var rounds: [LoopRound]

  /// Says where a checkpoint comes from.
  public init(template: String, rounds: [LoopRound]) {
    self.template = template
    self.rounds = rounds
  }

  /// The round of a loop; that of the inner one where two have the same name.
  public func round(of loop: String) -> Int? {
    rounds.last { $0.loop == loop }?.number
  }
}

/// The readings taken at one named moment; names are unique within a sample.
public struct Checkpoint: Sendable, Hashable {
  /// The moment's name; the last one is `end`.
  public var name: String
  /// The readings in the order they were taken.
  public var readings: [Reading]
  /// The step that took it, as far as that is known.
  public var origin: CheckpointOrigin?
  /// Whether something was left out that a pass before this one has read here: every object, or the peak.
  public var isPartial: Bool

  /// Gathers readings under a name.
  public init(
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
  public subscript(_ metric: String) -> Quantity? {
    if let found = readings.first(where: { $0.metric == metric }) { return found.quantity }
    let base = MetricName.base(of: metric)
    return base != metric && readings.contains { $0.metric == base } ? .integer(0) : nil
  }
}

/// One measured pass over a scenario's steps.
public struct Sample: Sendable, Hashable {
  /// The number of the measured pass, from 1.
  public var pass: Int
  /// The checkpoints in the order they were reached.
  public var checkpoints: [Checkpoint] { didSet { places = CheckpointPlaces() } }
  /// Where each checkpoint stands, found out when it is asked for.
  private var places = CheckpointPlaces()

  /// Gathers the checkpoints of a pass.
  public init(pass: Int, checkpoints: [Checkpoint]) {
    self.pass = pass
    self.checkpoints = checkpoints
  }

  /// Whether a later pass came to the same on exact metrics.
  func agrees(with later: Sample, on exact: ExactMetrics) -> Bool {
    checkpoints.count == later.checkpoints.count
      && zip(checkpoints, later.checkpoints).allSatisfy { $0.agrees(with: $1, on: exact) }
  }

  /// The checkpoint of that name, if the pass reached it.
  public subscript(_ checkpoint: String) -> Checkpoint? {
    places.place(of: checkpoint, in: checkpoints).map { checkpoints[$0] }
  }
}
