// Which scenarios show which rule or answer which question, as far as there are some here.

import FaultlineExperiments
import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import FaultlineReports
import FaultlineScenarios

/// The rules, beside the scenarios that show them.
struct RuleLookup {
  private let scenarios: [Scenario]

  /// Reads the scenarios of a folder; if none is named those of `Scenarios`, where there is one.
  init(in folders: [String]) throws {
    let isAnywhere = !folders.isEmpty || ScenarioFiles.isUsualFolderThere
    scenarios = isAnywhere ? try ScenarioFiles(folders).scenarios() : []
  }

  /// Looks into scenarios that have been read.
  init(_ scenarios: [Scenario]) { self.scenarios = scenarios }

  /// Every rule with what it says and the scenarios that show it.
  var overview: [(key: String, value: String)] {
    RuleText.all.map { rule in
      (rule.id, scenarios.isEmpty ? rule.text : "\(rule.text) \(shownBy(rule.id))")
    }
  }

  /// All about a rule: what it says, what counts it, and the expectations that show it.
  func page(of rule: String) -> Page {
    var page = Page([.paragraph("\(rule), a rule: \(RuleText.text(of: rule) ?? "")")])
    let metrics = Glossary.metrics.filter { $0.rules.contains(rule) }.map(\.name)
    if !metrics.isEmpty { page.add(["What it is read by: \(metrics.joined(separator: ", "))."]) }
    let rows = scenarios.filter { $0.shows(rule) }.flatMap { showings($0, of: rule) }
    page.add("What shows it:", rows)
    if rows.isEmpty {
      page.add([
        scenarios.isEmpty
          ? "There is no folder Scenarios here; 'faultline list rules --shipped' says what shows it."
          : shownBy(rule)
      ])
    }
    return page
  }

  private func showings(_ scenario: Scenario, of rule: String) -> [(key: String, value: String)] {
    let citations = scenario.citations(of: rule)
    guard !citations.isEmpty else { return [(scenario.file, "All that it expects.")] }
    return citations.map { ($0.place.description, $0.that) }
  }

  private func shownBy(_ rule: String) -> String {
    let names = scenarios.filter { $0.shows(rule) }.map(\.name)
    return names.isEmpty ? "No scenario shows it." : "Shown by \(names.joined(separator: ", "))."
  }
}

/// The questions, beside the scenarios that answer them.
struct QuestionLookup {
  private let scenarios: [Scenario]

  /// Reads the scenarios of a folder; if none is named those of `Scenarios`, where there is one.
  init(in folders: [String]) throws {
    let isAnywhere = !folders.isEmpty || ScenarioFiles.isUsualFolderThere
    self.init(isAnywhere ? try ScenarioFiles(folders).scenarios() : [])
  }

  /// Looks into scenarios.
  init(_ scenarios: [Scenario]) { self.scenarios = scenarios }

  /// Every question with the scenarios whose expectations answer it.
  var overview: [(key: String, value: String)] {
    Question.all.map { question in
      ("\(question.number)", scenarios.isEmpty ? question.text : "\(question.text) \(by(question))")
    }
  }

  private func by(_ question: Question) -> String {
    let names = scenarios.filter { $0.answers.contains(question.number) }.map(\.name)
    return names.isEmpty ? "(No scenario answers it.)" : "(\(names.joined(separator: ", ")))"
  }
}
