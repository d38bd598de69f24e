// Why a trial is nothing to recommend, whatever it costs.

import FaultlineKnowledge
package import FaultlineMeasures

/// One reason for which its settings should not be taken.
package enum TrialFault {
  case leaves(Quantity)
  case breaks([Judgement])
  case doesNotRepeat
  case breaksRules
  /// An app has one Core Data, and cannot choose another.
  case behaves(side: String, reference: String)

  /// What a report says of it.
  package var sentence: String {
    switch self {
    case .leaves(let bytes): "leaves \(NumberText.text(bytes, .bytes)) behind"
    case .breaks(let broken): "breaks \(counted(broken.count, "expectation"))"
    default: kind
    }
  }

  /// The same without what differs from trial to trial, so that trials can be counted by it.
  package var kind: String {
    switch self {
    case .leaves: "leaves memory behind"
    case .breaks: "breaks an expectation"
    case .doesNotRepeat: "does not repeat itself"
    case .breaksRules: "switches off a rule, which no app can"
    case .behaves(let side, let reference):
      "behaves as \(side) and not as \(reference), which no app can choose"
    }
  }
}

extension ScenarioResult {
  /// Why a trial is nothing to recommend: it leaks, breaks expectations, does not repeat itself, or no app could have
  /// it.
  package func faults(
    of trial: TrialResult, _ judged: TrialJudgements, beside referenceProfile: String?
  ) -> [TrialFault] {
    var faults: [TrialFault] = []
    if let left = trial.reading(MetricName.leakedBytes, at: "end"), left > 0 {
      faults.append(.leaves(left))
    }
    // What names its variants itself says nothing against one of them.
    let broken = judged.about(trial).filter {
      $0.outcome == .broken && $0.variant != trial.place
    }
    if !broken.isEmpty { faults.append(.breaks(broken)) }
    if !trial.disagreements(on: metrics).isEmpty { faults.append(.doesNotRepeat) }
    if trial.breaksRules { faults.append(.breaksRules) }
    if let referenceProfile, trial.side != referenceProfile {
      faults.append(.behaves(side: trial.side, reference: referenceProfile))
    }
    return faults
  }
}

extension TrialResult {
  /// Whose behaviour it shows.
  package var side: String { settings.side }
}

extension [Setting] {
  /// Whose behaviour they ask for; the guides' where they say nothing.
  package var side: String {
    first { $0.name == "behaves" }?.value.description ?? "guides"
  }
}
