// Readings that only inform stand beside a trial's file, and come back where an expectation asks for them.

import FaultlineMeasures

extension TrialResult {
  /// Adds readings of some metrics, pass by pass.
  mutating func add(_ metrics: Set<String>, from passes: [Sample]) {
    for place in samples.indices where place < passes.count {
      samples[place].checkpoints = samples[place].checkpoints.map { checkpoint in
        var checkpoint = checkpoint
        checkpoint.readings += (passes[place][checkpoint.name]?.readings ?? [])
          .filter { metrics.contains($0.metric) }
        return checkpoint
      }
    }
  }
}
