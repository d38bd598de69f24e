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

/// The readings taken at one named moment; names are unique within a sample.
public struct Checkpoint: Sendable, Codable, Hashable {
  /// The moment's name; the last one is `end`.
  public var name: String
  /// The readings in the order they were taken.
  public var readings: [Reading]

  /// Gathers readings under a name.
  public init(name: String, readings: [Reading]) {
    self.name = name
    self.readings = readings
  }

  /// What was read of a metric here, if it was read.
  public subscript(_ metric: String) -> Quantity? {
    readings.first { $0.metric == metric }?.quantity
  }
}

/// One measured pass over a scenario's steps.
public struct Sample: Sendable, Codable, Hashable {
  /// The number of the measured pass, from 1.
  public var pass: Int
  /// The checkpoints in the order they were reached.
  public var checkpoints: [Checkpoint]

  /// Gathers the checkpoints of a pass.
  public init(pass: Int, checkpoints: [Checkpoint]) {
    self.pass = pass
    self.checkpoints = checkpoints
  }

  /// The checkpoint of that name, if the pass reached it.
  public subscript(_ checkpoint: String) -> Checkpoint? {
    checkpoints.first { $0.name == checkpoint }
  }
}
