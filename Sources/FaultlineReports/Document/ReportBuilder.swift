// The order of a report: the verdict, what to choose, what failed, what died, then each scenario's numbers from what
// is asked first to what is asked last. Where there are several scenarios, what failed in any of them goes before all.

import FaultlineAnalysis
package import FaultlineMeasures
package import FaultlineReplay

/// Makes the report of a run.
package struct ReportBuilder: Sendable {
  let facts: [String: KeyFacts]
  let revisions: [String: String]
  let films: [String: Replay]
  let flames: [String: Flame]

  /// Makes a builder that knows where scenarios were measured, at which revision, and their films, by their names, and
  /// the allocations of each trial by its id.
  package init(
    facts: [String: KeyFacts] = [:], revisions: [String: String] = [:],
    films: [String: Replay] = [:],
    flames: [String: Flame] = [:]
  ) {
    self.facts = facts
    self.revisions = revisions
    self.films = films
    self.flames = flames
  }

  /// The report of a run.
  package func report(_ result: RunResult) -> Report {
    guard !result.scenarios.isEmpty else {
      return Report(blocks: [.verdict(emptyVerdict), .paragraph(emptyAdvice)], result: result)
    }
    var blocks: [Report.Block] = [.verdict(verdictLine(result))]
    let isAlone = result.scenarios.count == 1
    if !isAlone {
      blocks +=
        failures(result.scenarios) + undecided(result.scenarios)
        + warnings(result.scenarios) + deaths(result.scenarios)
    }
    for scenario in result.scenarios {
      blocks += section(
        scenario, isWhole: result.scenarios.count <= Self.mostWhole, listsFailures: isAlone,
        namesProfile: result.sides.count > 1)
    }
    var report = Report(
      blocks: blocks, subject: Report.Subject(run: result, facts: facts, films: films))
    if isAlone {
      report.headline = headline(result.scenarios[0])
    } else {
      report.summary = summary(result)
    }
    return report
  }

  /// A line for each scenario, and all about those that failed.
  private func summary(_ result: RunResult) -> [Report.Block] {
    let rows = result.scenarios.map { scenario in
      let held = scenario.judgements.count { $0.outcome == .held }
      let count = scenario.judgements.isEmpty ? "" : "\(held)/\(scenario.judgements.count)"
      let word = verdictLine(RunResult(scenarios: [scenario])).word
      return [word, scenario.name, count, headline(scenario).first ?? ""]
    }
    let widths = (0..<3).map { column in
      rows.map { TerminalWidth.of($0[column]) }.max() ?? 0
    }
    let lines = rows.map { row in
      zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ") + "  " + row[3]
    }
    return [.verdict(verdictLine(result)), .lines(lines)]
      + failures(result.scenarios) + undecided(result.scenarios)
      + warnings(result.scenarios) + deaths(result.scenarios)
  }

  /// A page of more scenarios leaves out what is not looked for there.
  private static let mostWhole = 5

  /// The report of one scenario.
  package func report(_ scenario: ScenarioResult) -> Report {
    report(RunResult(scenarios: [scenario]))
  }

  /// The numbers of one scenario, from what is asked first to what is asked last.
  func section(
    _ scenario: ScenarioResult, isWhole: Bool, listsFailures: Bool, namesProfile: Bool = false
  ) -> [Report.Block] {
    var blocks = [title(scenario, namesProfile: namesProfile)]
    let headline = headline(scenario)
    if !headline.isEmpty { blocks.append(.paragraph(headline.joined(separator: " "))) }
    let picture = firstPicture(scenario)
    blocks += picture.blocks
    blocks += cells(scenario)
    if listsFailures {
      blocks += failures([scenario]) + deaths([scenario])
      blocks += undecided([scenario]) + warnings([scenario])
    }
    blocks += growth(scenario) + sizes(scenario)
    blocks += findings(scenario)
    let leaks = leaks(scenario)
    blocks += leaks.list
    blocks += peaks(scenario) + remedies(scenario)
    blocks += bands(scenario)
    blocks += recommendation(scenario)
    blocks += tradeOffs(scenario)
    blocks += timelines(scenario) + picture.others + ownerDifferences(scenario)
    blocks += flameGraphs(scenario) + references(scenario)
    if isWhole, !leaks.drawn.isEmpty {
      blocks.append(
        .more(Report.More(title: "Paths from the roots", blocks: leaks.drawn, isOpen: true)))
    }
    blocks += why(scenario)
    if !scenario.notes.isEmpty { blocks.append(.notes(scenario.notes)) }
    blocks += method(scenario)
    return isWhole ? blocks + everything(scenario) : blocks
  }

  /// Whose behaviour it is stands in the verdict, unless the scenarios of one report show several.
  private func title(_ scenario: ScenarioResult, namesProfile: Bool) -> Report.Block {
    let heading = scenario.title.isEmpty ? scenario.name : "\(scenario.name): \(scenario.title)"
    var facts = [scenario.file]
    if !scenario.rules.isEmpty { facts.append("rules " + scenario.rules.joined(separator: " ")) }
    facts += scenario.commonParameters.map(\.description)
    if namesProfile, let behaves = scenario.behaves { facts.append("behaves \(behaves)") }
    return .heading(heading, lead: facts.filter { !$0.isEmpty }.joined(separator: " · "))
  }

  private var emptyVerdict: Report.VerdictLine {
    Report.VerdictLine(word: "NOTHING RAN", tone: .plain, facts: ["0 scenarios"])
  }

  private var emptyAdvice: String {
    "No scenario was run, so there is nothing to show. Name a scenario, or a folder that holds "
      + "some: faultline run Scenarios"
  }
}

