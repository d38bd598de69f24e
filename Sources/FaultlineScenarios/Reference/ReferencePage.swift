// The scenario language on one page, from the tables that readers check against.

import FaultlineMeasures

/// The page, as Markdown.
package enum ReferencePage {
  package static var markdown: String {
    var lines = [
      "# The scenario language", "",
      "Made by `faultline reference` from the tables that scenarios are read with. A scenario is one YAML file; "
        + "`faultline new NAME` writes one to start from.", "",
      "What is switched off, or has no limit, is written `\(DisabledKeyword.word)`; "
        + DisabledKeyword.words.dropFirst().map { "`\($0)`" }.joined(separator: ", ")
        + " are read as the same, and results, reports and ids show `\(DisabledKeyword.word)`. A switch that is `true` or `false` is "
        + "off in these words, too.", "",
    ]
    for table in Glossary.tables where !table.owner.hasPrefix("the step ") {
      lines += ["## Keys of \(table.owner)", ""] + rows(table.keys) + [""]
      if let example = table.example { lines += ["```yaml", example, "```", ""] }
    }
    lines += ["## Steps", ""]
    for step in Glossary.steps {
      lines += ["### \(step.keyword)", "", step.meaning, ""]
      if !step.keys.isEmpty { lines += rows(step.keys) + [""] }
      if !step.beside.isEmpty { lines += ["Beside it:", ""] + rows(step.beside) + [""] }
      lines += ["```yaml", step.example, "```", ""]
    }
    lines += ["## Formulas", "", "| written | comes to | example |", "|---|---|---|"]
    lines += ExpressionForm.all.map {
      "| `\(cell($0.usage))` | \(cell($0.meaning)) | `\(cell($0.example))` |"
    }
    lines += ["", "## Generators of values", "", "| written | makes | example |", "|---|---|---|"]
    lines += Generators.all.map {
      "| `\(cell($0.usage))` | \(cell($0.meaning)) | `\(cell($0.example))` |"
    }
    lines += ["", "## Metrics", "", "| name | counts |", "|---|---|"]
    lines += Glossary.metrics.map { "| `\($0.name)` | \(cell($0.meaning)) |" }
    return lines.joined(separator: "\n")
  }

  private static func rows(_ keys: [Key]) -> [String] {
    guard !keys.isEmpty else { return ["It has none."] }
    return ["| key | value | meaning |", "|---|---|---|"]
      + keys.map { key in
        "| `\(key.name)`\(key.isRequired ? " (required)" : "") | \(cell(key.kind.words)) | \(cell(key.meaning)) |"
      }
  }

  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
