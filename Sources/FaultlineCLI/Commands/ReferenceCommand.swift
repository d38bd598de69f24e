// faultline reference: the whole language on one page.

import FaultlineMeasures
import FaultlineScenarios

/// Prints every key, step, formula, generator and metric, as Markdown.
struct ReferenceCommand: Command {
  let name = "reference"
  let summary = "Print the whole scenario language on one page."
  let purpose = """
    Prints every key, step, formula, generator and metric with its meaning and an example, as Markdown. It is made \
    from the tables that scenarios are read with, so it is always true of this version.
    """
  let options: [any DeclaredOption] = CommonOptions.speaking
  let examples = [
    CommandExample(line: "faultline reference > reference.md", says: "Writes it to a file.")
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    try console.print(ReferencePage.markdown)
    return .held
  }
}
