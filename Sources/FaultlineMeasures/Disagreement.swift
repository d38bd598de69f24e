// Repeats must be identical: where two passes differ on an exact metric, and the finding about it.

/// A place where the passes of one trial do not agree on an exact metric.
public struct Disagreement: Sendable, Codable, Hashable {
  /// The checkpoint's name.
  public var checkpoint: String
  /// The metric's name.
  public var metric: String
  /// The distinct quantities, in the order of the passes.
  public var values: [Quantity]
  /// How many passes have no reading here.
  public var missing: Int

  /// Records a disagreement.
  public init(checkpoint: String, metric: String, values: [Quantity], missing: Int = 0) {
    self.checkpoint = checkpoint
    self.metric = metric
    self.values = values
    self.missing = missing
  }
}

extension Disagreement: CustomStringConvertible {
  /// The metric, the checkpoint and at most ten of the distinct quantities.
  public var description: String {
    var words = values.prefix(10).map(\.description)
    if values.count > 10 { words.append("… \(values.count - 10) more") }
    if missing > 0 { words.append("nothing in \(missing) of the passes") }
    return "\(metric)@\(checkpoint) was \(words.joined(separator: ", "))"
  }
}

extension TrialResult {
  /// Where the passes differ on exact metrics, in the order of first reading.
  public func disagreements(on metrics: [Metric]) -> [Disagreement] {
    guard samples.count > 1 else { return [] }
    let exact = ExactMetrics(metrics)
    var found: [Disagreement] = []
    var counts: [Int] = []
    var places: [[String]: Int] = [:]
    for sample in samples {
      for checkpoint in sample.checkpoints {
        for reading in checkpoint.readings where exact.contains(reading.metric) {
          let key = [checkpoint.name, reading.metric]
          if let place = places[key] {
            counts[place] += 1
            if !found[place].values.contains(reading.quantity) {
              found[place].values.append(reading.quantity)
            }
          } else {
            places[key] = found.count
            counts.append(1)
            found.append(
              Disagreement(
                checkpoint: checkpoint.name, metric: reading.metric, values: [reading.quantity]))
          }
        }
      }
    }
    // A trial that died left its last pass unfinished; what it did not reach contradicts nothing.
    if death == nil {
      for place in found.indices { found[place].missing = max(0, samples.count - counts[place]) }
    }
    return found.filter { $0.values.count > 1 || $0.missing > 0 }
  }
}

extension Finding {
  /// Words disagreements as one finding that lists at most ten of them.
  public init?(_ disagreements: [Disagreement], passes: Int) {
    guard let first = disagreements.first else { return nil }
    let others = disagreements.count - 1
    let rest =
      switch others {
      case 0: ""
      case 1: " (and 1 more exact reading differs)"
      default: " (and \(others) more exact readings differ)"
      }
    var evidence = disagreements.prefix(10).map(\.description)
    if disagreements.count > 10 { evidence.append("… \(disagreements.count - 10) more") }
    self.init(
      kind: .disagreement,
      message: "\(passes) passes do not agree: \(first)\(rest).",
      advice: "Look for work whose order or amount is not fixed by the seed: threads, clocks, "
        + "addresses, hashing.",
      evidence: others == 0 ? [] : evidence)
  }
}
