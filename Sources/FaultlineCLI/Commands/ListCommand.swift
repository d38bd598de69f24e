// faultline list: what there is, a line each.

import FaultlineExperiments
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
    that show them, the questions that people ask and the scenarios that answer them, the switches between Core Data's \
    guides and the framework of today, the formats of reports, or the commands. With --shipped the scenarios are those \
    that come with the program, which 'faultline run --shipped NAME' runs anywhere. A topic is one of \
    \(Topic.allCases.map(\.rawValue).joined(separator: ", ")). 'faultline explain' says more of one.
    """
  let operands = OperandRule(
    placeholder: "TOPIC [FOLDER]", allowed: 1...2,
    completion: Completion { line in
      guard let topic = line.operands.first else {
        return .words(Topic.allCases.map { Completion.Word(text: $0.rawValue) })
      }
      return Topic(rawValue: topic)?.isOfFolder == true ? .folders : .nothing
    })
  let options: [any DeclaredOption] = [shipped, CommonOptions.tag] + CommonOptions.speaking
  let examples = [
    CommandExample(line: "faultline list scenarios", says: "Lists what 'faultline run' would run."),
    CommandExample(
      line: "faultline list scenarios --shipped",
      says: "Lists the scenarios that come with the program."),
    CommandExample(line: "faultline list metrics", says: "Lists what can be read."),
    CommandExample(
      line: "faultline list rules", says: "Lists what is promised, and which scenarios show it."),
    CommandExample(
      line: "faultline list questions", says: "Lists what people ask, and which scenarios answer."),
    CommandExample(
      line: "faultline list scenarios --tag swiftdata", says: "Lists the scenarios with a tag."),
    CommandExample(
      line: "faultline list behaviours",
      says: "Lists what Core Data does today otherwise than its guides say."),
  ]

  static let shipped = CommandOption(
    flag: "shipped", help: "Of scenarios and rules: look at what comes with the program.")

  /// What can be listed.
  private enum Topic: String, CaseIterable {
    case scenarios, steps, generators, metrics, rules, questions, behaviours, formats, commands

    /// Whether a folder can be named beside it.
    var isOfFolder: Bool { self == .scenarios || self == .rules || self == .questions }
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
    let tags = arguments.all(CommonOptions.tag)
    if topic != .scenarios, !tags.isEmpty {
      throw UsageError("\(CommonOptions.tag.spelling) goes with scenarios.", command: name)
    }
    let folders = Array(arguments.operands.dropFirst())
    guard arguments.has(Self.shipped) else {
      try console.print(Self.page(try rows(topic, folders, tags)))
      return .held
    }
    guard topic.isOfFolder, folders.isEmpty else {
      throw UsageError(
        "\(Self.shipped.spelling) goes with 'list scenarios', 'list rules' and 'list questions', and with no folder.",
        command: name)
    }
    let shipped = try ScenarioFiles([], shipped: ["*"]).scenarios()
    let rows =
      switch topic {
      case .rules: RuleLookup(shipped).overview
      case .questions: QuestionLookup(shipped).overview
      default: try Self.shippedRows(shipped, tags)
      }
    try console.print(Self.page(rows))
    return .held
  }

  private static func page(_ rows: [(key: String, value: String)]) -> Page {
    var page = Page()
    page.add("", rows)
    return page
  }

  /// The program's own scenarios, by the names that --shipped takes.
  private static func shippedRows(
    _ scenarios: [Scenario], _ tags: [String]
  ) throws -> [(key: String, value: String)] {
    try ScenarioFiles.checkTags(tags, scenarios)
    return zip(try ShippedScenarios.all(), scenarios).filter { $1.isChosen(by: tags) }
      .map { entry, scenario in (entry.name, "\(scenario.title) (\(entry.path))") }
  }

  private func rows(
    _ topic: Topic, _ folders: [String], _ tags: [String]
  ) throws -> [(key: String, value: String)] {
    switch topic {
    case .scenarios:
      try ScenarioFiles(folders).scenarios(tagged: tags)
        .map { ($0.name, "\($0.title) (\($0.file))") }
    case .steps: Glossary.steps.map { ($0.keyword, $0.meaning) }
    case .generators: Glossary.generators.map { ($0.usage, $0.meaning) }
    case .metrics: Glossary.metrics.map { ($0.name, $0.meaning) }
    case .rules: try RuleLookup(in: folders).overview
    case .questions: try QuestionLookup(in: folders).overview
    case .behaviours: Behavior.all.map { ($0.key, BehaviorText.line($0)) }
    case .formats: ReportFormats.all.map { ($0.name, "Its files end in .\($0.fileExtension).") }
    case .commands: Commands.all.filter { !$0.isHidden }.map { ($0.name, $0.summary) }
    }
  }
}