extension RunResult {
  /// Whether a scenario of this name is in it.
  func has(_ name: String) -> Bool { scenarios.contains { $0.name == name } }

  /// Whose behaviour the scenarios show, each once, as far as it is known.
  var sides: [String] {
    var sides: [String] = []
    for side in scenarios.compactMap(\.behaves) where !sides.contains(side) { sides.append(side) }
    return sides
  }
}

extension ScenarioResult {
  /// The parameters that all trials ran with; what differs stands beside each trial.
  var commonParameters: [Setting] {
    parameters.compactMap { parameter in
      let values = trials.compactMap { trial in
        trial.settings.first { $0.name == parameter.name }
      }
      return Set(values).count > 1 ? nil : values.first ?? parameter
    }
  }
}

// The verdict line: one word, and the figures that it stands on.
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
    if dead > 0 { facts.append("\(dead) of \(counted(trials.count, "variant"))") }
    facts.append(expectations(judgements, result.verdict))
    if result.scenarios.count > 1 { facts.append(counted(result.scenarios.count, "scenario")) }
    if dead == 0 { facts.append(counted(trials.count, "variant")) }
    let sides = result.sides
    if !sides.isEmpty { facts.append("behaves \(sides.count == 1 ? sides[0] : "by scenario")") }
    if let bands = result.bandsInWords { facts.append(bands) }
    if let exactness = exactness(result) { facts.append(exactness) }
    return switch result.verdict {
    case .died: Report.VerdictLine(word: "CRASHED", tone: .worse, facts: facts)
    case .broken: Report.VerdictLine(word: "FAIL", tone: .worse, facts: facts)
    case .incomplete: Report.VerdictLine(word: "INCOMPLETE", tone: .worse, facts: facts)
    case .held where judgements.isEmpty:
      Report.VerdictLine(word: "REPORT ONLY", tone: .plain, facts: facts)
    case .held: Report.VerdictLine(word: "PASS", tone: .better, facts: facts)
    }
  }

  /// Of what failed the broken ones are counted, of what held the held ones: the news first.
  private func expectations(_ judgements: [Judgement], _ verdict: Verdict) -> String {
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
    case (_, 0): return verdict == .broken ? of(broken) : "\(of(broken)) fail"
    case (0, _): return "\(of(unanswered)) unanswered"
    default: return "\(of(broken)) fail, \(NumberText.grouped(unanswered)) unanswered"
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

// A baseline that cannot be used, as a report shows it.
extension BaselineProblem {
  /// The problem as one answer among others.
  var answer: Report.Case {
    Report.Case(
      scenario: scenario, kind: .baseline, name: "the baseline can be used",
      question: "the baseline can be used", variant: nil, outcome: .error,
      message: "this baseline cannot be used: \(reason)", details: remedies, place: place)
  }

  /// The problem in a list.
  var item: Report.Item {
    Report.Item(
      label: "unusable", tone: .worse, text: "\(scenario): \(reason)",
      details: [line.map { "\(file):\($0)" } ?? file] + remedies)
  }
}

extension String {
  /// The text with spaces behind it, as wide as this.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - TerminalWidth.of(self)))
  }
}
