// Every band that a scenario can meet, played at its other end by itself; the results show how far each reading goes.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Plays a scenario once more for each of its bands.
struct BandRun {
  /// Plays some trials under choices; nil where a signal came before their end.
  typealias Play = (Plan, Choices, Behaviour) -> [TrialResult]?

  private let file: PlannedFile
  private let choices: Choices
  private let play: Play

  init(_ file: PlannedFile, _ choices: Choices, playing play: @escaping Play) {
    self.file = file
    var choices = choices
    // Counters are the same in every pass.
    choices.repeats = 1
    self.choices = choices
    self.play = play
  }

  /// One band at its other end.
  private struct Played {
    let band: Behaviour
    /// The trials that can meet it.
    let trials: [TrialResult]
    /// All trials: the others read the same there.
    let whole: [TrialResult]
    let judgements: [Judgement]
  }

  /// Plays the other ends and puts what they read into the result; whether all of them were played.
  func widen(_ result: inout ScenarioResult) throws(Diagnostic) -> Bool {
    var ends: [Played] = []
    var isWhole = true
    for band in file.plan.metBands {
      guard let end = try played(band, result.trials) else {
        isWhole = false
        break
      }
      ends.append(end)
    }
    for place in result.trials.indices {
      let id = result.trials[place].id
      let others = ends.compactMap { other in
        other.trials.first { $0.id == id && $0.death == nil }.map { (other.band.key, $0) }
      }
      result.trials[place].ranges = result.trials[place].ranges(to: others, on: result.metrics)
    }
    let here = result
    for other in ends {
      var there = here
      (there.trials, there.judgements) = (other.whole, other.judgements)
      var summary = summary(other, here)
      summary.turned = here.turnedHeadlines(in: there)
      summary.otherBest = here.otherBest(in: there)
      result.bands.append(summary)
      result.elsewhere += AdviceElsewhere.all(
        other.band.key, other.band.coreData, of: there, beside: here)
    }
    for other in ends { judge(other, &result) }
    return isWhole
  }

  private func played(
    _ band: Behaviour, _ trials: [TrialResult]
  ) throws(Diagnostic) -> Played? {
    var choices = choices
    choices.ends =
      choices.ends.filter { $0.band?.key != band.key } + [.init(band, atOtherEnd: true)]
    let plan = try Plan(file.plan.scenario, choosing: choices)
    let met = Set(file.plan.trials.filter { $0.meets(band) }.map(\.id))
    guard let results = play(plan.keeping { met.contains($0.id) }, choices, band) else {
      return nil
    }
    // What cannot meet the band reads the same at both of its ends.
    let whole = trials.map { trial in results.first { $0.id == trial.id } ?? trial }
    return Played(
      band: band, trials: results, whole: whole,
      judgements: Runner.judgements(of: plan, after: whole))
  }

  private func summary(_ other: Played, _ result: ScenarioResult) -> PlayedBand {
    let moved = other.trials.reduce(0) { sum, there in
      guard let here = result.trials.first(where: { $0.id == there.id }) else { return sum }
      return sum + here.ranges(to: [(other.band.key, there)], on: result.metrics).count
    }
    let dead = other.trials.filter { $0.death != nil }
    return PlayedBand(
      key: other.band.key, end: other.band.guides, other: other.band.coreData, moved: moved,
      doubt: dead.isEmpty
        ? nil
        : "there \(dead.map(\.id).joined(separator: ", ")) died: \(dead[0].death?.sentence ?? "")")
  }

  /// An expectation is judged at the values that are shown; one that fails at another is undecided, and fails nothing.
  private func judge(_ other: Played, _ result: inout ScenarioResult) {
    let end = "\(other.band.key): \(other.band.coreData)"
    for there in other.judgements {
      let place = result.judgements.firstIndex { $0.asksTheSame(as: there) }
      guard there.outcome == .broken || place == nil else { continue }
      var judgement = there
      judgement.end = end
      if judgement.outcome.isFailure { judgement.outcome = .undecided }
      guard let place else {
        judgement.detail = "\(there.detail), if '\(end)'"
        result.judgements.append(judgement)
        continue
      }
      guard result.judgements[place].outcome == .held else { continue }
      judgement.detail =
        "\(there.detail), if '\(end)'; it holds at the default, '\(other.band.guides)'"
      result.judgements[place] = judgement
    }
  }
}

extension Judgement {
  /// Whether it is the same expectation of the same trials.
  fileprivate func asksTheSame(as other: Judgement) -> Bool {
    that == other.that && place == other.place && variant == other.variant
  }
}
