// faultline list: what there is, a line each.

import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Lists scenarios, or the words of the language.
struct ListCommand: Command {
  let name = "list"
  let summary = "List scenarios, steps, metrics and whatever else there is."
  let purpose = """
    Lists what there is, a line each: the scenarios of a folder (Scenarios, if none is named), the steps that \
    a scenario can have, the generators of values, the metrics that can be read, the rules and the scenarios \
    that show them, the switches between Core Data's guides and the framework of today, the formats of reports, or the \
    commands. A topic is one of \
    \(Topic.allCases.map(\.rawValue).joined(separator: ", ")). 'faultline explain' tells more of one.
    """
  let operands = OperandRule(placeholder: "TOPIC [FOLDER]", allowed: 1...2)
  let options: [any DeclaredOption] = CommonOptions.speaking
  let examples = [
    CommandExample(line: "faultline list scenarios", says: "Lists what 'faultline run' would run."),
    CommandExample(line: "faultline list metrics", says: "Lists what can be read."),
    CommandExample(
      line: "faultline list rules", says: "Lists what is promised, and which scenarios show it."),
    CommandExample(
      line: "faultline list behaviours",
      says: "Lists what Core Data does today otherwise than its guides say."),
  ]

  /// What can be listed.
  private enum Topic: String, CaseIterable {
    case scenarios, steps, generators, metrics, rules, behaviours, formats, commands

    /// Whether a folder can be named beside it.
    var isOfFolder: Bool { self == .scenarios || self == .rules }
  }

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let word = arguments.operands[0]
    guard let topic = Topic(rawValue: word) else {
      let near = Spelling.nearest(to: word, among: Topic.allCases.map(\.rawValue))
      throw UsageError("There are no \(quoted(word)) to list." + didYouMean(near), command: name)
    }
    if !topic.isOfFolder, let more = arguments.operands.dropFirst().first {
      throw UsageError(
        "\(topic.rawValue) are in no folder, but \(quoted(more)) is given.", command: name)
    }
    let rows = try rows(topic, Array(arguments.operands.dropFirst()))
    try console.print(HelpText(width: console.width).list(rows))
    return .held
  }

  private func rows(_ topic: Topic, _ folders: [String]) throws -> [(String, String)] {
    switch topic {
    case .scenarios:
      try ScenarioFiles(folders).scenarios().map { ($0.name, "\($0.title) (\($0.file))") }
    case .steps: Glossary.steps.map { ($0.keyword, $0.meaning) }
    case .generators: Glossary.generators.map { ($0.usage, $0.meaning) }
    case .metrics: Glossary.metrics.map { ($0.name, $0.meaning) }
    case .rules: try RuleLookup(folders).overview
    case .behaviours: Behaviour.all.map { ($0.key, BehaviourText.line($0)) }
    case .formats: ReportFormats.all.map { ($0.name, "Its files end in .\($0.fileExtension).") }
    case .commands: Commands.all.filter { !$0.isHidden }.map { ($0.name, $0.summary) }
    }
  }
}
