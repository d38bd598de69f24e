// faultline schema: what a program that reads our documents may rely on.

import FaultlineMeasures
import FaultlineScenarios

/// Prints the published shape of a kind of document.
struct SchemaCommand: Command {
  let name = "schema"
  let summary = "Print the JSON Schema of a kind of document."
  let purpose = """
    Prints the JSON Schema (draft 2020-12) of a kind of document that faultline writes: a result, the machine file \
    beside it, a baseline, or the comparison that 'check' and 'compare' print as JSON. Its version is the \
    schemaVersion of the documents; fields are added to a version, never removed.
    """
  let operands = OperandRule(
    placeholder: DocumentSchema.all.map(\.name).joined(separator: "|"), allowed: 1...1)
  let options: [any DeclaredOption] = CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline schema result > result.schema.json",
      says: "Writes the schema of what 'faultline run' writes.")
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let word = arguments.operands[0]
    guard let schema = DocumentSchema.all.first(where: { $0.name == word }) else {
      let near = Spelling.nearest(to: word, among: DocumentSchema.all.map(\.name))
      throw UsageError("There is no schema \(quoted(word))." + didYouMean(near), command: name)
    }
    try console.print(String(schema.json.dropLast()))
    return .held
  }
}
