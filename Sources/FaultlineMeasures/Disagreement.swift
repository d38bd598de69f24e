// Repeats must be identical: where two passes differ on an exact metric, and the finding about it.

/// A place where the passes of one trial do not agree on an exact metric.
package struct Disagreement: Sendable, Codable, Hashable {
  /// The checkpoint's name.
  package var checkpoint: String
  /// The metric's name.
  package var metric: String
  /// The distinct quantities, in the order of the passes.
  package var values: [Quantity]
  /// How many passes have no reading here.
  package var missing: Int

  /// Records a disagreement.
  package init(checkpoint: String, metric: String, values: [Quantity], missing: Int = 0) {
    self.checkpoint = checkpoint
    self.metric = metric
    self.values = values
    self.missing = missing
  }
}

extension Disagreement: CustomStringConvertible {
  /// The metric, the checkpoint and at most ten of the distinct quantities.
  package var description: String {
    var words = values.shown(atMost: 10).map { NumberText.exact($0, .count) }
    if values.count > words.count { words.append("… \(values.count - words.count) more") }
    if missing > 0 { words.append("nothing in \(missing) of the passes") }
    return "\(metric)@\(checkpoint) was \(words.joined(separator: ", "))"
  }
}

extension TrialResult {
  /// Where the passes differ on exact metrics, in the order of first reading.
  package func disagreements(on metrics: [Metric]) -> [Disagreement] {
    guard let first = samples.first else { return [] }
    let exact = ExactMetrics(metrics)
    // Asked at many places, and mostly they agree.
    if samples.allSatisfy({ first.agrees(with: $0, on: exact) }) { return [] }
    var found: [Disagreement] = []
    /// In how many passes each was read where nothing may be left out.
    var counts: [Int] = []
    /// In how many passes nothing was left out at a checkpoint, or all of it.
    var owing: [String: Int] = [:]
    var places: [[String]: Int] = [:]
    for sample in samples {
      for checkpoint in sample.checkpoints {
        if checkpoint.isPartial { owing[checkpoint.name, default: samples.count] -= 1 }
        for reading in checkpoint.readings where exact.contains(reading.metric) {
          let key = [checkpoint.name, reading.metric]
          let place = places[key] ?? found.count
          if place == found.count {
            places[key] = place
            counts.append(0)
            found.append(
              Disagreement(checkpoint: checkpoint.name, metric: reading.metric, values: []))
          }
          if !checkpoint.isPartial { counts[place] += 1 }
          if !found[place].values.contains(reading.quantity) {
            found[place].values.append(reading.quantity)
          }
        }
      }
    }
    // A trial that died left its last pass unfinished; what it did not reach contradicts nothing.
    if death == nil {
      for place in found.indices {
        let owed = owing[found[place].checkpoint] ?? samples.count
        found[place].missing = max(0, owed - counts[place])
      }
    }
    return found.filter { $0.values.count > 1 || $0.missing > 0 }
  }
}

extension Finding {
  /// Words disagreements as one finding that lists at most ten of them.
  package init?(_ disagreements: [Disagreement], passes: Int) {
    guard let first = disagreements.first else { return nil }
    let others = disagreements.count - 1
    let rest =
      switch others {
      case 0: ""
      case 1: " (and 1 more exact reading differs)"
      default: " (and \(others) more exact readings differ)"
      }
    var evidence = disagreements.shown(atMost: 10).map(\.description)
    let more = disagreements.count - evidence.count
    if more > 0 { evidence.append("… \(more) more") }
    self.init(
      kind: .disagreement,
      message: "\(passes) passes do not agree: \(first)\(rest).",
      advice: "Look for work whose order or amount is not fixed by the seed: threads, clocks, "
        + "addresses, hashing.",
      evidence: others == 0 ? [] : evidence)
  }
}
