// The report of a comparison: the verdict, what got worse, what got better, what is merely other,
// and what could not be compared and why. What is the same is only counted.

package import FaultlineAnalysis
package import FaultlineMeasures

/// Why two results are compared, which decides the words.
package enum ReportOccasion: Sendable, Hashable {
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
  package func report(
    _ comparison: Comparison, for occasion: ReportOccasion, of run: RunResult? = nil,
    strict: Bool = false, acrossChanges: AcrossChanges = .fail,
    faults: [BaselineProblem] = [], pruned: [String]? = nil, isPage: Bool = false,
    accepting accept: ([String]) -> [String] = { ["faultline", "accept"] + $0 }
  ) -> Report {
    var verdict = verdictLine(comparison, occasion, run, acrossChanges, faults)
    if let pruned {
      verdict.facts.insert(
        pruned.isEmpty
          ? "nothing was gone" : "\(counted(pruned.count, "thing")) removed that are gone",
        at: 0)
    }
    if let imprecision = imprecision(comparison, occasion, accept) {
      verdict.facts.insert(imprecision, at: 0)
    }
    var blocks: [Report.Block] = [.verdict(verdict)]
    if !faults.isEmpty {
      blocks.append(
        .list(
          Report.List(
            title: "Baselines that cannot be used", items: faults.map(\.item), isOpen: true)))
    }
    if occasion != .acceptance || pruned == nil {
      blocks += entries(comparison, occasion, acrossChanges)
    }
    if let pruned, !pruned.isEmpty {
      blocks.append(
        .list(
          Report.List(
            title: "Removed",
            items: pruned.map { Report.Item(label: "gone", tone: .neutral, text: $0) },
            isOpen: true)))
    }
    if let run {
      blocks +=
        failures(run.scenarios) + undecided(run.scenarios) + warnings(run.scenarios)
        + deaths(run.scenarios)
    }
    let worse = comparison.groups([.worse]).filter { acrossChanges.shows($0.first) }
    blocks += differenceTable("got worse", worse)
    blocks += differenceTable("got better", comparison.groups([.better]))
    blocks += differenceTable("changed", comparison.groups([.changed]))
    let earlier = occasion == .comparison ? "the base" : "the baseline"
    if occasion != .acceptance {
      blocks += ownerGains(comparison, than: earlier) + callGains(comparison, than: earlier)
    }
    blocks += informing(comparison)
    blocks += comingsAndGoings(comparison, occasion)
    blocks += notCompared(comparison, occasion)
    if comparison.isMachineUnknown {
      blocks.append(
        .paragraph(
          "Neither side says where it was measured, so heap and SQLite readings are compared as "
            + "if both were from the same machine."))
    }
    // What does not hold is not accepted: it has to be mended first.
    if occasion == .check, run?.verdict ?? .held == .held { blocks += advice(comparison, accept) }
    if isPage, let scenario = run?.scenarios.first {
      blocks += section(scenario, isWhole: true, listsFailures: false)
    } else if occasion != .comparison {
      blocks += run?.scenarios.map { .more(page(of: $0)) } ?? []
    }
    var report = Report(
      blocks: blocks,
      subject: Report.Subject(
        run: run, comparison: comparison,
        earlier: occasion == .comparison ? "base" : "baseline", isStrict: strict,
        acrossChanges: acrossChanges,
        facts: facts, isUnanswered: occasion != .acceptance && !comparison.isAnythingCompared))
    report.subject.faults = faults
    if isPage, let run { report.subject.films = films.filter { name, _ in run.has(name) } }
    return report
  }

  /// What differs between both sides' programs or machines, and what to do about it.
  private func imprecision(
    _ comparison: Comparison, _ occasion: ReportOccasion, _ accept: ([String]) -> [String]
  ) -> String? {
    let coarse = comparison.trials.first { $0.precision != .exact && $0.reference == nil }
    guard let coarse, case .coarse(let cause, let reasons) = coarse.precision else { return nil }
    let what = cause == .machine ? "another machine" : "another Faultline"
    let earlier = occasion == .comparison ? "base" : "baseline"
    let files = comparison.trials.filter { $0.precision != .exact && !$0.file.isEmpty }
      .map(\.file).withoutRepeats
    let command = occasion == .check ? ": \(accept(files).joined(separator: " "))" : ""
    return
      "\(what) measured the \(earlier) (\(reasons.joined(separator: ", "))), so that heap and SQLite fail from "
      + "\(MeasurementPrecision.factor)× on"
      + (occasion == .check ? "; accept here too\(command)" : "")
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
    _ acrossChanges: AcrossChanges, _ faults: [BaselineProblem]
  ) -> Report.VerdictLine {
    let (word, tone) =
      faults.isEmpty
      ? verdict(comparison, occasion, run?.verdict ?? .held, acrossChanges)
      : ("UNUSABLE BASELINE", .worse)
    var facts: [String] = []
    if !faults.isEmpty { facts.append("\(counted(faults.count, "baseline")) cannot be used") }
    let judgements = run?.scenarios.flatMap(\.judgements) ?? []
    let failed = judgements.filter(\.outcome.isFailure).count
    let expected = counted(judgements.count, "expectation")
    if failed > 0 { facts.append("\(failed) of \(expected) failed") }
    let undecided = judgements.count { $0.outcome == .undecided }
    if undecided > 0 { facts.append("\(undecided) of \(expected) undecided") }
    let dead = run?.scenarios.flatMap(\.trials).filter { $0.death != nil }.count ?? 0
    if dead > 0 { facts.append("\(counted(dead, "variant")) crashed") }
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
    let informing = comparison.informing.count
    if informing > 0 {
      facts.append("\(NumberText.grouped(informing)) more changed, for information")
    }
    let dropped = comparison.loosenings.count { !$0.checkpoints.isEmpty }
    let loosened = comparison.loosenings.count - dropped
    if loosened > 0 { facts.append("\(counted(loosened, "expectation")) loosened") }
    if dropped > 0 { facts.append("\(counted(dropped, "metric")) no longer decisive") }
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
    case .died: return ("CRASHED", .worse)
    case .broken: return ("FAIL", .worse)
    case .incomplete: return ("INCOMPLETE", .worse)
    case .held: break
    }
    if comparison.isAnythingWorse(acrossChanges: acrossChanges) { return ("REGRESSED", .worse) }
    if !comparison.isAnythingCompared { return ("NOT COMPARED", .worse) }
    // Better in one place and worse in another, which only the change of the work excuses, is neither.
    let isExcused = !comparison.pairs(.worse).isEmpty
    if !comparison.pairs(.better).isEmpty, !isExcused { return ("IMPROVED", .better) }
    if comparison.isAnythingDifferent || !comparison.loosenings.isEmpty {
      return ("CHANGED", .neutral)
    }
    return comparison.isAnythingLeftOut ? ("UNCHANGED IN PART", .neutral) : ("UNCHANGED", .better)
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
    for loosening in comparison.loosenings where !files.contains(loosening.file) {
      files.append(loosening.file)
    }
    guard !files.isEmpty else { return [] }
    let isAnyGone = comparison.trials.contains {
      $0.standing == .gone && present.contains($0.scenario)
    }
    return [
      .paragraph("If this is meant, accept it:"),
      .command(accept(files) + (isAnyGone ? ["--prune"] : [])),
    ]
  }
}
