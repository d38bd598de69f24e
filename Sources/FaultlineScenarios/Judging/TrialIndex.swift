// Which trials belong together: found once, for every expectation asks it of every trial.

import FaultlineMeasures

/// The trials of a run by what they share.
struct TrialIndex {
  /// The variants that ran.
  let variants: Set<String>
  private let byPlace: [String?: [MeasuredTrial]]
  private let bySizes: [String: Sizes]

  /// The trials that differ in the size of one parameter alone, by what they share.
  private struct Sizes {
    let planned: [TrialKey: Int]
    let measured: [TrialKey: [MeasuredTrial]]
  }

  init(_ plan: Plan, _ measured: [MeasuredTrial]) {
    variants = Set(measured.map(\.trial.key.variant))
    byPlace = Dictionary(grouping: measured, by: \.trial.key.place)
    let fitted = plan.scenario.expectations.flatMap { expectation in
      expectation.that.root.metricForms.compactMap(\.fittedParameter)
    }
    bySizes = Dictionary(
      Set(fitted).map { parameter in
        let planned = Dictionary(
          plan.trials.map { ($0.key.without(size: parameter), 1) }, uniquingKeysWith: +)
        let measured = Dictionary(grouping: measured) {
          $0.trial.key.without(size: parameter)
        }
        return (parameter, Sizes(planned: planned, measured: measured))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// All variants in the place of one.
  func beside(_ trial: Trial) -> [MeasuredTrial] { byPlace[trial.key.place] ?? [] }

  /// Those that ran and differ from a trial in the size of a parameter alone, and itself.
  func like(_ trial: Trial, butFor parameter: String) -> [MeasuredTrial] {
    bySizes[parameter]?.measured[trial.key.without(size: parameter)] ?? []
  }

  /// How many were planned that differ from a trial in the size of a parameter alone, with itself.
  func planned(like trial: Trial, butFor parameter: String) -> Int {
    bySizes[parameter]?.planned[trial.key.without(size: parameter)] ?? 0
  }
}
