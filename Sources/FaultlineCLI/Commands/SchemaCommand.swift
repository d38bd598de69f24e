// faultline schema: what editors of scenarios, and programs that read our documents, may rely on.

import FaultlineAnalysis
import FaultlineExperiments
import FaultlineMeasures
import FaultlineRecordings
import FaultlineReplay
import FaultlineReports
import FaultlineScenarios
import FaultlineSweeps

/// Prints the published shape of scenarios, or of a kind of document.
struct SchemaCommand: Command {
  let name = "schema"
  let summary = "Print the JSON Schema of scenarios or of documents."
  /// Made when it is asked for: it names every schema, and each start of the program has this command in its list.
  var purpose: String {
    """
    Prints the JSON Schema (draft 2020-12) of scenario files, by which an editor with a YAML language server checks \
    and completes them when one line is '# yaml-language-server: $schema=scenario.schema.json'; or of a kind of \
    document that faultline writes: a result, the machine file beside it, a baseline, the comparison that \
    'check' and 'compare' print as JSON, what 'plan', 'inspect' and 'import' print as JSON, a line of 'trial', the film of a replay, a line \
    of --format jsonl, a line of 'history export', the plan of a sweep and a line of its trial files, or what 'tune' prints as JSON. Its \
    version is the schemaVersion of the documents; fields are added to a version, never removed. A kind is one of \(Self.names.joined(separator: ", ")).
    """
  }
  let operands = OperandRule(
    placeholder: "[KIND]", allowed: 0...1,
    completion: .words { _ in Self.names.map { Completion.Word(text: $0) } })
  let options: [any DeclaredOption] = CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline schema > scenario.schema.json", says: "Writes the schema of scenarios."),
    CommandExample(
      line: "faultline schema result > result.schema.json",
      says: "Writes the schema of what 'faultline run' writes."),
  ]

  private static let scenario = "scenario"
  private static var names: [String] { [scenario] + DocumentSchema.all.map(\.name) }

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let word = arguments.operands.first ?? Self.scenario
    if word == Self.scenario {
      try console.print(ScenarioSchema.json)
      return .held
    }
    guard let schema = DocumentSchema.all.first(where: { $0.name == word }) else {
      let near = Spelling.nearest(to: word, among: Self.names)
      throw UsageError("There is no schema \(quoted(word))." + didYouMean(near), command: name)
    }
    try console.print(page: schema.json)
    return .held
  }
}

extension DocumentSchema {
  /// Every kind of document that the tool writes or prints.
  static let all = [
    result, machine, baseline, comparison, plan, history, trial, film, inspection, events,
    recording,
    sweep, sweepTrial, tune,
  ]
}
