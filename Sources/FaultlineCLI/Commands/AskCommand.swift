// faultline ask: a question in one's own words, and the answer with the command that shows it.

import FaultlineExperiments
import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import FaultlineReports
import FaultlineScenarios

/// Finds what fits some words.
struct AskCommand: Command {
  let name = "ask"
  let summary = "Ask in your own words, and get the command to run."
  let purpose = """
    Finds the question, rule, scenario, setting or word that fits what is asked, and prints the answer with what others \
    have measured and the command that shows it. The \(Question.all.count) questions that people ask most come first \
    ('faultline list questions'). Nothing is looked up elsewhere, and the same words find the same everywhere. Words \
    are compared without their endings, a small table knows what means the same, and a slip of the pen is mended. The \
    exit status is 0 with an answer, and 5 where nothing fits.
    """
  let operands = OperandRule(placeholder: "WORDS…", allowed: 1...64)
  private static let format = CommandOption<OutputForm>(
    "format", .choice, help: "How the answer is printed; as text if it is left out.")
  private static let count = CommandOption<Int>(
    "count", .integer("N", in: 1...100), help: "Print so many answers instead of one.")
  let options: [any DeclaredOption] = [Self.format, Self.count] + CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline ask 'why does my import run out of memory'",
      says: "Names the question, the answer and a scenario."),
    CommandExample(line: "faultline ask fetchBatchSize ignored", says: "Quotes are not needed."),
    CommandExample(
      line: "faultline ask 'retain cycle' --count 3 --format json",
      says: "Prints the three that fit best, for programs."),
  ]

  /// How an answer is printed.
  enum OutputForm: String, CaseIterable, Sendable {
    case text, json
  }

  /// What can be asked where there is nothing to say.
  private static let suggestions = [
    "memory grows during import", "retain cycle", "pictures", "batch delete", "SwiftData",
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let asked = arguments.operands.joined(separator: " ")
    let scenarios =
      ScenarioFiles.isUsualFolderThere ? (try? ScenarioFiles([]).scenarios()) ?? [] : []
    let shipped = (try? ScenarioFiles([], shipped: ["*"]).scenarios()) ?? []
    let index = AskIndex(AskEntry.all(scenarios, shipped: shipped))
    let matches = index.matches(asked)
    let page = AskPage(
      asked: asked, mended: index.mended(in: asked), matches: matches,
      most: arguments[Self.count] ?? 1)
    if arguments[Self.format] == .json {
      try console.print(try page.json())
    } else if matches.isEmpty {
      try console.print(nothing(asked, index))
    } else {
      try console.print(page.page)
    }
    return matches.isEmpty ? .nothingCompared : .held
  }

  private func nothing(_ asked: String, _ index: AskIndex) -> Page {
    let near = index.suggestions(for: asked)
    return Page([
      .paragraph(
        "Nothing here fits \(quoted(asked))."
          + (near.isEmpty ? "" : " Did you mean \(near.joined(separator: ", "))?")),
      .bullets(
        "Try one of these:",
        Self.suggestions.map { "faultline ask '\($0)'" } + ["faultline list questions"]),
    ])
  }
}
