// The order of a report: the verdict, what to choose, what failed, what died, then each scenario's numbers from what
// is asked first to what is asked last. Where there are several scenarios, what failed in any of them goes before all.

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
    return Report(blocks: blocks, subject: Report.Subject(run: result, facts: facts, films: films))
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
    // What failed and what to do stand beside the first picture; where there is neither, what held the memory does.
    let failed = listsFailures ? failures([scenario]) + deaths([scenario]) : []
    let remarks = listsFailures ? undecided([scenario]) + warnings([scenario]) : []
    let advice = failed + recommendation(scenario)
    let peaks = peaks(scenario)
    blocks += advice.isEmpty ? peaks : advice
    blocks += remarks
    let picture = firstPicture(scenario)
    blocks += picture.blocks
    blocks += advice.isEmpty ? [] : peaks
    blocks += remedies(scenario)
    blocks += cells(scenario)
    blocks += bands(scenario)
    blocks += tradeOffs(scenario)
    blocks += timelines(scenario) + picture.others + ownerDifferences(scenario)
    blocks += growth(scenario) + sizes(scenario)
    blocks += flameGraphs(scenario) + references(scenario)
    blocks += findings(scenario)
    blocks += leaks(scenario, isWhole: isWhole)
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
