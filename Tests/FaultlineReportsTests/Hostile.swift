// A result in which every text is an attempt: markup, quotes, line ends, terminal codes, text that
// runs the other way, formulas of spreadsheets, commands of build servers, and a very long note.

import FaultlineMeasures
import FaultlineTestSupport

enum Hostile {
  private static let attempts = HostileTexts.attempts

  /// Text by text, so that each stands in each sort of place.
  static func result(_ shift: Int) -> ScenarioResult {
    func text(_ place: Int) -> String { attempts[(place + shift) % attempts.count] }
    func trial(_ place: Int) -> TrialResult {
      let checkpoints = (0...2).map { step in
        Checkpoint(
          name: "\(text(place))\(step)",
          readings: [
            Reading(metric: text(8), quantity: .integer(step * place)),
            Reading(metric: "leaked.bytes", quantity: 5),
            Reading(metric: text(9), quantity: step == 0 ? .real(.infinity) : .real(.nan)),
          ])
      }
      return TrialResult(
        TrialKey(
          scenario: text(place), variant: "\(text(place))\(place)", store: text(place + 3)),
        settings: [Setting(name: text(place + 1), value: text(place + 2))],
        samples: [Sample(pass: 1, checkpoints: checkpoints)],
        findings: [Finding(kind: .note, message: text(5), advice: text(6), evidence: [text(7)])])
    }
    var dead = trial(3)
    dead.samples = []
    dead.death = Death(
      cause: .signal(11), lastStep: text(4), pass: 1, lastEvents: [text(7), text(8)],
      output: [text(5), text(6)])
    return ScenarioResult(
      name: text(0), title: text(1), file: text(2), rules: [text(3)],
      notes: [text(4), String(repeating: text(5) + " ", count: 10_000 / (text(5).count + 1))],
      parameters: [Setting(name: text(6), value: text(7))], reference: trial(1).variant, repeats: 1,
      metrics: [8, 9].map { place in
        Metric(
          name: text(place), group: .objects, scale: .count, polarity: .less, exactness: .exact,
          meaning: text(place + 1))
      },
      columns: [Column(title: text(9), metric: text(8), checkpoint: "\(text(1))1")],
      trials: [trial(1), trial(2), dead],
      judgements: Judgement.Outcome.allCases.map { outcome in
        Judgement(
          that: text(10), because: text(11), place: SourcePlace(file: text(12), line: 3, column: 1),
          variant: text(13), outcome: outcome, detail: text(14))
      }, workload: [Setting(name: text(15), value: text(16))])
  }

  static let result = result(0)
}
