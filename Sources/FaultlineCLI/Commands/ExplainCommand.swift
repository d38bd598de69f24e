// faultline explain: all about one word of the scenario language.

import FaultlineMeasures
import FaultlineScenarios

/// Explains a step, a metric or a key.
struct ExplainCommand: Command {
  let name = "explain"
  let summary = "Explain a step, a metric or a key of a scenario."
  let purpose = """
    Explains a word of the scenario language: a step with its keys and an example, a metric with what it counts \
    and which way is better, or a key with what belongs there.
    """
  let operands = OperandRule(placeholder: "WORD", allowed: 1...1)
  let options: [any DeclaredOption] = CommonOptions.speaking
  let examples = [
    CommandExample(line: "faultline explain insert", says: "Shows the keys of the step, and one."),
    CommandExample(line: "faultline explain cycles.broken", says: "Tells what is counted."),
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let word = arguments.operands[0]
    let page = HelpText(width: console.width)
    let parts =
      Glossary.steps.filter { $0.keyword == word }.map { step($0, page) }
      + Glossary.generators.filter { $0.name == word }.map { generator in
        page.paragraph("\(generator.usage), a generator of values: \(generator.meaning)")
          + "\n\nFor example: \(generator.example)"
      }
      + Glossary.metrics.filter { $0.name == word }.map { metric($0, page) } + keys(word, page)
    guard !parts.isEmpty else {
      let near = Spelling.nearest(to: word, among: Glossary.words)
      throw UsageError("Nothing is called \(quoted(word))." + didYouMean(near), command: name)
    }
    try console.print(parts.joined(separator: "\n\n"))
    return .held
  }

  private func step(_ step: any Step.Type, _ page: HelpText) -> String {
    var parts = [page.paragraph("\(step.keyword), a step: \(step.meaning)")]
    if !step.keys.isEmpty { parts.append("Keys:\n" + page.list(step.keys.map(row), indent: 2)) }
    if !step.beside.isEmpty {
      parts.append("Beside it:\n" + page.list(step.beside.map(row), indent: 2))
    }
    let example = step.example.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return (parts + ["For example:\n" + example]).joined(separator: "\n\n")
  }

  private func row(_ key: Key) -> (String, String) {
    (key.name, "\(key.meaning) \(sentence(key.kind.words))\(key.isRequired ? " Required." : "")")
  }

  private func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  private func metric(_ metric: Metric, _ page: HelpText) -> String {
    let better =
      switch metric.polarity {
      case .less: "Less is better."
      case .more: "More is better."
      case .neutral: "Neither more nor less is better."
      }
    let exactness =
      switch metric.exactness {
      case .exact: "Exact: the same in every run."
      case .informative: "Informative: it differs from run to run, and gates nothing."
      }
    let rules =
      metric.rules.isEmpty ? "" : " Rules: \(metric.rules.joined(separator: ", "))."
    return page.paragraph("\(metric.name), a metric: \(metric.meaning).") + "\n\n"
      + page.paragraph("Counted in \(unit(metric.scale)). \(better) \(exactness)\(rules)")
  }

  private func unit(_ scale: Metric.Scale) -> String {
    switch scale {
    case .count: "whole numbers"
    case .bytes: "bytes"
    case .nanoseconds: "nanoseconds"
    case .ratio: "parts of one"
    }
  }

  private func keys(_ word: String, _ page: HelpText) -> [String] {
    let rows = Glossary.tables.flatMap { table in
      table.keys.filter { $0.name == word }.map { ("in \(table.owner)", row($0).1) }
    }
    return rows.isEmpty ? [] : ["\(word), a key:\n" + page.list(rows, indent: 2)]
  }
}
