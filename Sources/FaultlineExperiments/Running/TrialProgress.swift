// What the progress line says of a trial.

import FaultlineMeasures

/// Where a run is: which trial of how many, and how far that one has come.
package struct TrialProgress: Sendable {
  /// Counted from 1.
  package var number: Int
  package var count: Int
  package var scenario: String
  package var variant: String
  /// What the trial's board shows; zeros are left out.
  package var step = 0
  package var steps = 0
  package var objects = 0
  /// How long the rest of the run may take, where that can be guessed.
  package var remaining: Duration?

  package init(
    number: Int, count: Int, scenario: String, variant: String, step: Int = 0, steps: Int = 0,
    objects: Int = 0, remaining: Duration? = nil
  ) {
    self.number = number
    self.count = count
    self.scenario = scenario
    self.variant = variant
    self.step = step
    self.steps = steps
    self.objects = objects
    self.remaining = remaining
  }

  /// For example `[ 7/24] import-undo · levels-10 · step 340/1000 · 12,031 registered · ETA 8 s`.
  package var text: String {
    let total = String(count)
    let padding = String(repeating: " ", count: max(0, total.count - String(number).count))
    var parts = ["[\(padding)\(number)/\(total)] \(scenario)", variant]
    if step > 0 { parts.append(steps > 0 ? "step \(step)/\(steps)" : "step \(step)") }
    if objects > 0 { parts.append("\(NumberText.grouped(objects)) registered") }
    if let remaining { parts.append("ETA \(rounded(remaining))") }
    return parts.joined(separator: " · ")
  }

  private func rounded(_ time: Duration) -> String {
    let seconds = max(1, time.components.seconds)
    return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
  }
}
