// The report of a comparison: the verdict, what got worse, what got better, what is merely other,
// and what could not be compared and why. What is the same is only counted.

public import FaultlineMeasures

/// Why two results are compared, which decides the words.
public enum ReportOccasion: Sendable, Hashable {
  /// A run is held against its baselines.
  case check
  /// A result becomes the baseline.
  case acceptance
  /// Two results are held side by side.
  case comparison
}

extension ReportBuilder {
  /// The report of a comparison; `run` is the later result when its own failures belong in it.
  ///
  /// Strictly, what is better or merely different is trouble as well. The command that accepts what is in some files is
  /// the caller's, which knows how they were run.
  public func report(
    _ comparison: Comparison, for occasion: ReportOccasion, of run: RunResult? = nil,
    strict: Bool = false, acrossChanges: AcrossChanges = .fail,
    accepting accept: ([String]) -> [String] = { ["faultline", "accept"] + $0 }
  ) -> Report {
    var blocks: [Report.Block] = [
      .verdict(verdictLine(comparison, occasion, run, acrossChanges))
    ]
    if let run { blocks += failures(run.scenarios) + deaths(run.scenarios) }
    let worse = comparison.groups([.worse]).filter { acrossChanges.shows($0.first) }
    blocks += differenceTable("got worse", worse)
    blocks += differenceTable("got better", comparison.groups([.better]))
    blocks += differenceTable("changed", comparison.groups([.changed]))
    let earlier = occasion == .comparison ? "the base" : "the baseline"
    if occasion != .acceptance {
      blocks += ownerGains(comparison, than: earlier) + callGains(comparison, than: earlier)
    }
    blocks += comingsAndGoings(comparison, occasion)
    blocks += notCompared(comparison, occasion)
    if comparison.isMachineUnknown {
      blocks.append(
        .paragraph(
          "Neither side says where it was measured, so heap and SQLite readings are compared as "
            + "if both were from the same machine."))
    }
    if occasion == .check { blocks += advice(comparison, accept) }
    if occasion != .comparison { blocks += run?.scenarios.map { .more(page(of: $0)) } ?? [] }
    return Report(
      blocks: blocks,
      subject: Report.Subject(
        run: run, comparison: comparison,
        earlier: occasion == .comparison ? "base" : "baseline", isStrict: strict,
        acrossChanges: acrossChanges,
        facts: facts, isUnanswered: occasion != .acceptance && !comparison.isAnythingCompared))
  }

  /// All about a scenario of the run, for a page.
  private func page(of scenario: ScenarioResult) -> Report.More {
    Report.More(
      title: "The run of \(scenario.name)",
      blocks: section(scenario, isWhole: false, listsFailures: false))
  }

  // MARK: - Verdict

  private func verdictLine(
    _ comparison: Comparison, _ occasion: ReportOccasion, _ run: RunResult?,
    _ acrossChanges: AcrossChanges
  ) -> Report.VerdictLine {
    let (word, tone) = verdict(comparison, occasion, run?.verdict ?? .held, acrossChanges)
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
    facts += standings(comparison, occasion)
    return Report.VerdictLine(word: word, tone: tone, facts: facts)
  }

  /// How many variants did other work, have gone with or without their scenario, or could not be compared.
  private func standings(_ comparison: Comparison, _ occasion: ReportOccasion) -> [String] {
    let all = counted(comparison.trials.count, "variant")
    func count(_ standings: Comparison.Trial.Standing...) -> Int {
      comparison.trials.filter { standings.contains($0.standing) }.count
    }
    let isFirst = occasion == .acceptance
    let words = [
      (count(.workloadChanged), "\(count(.workloadChanged)) of \(all) with other work"),
      (count(.gone), "\(counted(count(.gone), "variant")) gone"),
      (isFirst ? count(.new) : 0, "first baseline of \(counted(count(.new), "variant"))"),
      (
        count(.died, .nothingRead) + (isFirst ? 0 : count(.new)),
        "\(count(.died, .nothingRead) + (isFirst ? 0 : count(.new))) of \(all) not compared"
      ),
    ]
    return words.filter { $0.0 > 0 }.map(\.1)
  }

  private func verdict(
    _ comparison: Comparison, _ occasion: ReportOccasion, _ run: Verdict,
    _ acrossChanges: AcrossChanges
  ) -> (String, Report.Tone) {
    if occasion == .acceptance { return ("ACCEPTED", .better) }
    switch run {
    case .died: return ("DIED", .worse)
    case .broken: return ("BROKEN", .worse)
    case .incomplete: return ("INCOMPLETE", .worse)
    case .held: break
    }
    if comparison.isAnythingWorse(acrossChanges: acrossChanges) { return ("WORSE", .worse) }
    if !comparison.isAnythingCompared { return ("NOT COMPARED", .worse) }
    // Better in one place and worse in another, which only the change of the work excuses, is neither.
    let isExcused = !comparison.pairs(.worse).isEmpty
    if !comparison.pairs(.better).isEmpty, !isExcused { return ("BETTER", .better) }
    if comparison.isAnythingDifferent { return ("CHANGED", .neutral) }
    return comparison.isAnythingLeftOut ? ("SAME IN PART", .neutral) : ("SAME", .better)
  }

  // MARK: - What to do

  private func advice(
    _ comparison: Comparison, _ accept: ([String]) -> [String]
  ) -> [Report.Block] {
    // A scenario that is gone cannot be run and accepted.
    let present = comparison.presentScenarios
    var files: [String] = []
    for trial in comparison.trials
    where trial.isDifferent && present.contains(trial.scenario) && !files.contains(trial.file) {
      files.append(trial.file)
    }
    guard !files.isEmpty else { return [] }
    return [.paragraph("If this is meant, accept it:"), .command(accept(files))]
  }
}
