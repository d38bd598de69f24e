// Two files of one cell that do not agree: which reading it is, and which machines have read it.

import FaultlineMeasures
import FaultlineScenarios

/// A file that came first, and one that came later and differs.
struct CellConflict {
  private let first: SurveyedTrial
  private let second: SurveyedTrial
  private let metrics: [String: Metric]
  private let folder: SweepFolder
  private let listing: TrialListing

  init(
    _ first: SurveyedTrial, _ second: SurveyedTrial, _ metrics: [Metric], in folder: SweepFolder,
    _ listing: TrialListing
  ) {
    self.first = first
    self.second = second
    self.metrics = Dictionary(
      metrics.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.folder = folder
    self.listing = listing
  }

  /// What the two do not agree on; of machines that differ, only what they should agree on is asked.
  func problem(onlyGraph: Bool) -> MergeProblem? {
    guard case .whole(let one) = TrialFile.read(first.path),
      case .whole(let other) = TrialFile.read(second.path),
      let one = one.result(), let other = other.result(),
      let difference = difference(one, other, onlyGraph)
    else { return nil }
    let advice =
      "find out why: 'faultline run' repeats it; then remove the file that is wrong, and this one"
    return MergeProblem(
      kind: .conflict,
      diagnostic: Diagnostic(
        "of '\(first.cell.id)', \(difference)", file: second.path,
        notes: ["the first is \(first.path)", advice]))
  }

  private func difference(_ one: TrialResult, _ other: TrialResult, _ onlyGraph: Bool) -> String? {
    let (here, there) = names
    switch (one.death, other.death) {
    case (nil, let death?): return "\(here) came to the end, and on \(there) it \(death.sentence)"
    case (let death?, nil):
      return "on \(here) it \(death.sentence), and \(there) came to the end"
    default: break
    }
    let places = one.samples.count == other.samples.count ? one.samples.indices : 0..<0
    guard one.samples.count == other.samples.count else {
      return "\(here) and \(there) played \(one.samples.count) and \(other.samples.count) passes"
    }
    for place in places {
      for checkpoint in one.samples[place].checkpoints {
        guard let same = other.samples[place][checkpoint.name] else {
          return "\(here) took the checkpoint '\(checkpoint.name)', and \(there) did not"
        }
        for reading in checkpoint.readings {
          if onlyGraph, metrics[reading.metric]?.dependsOnMachine ?? false { continue }
          let read = same[reading.metric]
          guard read != reading.quantity else { continue }
          let scale = metrics[reading.metric]?.scale ?? .count
          let values = [reading.quantity, read].map { quantity in
            quantity.map { NumberText.exact($0, scale) } ?? "nothing"
          }
          return "\(here) and \(there) read \(reading.metric)@\(checkpoint.name) \(values[0]) and "
            + "\(values[1]): not deterministic, or not the same program"
        }
      }
    }
    return onlyGraph
      ? nil : "\(here) and \(there) wrote different things, though no reading differs"
  }

  /// What the two machines are called.
  private var names: (String, String) {
    func name(_ trial: SurveyedTrial, _ unknown: String) -> String {
      MachineLine.of(trial.cell.key, trial.digest, listing, in: folder)?.host ?? unknown
    }
    let names = (name(first, "one machine"), name(second, "another machine"))
    return names.0 == names.1 ? ("\(names.0) at first", "\(names.1) later") : names
  }
}
