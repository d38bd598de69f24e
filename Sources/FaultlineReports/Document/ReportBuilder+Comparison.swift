// The report of a comparison: the verdict, what got worse, what got better, what is merely other,
// and what could not be compared and why. What is the same is only counted.

public import FaultlineMeasures

/// Why two results are compared, which decides the words.
public enum ReportOccasion: Sendable, Hashable {
  /// A run is held against its baselines.
  case check
  /// A result becomes the baseline.
  case acceptance
  /// Somebody holds two results side by side.
  case comparison
}

extension ReportBuilder {
  /// The report of a comparison; `run` is the later result when its own failures belong in it.
  ///
  /// Strictly, what is better or merely different is trouble as well. The command that accepts what is in some files is
  /// the caller's, who knows how they were run.
  public func report(
    _ comparison: Comparison, for occasion: ReportOccasion, of run: RunResult? = nil,
    strict: Bool = false,
    accepting accept: ([String]) -> [String] = { ["faultline", "accept"] + $0 }
  ) -> Report {
    var blocks: [Report.Block] = [.verdict(verdictLine(comparison, occasion, run))]
    if let run { blocks += failures(run) + deaths(run) }
    blocks += differenceTable("got worse", comparison.pairs(.worse))
    blocks += differenceTable("got better", comparison.pairs(.better))
    blocks += differenceTable("changed", comparison.pairs(.changed))
    blocks += comingsAndGoings(comparison)
    blocks += notCompared(comparison, occasion)
    if comparison.isMachineUnknown {
      blocks.append(
        .paragraph(
          "Neither side says where it was measured, so heap and SQLite readings are compared as "
            + "if both were from the same machine."))
    }
    if occasion == .check { blocks += advice(comparison, accept) }
    blocks += run?.scenarios.map { .more(page(of: $0)) } ?? []
    return Report(
      blocks: blocks,
      subject: Report.Subject(
        run: run, comparison: comparison, isStrict: strict, facts: facts,
        isUnanswered: occasion != .acceptance && !comparison.isAnythingCompared))
  }

  /// All about a scenario of the run, for a page.
  private func page(of scenario: ScenarioResult) -> Report.More {
    Report.More(title: "The run of \(scenario.name)", blocks: section(scenario, isWhole: false))
  }

  // MARK: - Verdict

  private func verdictLine(
    _ comparison: Comparison, _ occasion: ReportOccasion, _ run: RunResult?
  ) -> Report.VerdictLine {
    let (word, tone) = verdict(comparison, occasion, run?.verdict ?? .held)
    var facts: [String] = []
    let judgements = run?.scenarios.flatMap(\.judgements) ?? []
    let failed = judgements.filter { $0.outcome != .held }.count
    let expected = counted(judgements.count, "expectation")
    if failed > 0 { facts.append("\(failed) of \(expected) failed") }
    let dead = run?.scenarios.flatMap(\.trials).filter { $0.death != nil }.count ?? 0
    if dead > 0 { facts.append("\(counted(dead, "variant")) died") }
    let words: [(Comparison.Pair.Verdict, String)] = [
      (.worse, "worse"), (.better, "better"), (.changed, "changed"),
      (.tolerated, "within tolerance"), (.new, "new"),
      (.gone, "gone"), (.notCompared, "not compared"),
    ]
    for (verdict, word) in words {
      let count = comparison.pairs(verdict).count
      if count > 0 { facts.append("\(NumberText.grouped(count)) \(word)") }
    }
    let same = comparison.pairs(.same).count
    if same > 0 { facts.append("\(counted(same, "reading")) the same") }
    let others = comparison.trials.filter { $0.standing != .compared }.count
    if others > 0 {
      facts.append("\(others) of \(counted(comparison.trials.count, "variant")) not compared")
    }
    return Report.VerdictLine(word: word, tone: tone, facts: facts)
  }

  private func verdict(
    _ comparison: Comparison, _ occasion: ReportOccasion, _ run: Verdict
  ) -> (String, Report.Tone) {
    if occasion == .acceptance { return ("ACCEPTED", .better) }
    switch run {
    case .died: return ("DIED", .worse)
    case .broken: return ("BROKEN", .worse)
    case .held: break
    }
    if !comparison.pairs(.worse).isEmpty { return ("WORSE", .worse) }
    if !comparison.isAnythingCompared { return ("NOT COMPARED", .worse) }
    if !comparison.pairs(.better).isEmpty { return ("BETTER", .better) }
    return comparison.isAnythingDifferent ? ("CHANGED", .neutral) : ("SAME", .better)
  }

  // MARK: - What to do

  private func advice(
    _ comparison: Comparison, _ accept: ([String]) -> [String]
  ) -> [Report.Block] {
    guard comparison.isAnythingDifferent else { return [] }
    var files: [String] = []
    for trial in comparison.trials where !files.contains(trial.file) {
      let isSame =
        trial.standing == .compared
        && trial.pairs.allSatisfy { [.same, .notCompared].contains($0.verdict) }
      if !isSame { files.append(trial.file) }
    }
    return [.paragraph("If this is meant, accept it:"), .command(accept(files))]
  }
}
