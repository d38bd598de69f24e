// A result's document has no times; the file beside it does. A report that is asked for them needs both.

extension RunResult {
  /// Puts the times back into the passes, as far as the file beside the result has them.
  package mutating func addTimes(of sidecar: RunSidecar) {
    let trials = Dictionary(
      sidecar.trials.map { ($0.id, $0.samples) }, uniquingKeysWith: { first, _ in first })
    for place in scenarios.indices {
      let times = Set(scenarios[place].metrics.filter { $0.group == .time }.map(\.name))
      for trial in scenarios[place].trials.indices {
        guard let samples = trials[scenarios[place].trials[trial].id] else { continue }
        scenarios[place].trials[trial].addReadings(of: times, from: samples)
      }
    }
  }
}

extension TrialResult {
  fileprivate mutating func addReadings(of metrics: Set<String>, from others: [Sample]) {
    for place in samples.indices {
      guard let other = others.first(where: { $0.pass == samples[place].pass }) else { continue }
      samples[place].checkpoints = samples[place].checkpoints.map { checkpoint in
        var checkpoint = checkpoint
        let known = Set(checkpoint.readings.map(\.metric))
        checkpoint.readings += (other[checkpoint.name]?.readings ?? [])
          .filter { metrics.contains($0.metric) && !known.contains($0.metric) }
        return checkpoint
      }
    }
  }
}
