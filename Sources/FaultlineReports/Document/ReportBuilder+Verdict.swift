// The verdict line: one word, and the figures that it stands on.

import FaultlineMeasures

extension ReportBuilder {
  func verdictLine(_ result: RunResult) -> Report.VerdictLine {
    let judgements = result.scenarios.flatMap(\.judgements)
    let trials = result.scenarios.flatMap(\.trials)
    let dead = trials.filter { $0.death != nil }.count
    var facts: [String] = []
    let missing = result.scenarios.reduce(0) { $0 + $1.missing.count }
    if missing > 0 {
      facts.append("\(missing) of \(counted(trials.count + missing, "variant")) missing")
    }
    if dead > 0 { facts.append("\(dead) of \(counted(trials.count, "variant")) died") }
    facts.append(expectations(judgements))
    if result.scenarios.count > 1 { facts.append(counted(result.scenarios.count, "scenario")) }
    if dead == 0 { facts.append(counted(trials.count, "variant")) }
    let sides = result.sides
    if !sides.isEmpty { facts.append("behaves \(sides.count == 1 ? sides[0] : "by scenario")") }
    if let bands = result.bandsInWords { facts.append(bands) }
    if let exactness = exactness(result) { facts.append(exactness) }
    return switch result.verdict {
    case .died: Report.VerdictLine(word: "DIED", tone: .worse, facts: facts)
    case .broken: Report.VerdictLine(word: "BROKEN", tone: .worse, facts: facts)
    case .incomplete: Report.VerdictLine(word: "INCOMPLETE", tone: .worse, facts: facts)
    case .held where judgements.isEmpty:
      Report.VerdictLine(word: "REPORT ONLY", tone: .plain, facts: facts)
    case .held: Report.VerdictLine(word: "HELD", tone: .better, facts: facts)
    }
  }

  /// Of what failed the broken ones are counted, of what held the held ones: the news first.
  private func expectations(_ judgements: [Judgement]) -> String {
    guard !judgements.isEmpty else { return "nothing was expected" }
    let all = counted(judgements.count, "expectation")
    let broken = judgements.count { $0.outcome == .broken }
    let unanswered = judgements.count { $0.outcome == .unanswered }
    func of(_ count: Int) -> String { "\(NumberText.grouped(count)) of \(all)" }
    switch (broken, unanswered) {
    case (0, 0):
      let undecided = judgements.count { $0.outcome == .undecided }
      return of(judgements.count - undecided)
        + (undecided > 0 ? ", \(NumberText.grouped(undecided)) undecided" : "")
    case (_, 0): return "\(of(broken)) broken"
    case (0, _): return "\(of(unanswered)) unanswered"
    default: return "\(of(broken)) broken, \(NumberText.grouped(unanswered)) unanswered"
    }
  }

  private func exactness(_ result: RunResult) -> String? {
    let compared = result.scenarios.flatMap { scenario in
      scenario.trials.filter { $0.death == nil }.map { (scenario, $0) }
    }
    let differing = compared.filter { !$0.1.disagreements(on: $0.0.metrics).isEmpty }.count
    if differing > 0 {
      return "counters not exact (the repeats of \(counted(differing, "variant")) differ)"
    }
    guard let fewest = compared.map({ $0.1.samples.count }).min(), fewest > 0 else { return nil }
    let asked = Set(result.scenarios.map(\.repeats))
    guard fewest > 1 else { return "counters read once" }
    guard asked.count == 1, let repeats = asked.first else {
      return "counters exact (all repeats identical)"
    }
    return "counters exact (\(fewest) of \(max(repeats, fewest)) repeats identical)"
  }
}
