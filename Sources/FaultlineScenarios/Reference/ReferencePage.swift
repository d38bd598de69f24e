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

/// One thing that a formula can say.
package struct ExpressionForm: Sendable {
  /// How it is written.
  package let usage: String
  /// What it comes to.
  package let meaning: String
  /// An expectation that holds in the scenario `ExpressionForm.stage`.
  package let example: String

  /// All of them, the plain before the measured.
  package static let all: [ExpressionForm] = operators + functions + metrics

  private static let operators = [
    ExpressionForm(
      usage: "1000, 10_000, 1e4, 4k, 2M, 0.5",
      meaning: "Numbers; whole ones and fractions are exact.",
      example: "4k == 4_000"),
    ExpressionForm(
      usage: "64 MiB, 64MiB, 10 kB",
      meaning:
        "Numbers of bytes: B, kB, MB, GB and TB count in 1,000, and KiB, MiB, GiB and TiB in 1,024.",
      example: "64 MiB == 64 * 1024 * 1024 and 10kB == 10_000 B"),
    ExpressionForm(
      usage: "rows, $rows",
      meaning: "The value of a parameter, or the round of a loop around a step.",
      example: "rows == $rows"),
    ExpressionForm(
      usage: "way == fast", meaning: "Whether a parameter that is a choice has a word.",
      example: "way == fast"),
    ExpressionForm(
      usage: "rows == none", meaning: "Whether a parameter that is a number is switched off.",
      example: "rows != none"),
    ExpressionForm(
      usage: "+ - * /",
      meaning: "Arithmetic; a subtraction has spaces around it, since a name may have a '-' in it.",
      example: "rows / 4 + 2 * 3 - 1 == 6"),
    ExpressionForm(
      usage: "%", meaning: "The remainder of two whole numbers.", example: "rows % 3 == 1"),
    ExpressionForm(
      usage: "== != < <= > >=", meaning: "Comparisons; they do not chain.",
      example: "rows >= 4 and rows <= 4 and rows < 5 and rows != 5"),
    ExpressionForm(
      usage: "and, or, not",
      meaning: "Conditions; the second is not asked where the first decides.",
      example: "not rows > 4 or rows == 5"),
  ]

  private static let functions = [
    ExpressionForm(
      usage: "min(a, b, …), max(a, b, …)", meaning: "The least and the greatest.",
      example: "min(rows, 2, 3) == 2 and max(rows, 2) == rows"),
    ExpressionForm(
      usage: "floor(x), ceil(x)", meaning: "The whole number below and above.",
      example: "floor(7 / 2) == 3 and ceil(7 / 2) == 4"),
    ExpressionForm(usage: "abs(x)", meaning: "The distance from 0.", example: "abs(2 - rows) == 2"),
  ]

  private static let metrics = [
    ExpressionForm(
      usage: "metric",
      meaning: "What was read at the end; in the step 'expect', what is read there.",
      example: "leaked.objects == 0"),
    ExpressionForm(
      usage: "metric@checkpoint", meaning: "What was read at a checkpoint.",
      example: "objects.live@held == rows"),
    ExpressionForm(
      usage: "metric(context, entity)",
      meaning:
        "The part of a context, of an entity without its subentities, or of both in any order. Where a name has two meanings, the word stands before it: (context Photo).",
      example: "objects.live(main)@held == rows"),
    ExpressionForm(
      usage: "metric(cause)",
      meaning: "The part that steps of one keyword have caused.",
      example: "cycles.broken(refresh)@held == 0"),
    ExpressionForm(
      usage: MetricFunction.value.usage, meaning: "The same, also of another variant.",
      example: "value(objects.live, held, fast) == rows"),
    ExpressionForm(
      usage: MetricFunction.peak.usage, meaning: "The largest reading of all checkpoints.",
      example: "peak(objects.live) >= rows"),
    ExpressionForm(
      usage: MetricFunction.delta.usage,
      meaning: "The reading at the second checkpoint less the one at the first.",
      example: "delta(objects.live, held, released) == -rows"),
    ExpressionForm(
      usage: MetricFunction.slope.usage,
      meaning:
        "The growth for each round of the loop with that name, fitted through its checkpoints by least squares.",
      example: "slope(objects.live@'round-{i}', i) == 1"),
    ExpressionForm(
      usage: MetricFunction.growth.usage,
      meaning:
        "How readings grow over at least three sizes, as a word: constant (within a hundredth), logarithmic, linear, quadratic, or falling.",
      example: "growth(objects.live@held, rows) == linear"),
    ExpressionForm(
      usage: MetricFunction.ratio.usage,
      meaning: "The reading of one variant over that of another.",
      example: "ratio(objects.live@held, slow, fast) == 1"),
  ]
}
