// faultline new: a scenario to start from.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineScenarios
import FaultlineSystem

/// Writes a commented scenario that runs.
struct NewCommand: Command {
  let name = "new"
  let summary = "Write a scenario to start from."
  let purpose = """
    Writes NAME.yaml into the current folder: a scenario that runs as it is, with a comment at every place that \
    says what else could stand there; with --from, a copy of a scenario that comes with the program. Its last line says \
    where an editor finds the schema by which it completes and explains: beside the installed program, or else in \
    scenario.schema.json beside the scenario, which 'faultline schema > scenario.schema.json' writes. A file that is \
    there already is left alone.
    """
  let operands = OperandRule(placeholder: "NAME", allowed: 1...1)
  let options: [any DeclaredOption] = [from] + CommonOptions.speaking
  let examples = [
    CommandExample(line: "faultline new import", says: "Writes import.yaml."),
    CommandExample(
      line: "faultline new mine --from n-plus-one",
      says: "Writes mine.yaml, which does what a scenario does that comes with the program."),
  ]

  static let from = CommandOption<String>(
    "from", .text("NAME"), completing: .shipped,
    help: "Begin with this scenario, which comes with the program.")

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let word = arguments.operands[0]
    let scenario = word.hasSuffix(".yaml") ? String(word.dropLast(5)) : word
    guard NewScenario.isName(scenario) else {
      throw UsageError(
        "\(quoted(word)) is no name for a scenario: letters, digits, '_', '-' and '.' make one.",
        command: name)
    }
    if let problem = FilePath.problem(withName: scenario) {
      throw UsageError("\(quoted(word)) is no name for a scenario: it \(problem).", command: name)
    }
    let text = try arguments[Self.from].map { try Self.copy(of: $0, named: scenario) }
    let path = "\(scenario).yaml"
    // Exclusively: a file that is there is never written over.
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw refusal(path) }
    let whole = (text ?? NewScenario.text(named: scenario)) + SchemaModeline.ofThisProgram.line
    do throws(WholeFile.Refusal) {
      defer { close(file) }
      try WholeFile.writeAll(Array(whole.utf8), to: file)
    } catch {
      // What is there would be in the way of the next try.
      unlink(path)
      throw Diagnostic("the scenario cannot be written: \(error.reason)", file: path).ofLostOutput
    }
    try console.print("\(path) is there. Run it: faultline run \(path)")
    return .held
  }

  /// The text of a scenario that comes with the program, under another name.
  private static func copy(of word: String, named name: String) throws(Diagnostic) -> String {
    let option = from.spelling
    let entries = try ShippedScenarios.named([word], by: option)
    guard entries.count == 1 else {
      throw Diagnostic(
        "\(quoted(word)) fits \(entries.count) scenarios, and a new one begins with one",
        file: option,
        notes: [Spelling.list(entries.map(\.name))])
    }
    let lines = try InterruptibleReader().read(entries[0].file).text
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.filter { !SchemaModeline.isOne($0) }
      .map { $0.hasPrefix("name: ") ? "name: \(name)" : String($0) }
      .joined(separator: "\n")
  }

  /// Reads `errno`, so it is called directly after what failed.
  private func refusal(_ path: String) -> Diagnostic {
    Diagnostic("the scenario cannot be written: \(String(cString: strerror(errno)))", file: path)
  }
}
